package runkey

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// A Difference is a part in which two keys differ.
type Difference struct {
	Name string `json:"name"`

	// the old value, for people; empty if the key has no such part. An empty text
	// is `""`. For sets: size, and the members that the new set lacks
	Old string `json:"old"`

	// the new value, for people; empty if the key has no such part. An empty text
	// is `""`. For sets: size, and the members that the old set lacks
	New string `json:"new"`

	Matters []Purpose `json:"matters"` // what it spoils, ascending; none when it is told only

	// Unknown says that one key has no such part and does not say that there is
	// none, or has the word unknown for it, or a digest by another algorithm:
	// whether the runs differ in it is not known.
	Unknown bool `json:"unknown"`
}

// Matter says whether a difference matters for the purpose, or may matter because it
// is unknown.
func (d *Difference) Matter(p Purpose) bool { return slices.Contains(d.Matters, p) }

// Explain returns the parts in which two keys differ, by name. A nil key has no
// parts and knows of none.
func Explain(old, new *Key) []Difference {
	a, b := old.orEmpty(), new.orEmpty()
	var out []Difference
	for i, j := 0, 0; i < len(a.parts) || j < len(b.parts); {
		c := -1
		switch {
		case i == len(a.parts):
			c = 1
		case j < len(b.parts):
			c = cmp.Compare(a.parts[i].Name, b.parts[j].Name)
		}
		switch {
		case c < 0:
			p := &a.parts[i]
			out = append(out, Difference{Name: p.Name, Old: show(p.Value), Matters: p.Matters, Unknown: !b.Knows(p.Name)})
			i++
		case c > 0:
			p := &b.parts[j]
			out = append(out, Difference{Name: p.Name, New: show(p.Value), Matters: p.Matters, Unknown: !a.Knows(p.Name)})
			j++
		default:
			if p, q := &a.parts[i], &b.parts[j]; !equal(p.Value, q.Value) {
				out = append(out, differ(p, q))
			}
			i++
			j++
		}
	}
	return out
}

// differ returns the difference of two parts of one name.
func differ(p, q *Part) Difference {
	d := Difference{Name: p.Name, Unknown: p.unstated() || q.unstated() || otherAlgorithm(p.Value, q.Value)}
	d.Old, d.New = showBoth(p.Value, q.Value)
	if !equal(p.comparable(), q.comparable()) {
		d.Matters = union(p.Matters, q.Matters)
	}
	return d
}

// otherAlgorithm reports whether two values are digests that say nothing of each
// other.
func otherAlgorithm(a, b Value) bool {
	d, ok := a.(Digest)
	e, too := b.(Digest)
	return ok && too && d.algorithm() != e.algorithm()
}

func (k *Key) orEmpty() *Key {
	if k == nil {
		return &Key{}
	}
	return k
}

// unstated reports whether the value of a part says that nobody knows it, as
// profilers write what a virtual machine does not tell of its CPU. What a variable
// is set to is known, whatever it is.
func (p *Part) unstated() bool {
	text, ok := p.Value.(Text)
	return ok && family(p.Name) != "env" && strings.EqualFold(strings.TrimSpace(string(text)), "unknown")
}

func equal(a, b Value) bool {
	return a.kind() == b.kind() && string(a.sign(nil)) == string(b.sign(nil))
}

func union(a, b []Purpose) []Purpose {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// show returns a value for people.
func show(v Value) string {
	switch v := v.(type) {
	case Text:
		if v == "" || strings.ContainsFunc(string(v), hidden) {
			return strconv.Quote(string(v))
		}
		return string(v)
	case Number:
		return strconv.FormatInt(int64(v), 10)
	case List:
		return strconv.Itoa(len(v)) + ": " + joinWords(v)
	case Set:
		return strconv.Itoa(len(v)) + ": " + joinWords(v)
	case Digest:
		return string(v)
	}
	return ""
}

// hidden says whether a character is none that a line shows.
func hidden(c rune) bool { return !strconv.IsPrint(c) }

func joinWords(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = show(Text(s))
	}
	return strings.Join(out, " ")
}

// showBoth returns two values that differ; of two sets what each has alone.
func showBoth(a, b Value) (was, is string) {
	s, ok := a.(Set)
	t, too := b.(Set)
	if !ok || !too {
		return show(a), show(b)
	}
	return showRest(s, t), showRest(t, s)
}

func showRest(s, other Set) string {
	var rest []string
	for _, w := range s {
		if _, ok := slices.BinarySearch(other, w); !ok {
			rest = append(rest, w)
		}
	}
	n := strconv.Itoa(len(s))
	if len(rest) == 0 {
		return n + ", nothing extra"
	}
	return n + " with " + joinWords(rest)
}

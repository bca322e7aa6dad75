package runkey

import (
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A Part is one fact.
type Part struct {
	Name    string    // stable: a family such as "cpu", or one and more after a dot, such as "cpu.count"
	Value   Value     // one of the types below
	Matters []Purpose // the purposes for which a difference matters, ascending; empty if it is only reported
}

// A Value is the value of a part: [Text], [Number], [List], [Set] or [Digest]. There
// are no other values: each has a signature, and the hash depends on the signature
// alone.
type Value interface {
	kind() string // in the document, and before the signature

	// sign appends bytes that no other value of the kind has.
	sign([]byte) []byte

	check() error

	// String returns the value for people.
	String() string
}

// Text is words, such as a version.
type Text string

// Number counts something.
type Number int64

// List is words whose order says something, such as arguments.
type List []string

// Set is words that are there or not, such as the features of a CPU: ascending
// and distinct, as [SetOf] makes them.
type Set []string

// Digest stands for bytes: an algorithm, a colon, and hexadecimal digits, such
// as "sha256:9f86…".
type Digest string

// SetOf returns the set of words, which are not changed.
func SetOf(words ...string) Set {
	s := slices.Clone(words)
	slices.Sort(s)
	return Set(slices.Compact(s))
}

func (t Text) String() string   { return show(t) }
func (n Number) String() string { return show(n) }
func (l List) String() string   { return show(l) }
func (s Set) String() string    { return show(s) }
func (d Digest) String() string { return show(d) }

func (Text) kind() string   { return "text" }
func (Number) kind() string { return "number" }
func (List) kind() string   { return "list" }
func (Set) kind() string    { return "set" }
func (Digest) kind() string { return "digest" }

func (t Text) sign(b []byte) []byte   { return append(b, t...) }
func (n Number) sign(b []byte) []byte { return strconv.AppendInt(b, int64(n), 10) }
func (l List) sign(b []byte) []byte   { return appendWords(b, l) }
func (s Set) sign(b []byte) []byte    { return appendWords(b, s) }
func (d Digest) sign(b []byte) []byte { return append(b, d...) }

func (t Text) check() error   { return checkText(string(t)) }
func (n Number) check() error { return nil }
func (l List) check() error   { return checkWords(l) }

func (s Set) check() error {
	for i := 1; i < len(s); i++ {
		if s[i-1] >= s[i] {
			return fmt.Errorf("set with %q before %q, want them ascending and distinct", s[i-1], s[i])
		}
	}
	return checkWords(s)
}

// algorithm returns what made the digest.
func (d Digest) algorithm() string {
	name, _, _ := strings.Cut(string(d), ":")
	return name
}

func (d Digest) check() error {
	algorithm, sum, ok := strings.Cut(string(d), ":")
	if _, err := hex.DecodeString(sum); !ok || !plain(algorithm) || len(sum) < 8 || err != nil || strings.ToLower(sum) != sum {
		return fmt.Errorf("digest %q, want an algorithm, a colon, and hexadecimal digits in lower case", d)
	}
	return nil
}

func checkWords(list []string) error {
	for _, s := range list {
		if err := checkText(s); err != nil {
			return err
		}
	}
	return nil
}

func checkText(s string) error {
	if !utf8.ValidString(s) {
		return fmt.Errorf("text %q, want UTF-8", s)
	}
	return nil
}

// appendWords appends each word after its length and a colon.
func appendWords(b []byte, list []string) []byte {
	for _, s := range list {
		b = appendWord(b, s)
	}
	return b
}

func appendWord(b []byte, s string) []byte {
	b = append(strconv.AppendInt(b, int64(len(s)), 10), ':')
	return append(b, s...)
}

// known says whether v is one of the types of this package: a struct of another
// one that embeds Value has its methods but no signature.
func known(v Value) bool {
	switch v.(type) {
	case Text, Number, List, Set, Digest:
		return true
	}
	return false
}

// check returns what is wrong with a part.
func (p *Part) check() error {
	switch {
	case !validName(p.Name):
		return fmt.Errorf("part %q: want a name such as cpu.count", p.Name)
	case !known(p.Value):
		return fmt.Errorf("part %s: value of type %T has no signature, want a Text, Number, List, Set or Digest", p.Name, p.Value)
	}
	if err := p.Value.check(); err != nil {
		return fmt.Errorf("part %s: %w", p.Name, err)
	}
	for i, m := range p.Matters {
		if m < 0 || m >= purposes || i > 0 && p.Matters[i-1] >= m {
			return fmt.Errorf("part %s: purposes %v, want them ascending and below %d", p.Name, p.Matters, purposes)
		}
	}
	return nil
}

// family returns the name up to its first dot.
func family(name string) string {
	f, _, _ := strings.Cut(name, ".")
	return f
}

// validName says whether a part may have that name: a family of lower-case
// letters and digits, and what is visible after dots.
func validName(s string) bool {
	f, rest, dotted := strings.Cut(s, ".")
	if !plain(f) || dotted && rest == "" {
		return false
	}
	for i := range len(rest) {
		if c := rest[i]; c <= ' ' || c >= 0x7f {
			return visible(rest) == rest
		}
	}
	return true
}

// visible returns a name with an underscore for each character that names of
// parts may not have.
func visible(s string) string {
	return strings.Map(func(c rune) rune {
		if c == utf8.RuneError || !unicode.IsGraphic(c) || unicode.IsSpace(c) {
			return '_'
		}
		return c
	}, s)
}

// plain says whether s is a word of lower-case letters, digits and hyphens that
// begins with a letter.
func plain(s string) bool {
	for i, c := range []byte(s) {
		if !('a' <= c && c <= 'z' || i > 0 && ('0' <= c && c <= '9' || c == '-')) {
			return false
		}
	}
	return s != ""
}

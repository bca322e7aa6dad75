package compare

import (
	"maps"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/runkey"
)

// An Identity says whether the times of runs may be compared.
type Identity struct {
	Known       string       `json:"known"` // which sides have keys: "both", "old", "new", "none"
	Differences []Difference `json:"differences"`
}

// A Difference is a fact in which runs differ.
type Difference struct {
	Part  string `json:"part"`  // of the key, or label.NAME
	Where string `json:"where"` // "sides", or "old" or "new" when the runs of that side differ among themselves

	// value on the old side, for people; empty without a value. Within a side: the
	// value of its first run
	Old string `json:"old"`

	// value on the new side, for people; empty without a value. Within a side: the
	// value of the run that differs
	New     string           `json:"new"`
	Run     string           `json:"run,omitempty"`
	Matters []runkey.Purpose `json:"matters"` // what it spoils
	Refused bool             `json:"refused"` // times are not to be compared, unless told so
	Unknown bool             `json:"unknown,omitempty"`
	Varied  bool             `json:"varied,omitempty"` // it was said to differ on purpose
}

// Refused returns the differences for which times are not to be compared.
func (d *Identity) Refused() []Difference {
	var list []Difference
	for _, x := range d.Differences {
		if x.Refused {
			list = append(list, x)
		}
	}
	return list
}

// Identify explains the runs of two sides. It compares the runs of each side with
// the first run of that side, and the first runs of both sides with each other. Vary
// names parts that differ on purpose: circuit or label.circuit, env.XLA_FLAGS, or a
// family such as env.
//
// A part of a key is refused when it matters for timing, or for the code that
// compilers make, and both keys know it. The program itself is an exception, with
// the scripts that an interpreter runs: a comparison of two versions is the purpose.
// A label is refused when both runs have it and it says what was run.
func Identify(old, new []*Run, vary []string) *Identity {
	d := &Identity{Known: known(old, new), Differences: []Difference{}}
	within := func(side string, runs []*Run) {
		for _, r := range runs[min(1, len(runs)):] {
			d.add(side, runs[0], r, vary)
		}
	}
	within("old", old)
	within("new", new)
	if len(old) > 0 && len(new) > 0 {
		d.add("sides", old[0], new[0], vary)
	}
	return d
}

// known says which sides have keys in all of their runs.
func known(old, new []*Run) string {
	has := func(runs []*Run) bool {
		return !slices.ContainsFunc(runs, func(r *Run) bool { return r.Key == nil })
	}
	switch a, b := has(old), has(new); {
	case a && b:
		return "both"
	case a:
		return "old"
	case b:
		return "new"
	}
	return "none"
}

// add explains two runs.
func (d *Identity) add(where string, a, b *Run, vary []string) {
	put := func(x Difference) {
		if where != "sides" {
			x.Run = b.Name
			if slices.ContainsFunc(d.Differences, func(y Difference) bool { return y.Part == x.Part && y.Where == where }) {
				return // one run is enough to say it
			}
		}
		x.Where = where
		if x.Matters == nil {
			x.Matters = []runkey.Purpose{}
		}
		if x.Refused && slices.ContainsFunc(vary, func(v string) bool { return named(x.Part, v) }) {
			x.Refused, x.Varied = false, true
		}
		d.Differences = append(d.Differences, x)
	}
	for _, x := range labels(a, b) {
		put(x)
	}
	if a.Key == nil || b.Key == nil {
		for _, x := range []Difference{{Part: "host", Old: a.Host, New: b.Host}, {Part: "clock", Old: a.Clock, New: b.Clock}} {
			if x.Old != x.New && x.Old != "" && x.New != "" {
				put(x)
			}
		}
		return
	}
	for _, k := range runkey.Explain(a.Key, b.Key) {
		put(Difference{Part: k.Name, Old: k.Old, New: k.New, Matters: k.Matters, Unknown: k.Unknown,
			Refused: spoils(&k) && !isProgram(k.Name)})
	}
}

// isProgram says whether a part of a key is of the program itself: its binary, or
// a script that an interpreter runs.
func isProgram(part string) bool { return part == "binary.id" || strings.HasPrefix(part, "script.") }

// spoils says whether a difference makes times incomparable: other code takes
// other times.
func spoils(d *runkey.Difference) bool {
	return !d.Unknown && (d.Matter(runkey.Timing) || d.Matter(runkey.Code))
}

// named says whether a part is what was named.
func named(part, v string) bool {
	return part == v || part == "label."+v || strings.HasPrefix(part, v+".")
}

// Parts returns the names that Identify knows of the runs, in order: of parts of
// their keys and of families of them, and of labels.
func Parts(old, new []*Run) []string {
	list := []string{"program", "host", "clock"}
	for _, r := range slices.Concat(old, new) {
		if r.Key != nil {
			list = append(list, r.Key.Known()...)
			for _, p := range r.Key.Parts() {
				list = append(list, p.Name)
			}
		}
		for name := range r.Labels {
			list = append(list, "label."+name)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// HasPart reports whether one of the parts is what was named, as Identify
// understands it.
func HasPart(parts []string, v string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return named(part, v) })
}

// listed reports whether a name is of a variable that keys have.
func listed(name string) bool {
	variable, ok := strings.CutPrefix(name, "env.")
	return ok && len(runkey.Environment([]string{variable + "="}).Parts) > 0
}

// labels returns the labels in which two runs differ, and their programs.
func labels(a, b *Run) []Difference {
	var list []Difference
	if a.Program != b.Program {
		list = append(list, Difference{Part: "program", Old: a.Program, New: b.Program})
	}
	all := maps.Clone(a.Labels)
	maps.Copy(all, b.Labels)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		x, inA := a.Labels[name]
		y, inB := b.Labels[name]
		if x != y {
			list = append(list, Difference{Part: "label." + name, Old: x, New: y, Unknown: !inA || !inB,
				Refused: inA && inB && name != "nsys"}) // the version of Nsight Systems runs nothing
		}
	}
	return list
}

// same says whether two runs are one that was given twice: one process cannot
// start twice at the same moment.
func same(a, b *Run) bool {
	return a.PID != 0 && a.PID == b.PID && !a.Start.IsZero() && a.Start.Equal(b.Start) && a.Host == b.Host && a.Labels["rank"] == b.Labels["rank"]
}

// Repeated returns two runs of a list that are the same one, nil when all are
// different.
func Repeated(runs []*Run) (a, b *Run) {
	type process struct {
		host, rank string
		pid, start int64
	}
	seen := map[process][]*Run{} // there may be thousands of runs
	for _, b := range runs {
		id := process{b.Host, b.Labels["rank"], b.PID, b.Start.UnixNano()}
		for _, a := range seen[id] {
			if same(a, b) {
				return a, b
			}
		}
		seen[id] = append(seen[id], b)
	}
	return nil, nil
}

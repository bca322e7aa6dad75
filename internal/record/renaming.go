package record

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// A Renaming gives ranges of the program other names: names of phases, by the names
// that the program emits.
type Renaming map[string]string

// apply returns t with the other names. It warns of names that no range has.
func (m Renaming) apply(t *trace.Trace, say Messages) *trace.Trace {
	if len(m) == 0 {
		return t
	}
	met := map[string]bool{}
	var names []string
	out := trace.Rename(t, func(name string) string {
		names = append(names, name)
		if to, ok := m[name]; ok {
			met[name] = true
			return to
		}
		return name
	})
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if met[name] {
			continue
		}
		advice := ""
		if like := meant(name, names); like != "" {
			advice = "; did you mean " + like + "?"
		}
		say.Warn(fmt.Sprintf("--map %s=%s: no range has this name%s", name, m[name], advice))
	}
	return out
}

// beside returns m without the names of solver functions that were called: their ranges
// are calls by these names.
func (m Renaming) beside(run *solvers.Run, say Messages) Renaming {
	if run == nil || len(m) == 0 {
		return m
	}
	called := map[string]bool{}
	for k := range run.Calls {
		called[run.Functions[run.Calls[k].Function].Symbol] = true
	}
	out := Renaming{}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		if called[name] {
			say.Warn(fmt.Sprintf("--map %s=%s: this is a solver function that nrprof watches, and it keeps its name", name, m[name]))
			continue
		}
		out[name] = m[name]
	}
	return out
}

// meant returns the name of a range that may be meant: one with a domain in front, or
// one that is spelt alike.
func meant(name string, names []string) string {
	for _, known := range names {
		if strings.HasSuffix(known, ":"+name) {
			return known
		}
	}
	return spelling.Closest(name, names)
}

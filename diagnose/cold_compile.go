package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// coldCompile finds compilation between the steps of a solver that are measured.
func coldCompile() Rule {
	return Rule{
		ID:      "cold-compile-in-window",
		Meaning: "XLA compiles after the first time step or iteration: the time is counted as that of the solver",
		Needs:   "two time steps or iterations, and ranges of XLA (domain TSL) or a log of JAX with times (--jax-log)",
		Check:   checkColdCompile,
	}
}

func checkColdCompile(in *Input) Outcome {
	window, unit, ok := in.measured()
	if !ok {
		return Abstain("there are no two time steps or iterations, after the first of which nothing should be compiled")
	}
	list, known := in.tracedCompilations()
	source := in.Source + ": ranges XlaCompile (domain TSL)"
	if !known {
		var zone string
		if list, zone, known = in.loggedCompilations(); !known {
			return Abstain("the trace has no ranges of XLA, and there is no log of JAX whose times are those of the trace (--jax-log)")
		}
		source = in.JAXSource + ": xlalog/v1 .files[].jax.compilations[]"
		if zone != "" {
			source += " (zone of its times, inferred: " + zone + ")"
		}
	}
	inside, ns, names := insideWindow(list, window)
	if part := share(ns, in.Span()); part < worth {
		return Clear(fmt.Sprintf("%s after the first %s, %s of the trace", units.Plural(len(inside), "compilation"), unitWord(unit), units.Share(part)))
	}
	f := Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("XLA compiles for %s after the first %s: %s, the longest of %s", units.Duration(ns), unitWord(unit), units.Plural(len(inside), "compilation"), names),
		Evidence: []Evidence{
			{Text: "time of compilation after the first " + unitWord(unit), Value: float64(ns), Unit: UnitNS, Source: source},
			{Text: "compilations after the first " + unitWord(unit), Value: float64(len(inside)), Unit: "compilations", Source: source},
			{Text: "all compilations", Value: float64(len(list)), Unit: "compilations", Source: source},
		},
		Try: []string{
			"run once with the same shapes before the measurement, or compile ahead of time (jax.jit(f).lower(…).compile())",
			"keep shapes and static arguments the same, so that nothing is compiled again",
			"turn the persistent cache on (JAX_COMPILATION_CACHE_DIR, jax_persistent_cache_min_compile_time_secs=0), and fill it before",
		}}
	return Found(f)
}

// insideWindow returns the compilations that a window has a part of, the wall-clock
// time of these parts, and the name of the longest.
func insideWindow(list []compilation, window Interval) (inside []compilation, ns int64, longest string) {
	var times []Interval
	var most int64
	for _, c := range list {
		part := Interval{max(c.Start, window.Start), min(c.End, window.End)}
		if part.End <= part.Start {
			continue
		}
		inside, times = append(inside, c), append(times, part)
		if d := part.End - part.Start; d > most {
			most, longest = d, c.name
		}
	}
	if longest == "" {
		longest = "a module without a name"
	}
	return inside, Covered(times), longest
}

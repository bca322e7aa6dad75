package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// coldCompile finds compilation between the steps of a solver that are measured.
func coldCompile() Rule {
	return Rule{
		ID:      "cold-compile-in-window",
		Meaning: "XLA compiles after the first time step or iteration. Tables count the time of this compilation as time of the solver",
		Needs:   "two time steps or iterations, and ranges of XLA (domain TSL) or a log of JAX with times (--jax-log)",
		Check:   checkColdCompile,
	}
}

func checkColdCompile(in *Input) Outcome {
	window, unit, ok := in.measured()
	if !ok {
		return Abstain("the trace has fewer than two time steps and fewer than two iterations")
	}
	list, known := in.tracedCompilations()
	source := in.Source + ": ranges XlaCompile (domain TSL)"
	if !known {
		var zone string
		if list, zone, known = in.loggedCompilations(); !known {
			return Abstain("the trace has no ranges of XLA, and there is no log of JAX with times that match the trace (--jax-log)")
		}
		source = in.JAXSource + ": xlalog/v1 .files[].jax.compilations[]"
		if zone != "" {
			source += " (inferred time zone: " + zone + ")"
		}
	}
	inside, ns, names := insideWindow(list, window)
	if part := share(ns, in.Span()); part < worth {
		return Clear(fmt.Sprintf("XLA compiles for %s of the trace after the first %s, in %s", units.Share(part), unitWord(unit), units.Plural(len(inside), "compilation")))
	}
	f := Finding{Severity: Warning, Cost: in.Cost(ns),
		Title: fmt.Sprintf("XLA compiles for %s after the first %s, in %s; the longest compilation is for %s", units.Duration(ns), unitWord(unit), units.Plural(len(inside), "compilation"), names),
		Evidence: []Evidence{
			{Text: "time of compilation after the first " + unitWord(unit), Value: float64(ns), Unit: UnitNS, Source: source},
			{Text: "compilations after the first " + unitWord(unit), Value: float64(len(inside)), Unit: "compilations", Source: source},
			{Text: "all compilations", Value: float64(len(list)), Unit: "compilations", Source: source},
		},
		Try: []string{
			"run once with the same shapes before the measurement, or compile ahead of time (jax.jit(f).lower(…).compile())",
			"keep shapes and static arguments the same, so that nothing is compiled again",
			"turn on the persistent cache (JAX_COMPILATION_CACHE_DIR, jax_persistent_cache_min_compile_time_secs=0), and fill it before the measurement",
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

package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// buildVersusSolve finds runs in which one of the two large parts of an
// iteration has most of the time. The whole gets no faster by speeding a part
// up than 1/(1−f), where f is its share of all time, also of that in no phase
// (Amdahl); work on devices that a phase launched counts as its time, since it
// may run when the phase is over.
//
// Where the analysis of the matrix is known, a linear solver gains no more than
// its parallelism allows: the factorisation becomes T1/T∞ times as fast at
// most, and the triangular solves, for which no such figure is known, are
// taken to cost nothing. Where the trace does not tell the two apart, all of the
// linear solver is taken for factorisation, so that no more is promised.
func buildVersusSolve() Rule {
	return Rule{
		ID:      "build-versus-solve",
		Meaning: "device evaluation or the linear solver takes more than half of the time: how much faster the whole gets at most by either",
		Needs:   "phases build_system and linear_solve; for the parallelism of the solver --analysis",
		Check:   checkBuildSolve,
	}
}

// A part is one of the two phases.
type part struct {
	name  string // of the phase
	words string
	ns    int64 // on the host, and on devices for it
	share float64
	bound float64 // how many times as fast the whole is at most when the part is sped up
	saved int64   // ns at most
}

func checkBuildSolve(in *Input) Outcome {
	build, ok1 := partOf(in, trace.PhaseBuildSystem, "device evaluation")
	solve, ok2 := partOf(in, trace.PhaseLinearSolve, "the linear solver")
	if !ok1 || !ok2 {
		return Abstain("there are no phases " + trace.PhaseBuildSystem + " and " + trace.PhaseLinearSolve + " to compare")
	}
	large, small := build, solve
	if solve.ns > build.ns {
		large, small = solve, build
	}
	if large.share <= most {
		return Clear(fmt.Sprintf("device evaluation is %s and the linear solver %s of the time: neither is more than half", units.Share(build.share), units.Share(solve.share)))
	}
	ev := []Evidence{
		in.Phases(large.words+", share of the time", large.share, UnitShare, partKey(large.name)),
		in.Phases(small.words+", share of the time", small.share, UnitShare, partKey(small.name)),
		in.Phases("in no phase", share(in.Summary.Unattributed, in.Summary.RootNS), UnitShare, ".unattributed_ns / .root_ns"),
		in.Phases("speed-up of the whole when "+large.words+" costs nothing", 1/(1-large.share), UnitRatio, "1/(1 - share)"),
		in.Phases("speed-up of the whole when "+small.words+" costs nothing", 1/(1-small.share), UnitRatio, "1/(1 - share)"),
	}
	if large.name == trace.PhaseLinearSolve {
		ev = append(ev, large.limit(in)...)
	}
	return Found(Finding{Severity: Info, Cost: in.Cost(large.saved), Evidence: ev, Try: buildSolveTries(large, small),
		Title: fmt.Sprintf("%s takes %s of the time: a faster one makes the whole at most %s as fast, and %s when it is faster at most %s", capital(large.words),
			units.Share(large.share), units.Ratio(large.bound), small.words, units.Ratio(small.bound))})
}

// partKey is where the share of a phase is.
func partKey(name string) string { return fmt.Sprintf(".phases[] | select(.name==%q).share", name) }

// partOf returns the share of a phase; false when there is none.
func partOf(in *Input, name, words string) (part, bool) {
	p, ok := in.Phase(name)
	if !ok || p.Total <= 0 || in.Summary.RootNS <= 0 {
		return part{}, false
	}
	x := part{name: name, words: words, ns: p.Total}
	if p.GPU != nil {
		x.ns += *p.GPU
	}
	// Estimates of a sampled trace may come to all of the time and more.
	x.ns = min(x.ns, in.Summary.RootNS-1)
	x.share = share(x.ns, in.Summary.RootNS)
	x.bound, x.saved = 1/(1-x.share), x.ns
	return x, true
}

// limit takes the parallelism of the linear solver into the bound, where it is
// known, and returns the evidence for it.
func (x *part) limit(in *Input) []Evidence {
	o := in.ordering()
	if o == nil || o.parallelism() < 1 {
		return nil
	}
	factor, words := int64(0), "factorisation"
	for _, name := range []string{trace.PhaseFactor, trace.PhaseRefactor} {
		if p, ok := in.Phase(name); ok {
			factor += p.Total
		}
	}
	if factor == 0 {
		factor, words = x.ns, "linear solver, whose factorisation and triangular solves the trace does not tell apart"
	}
	remains := int64(float64(min(factor, x.ns)) / o.parallelism())
	x.saved -= remains
	x.bound = 1 / (1 - share(x.saved, in.Summary.RootNS))
	return []Evidence{
		in.Phases(words, float64(factor), UnitNS, ".phases[] | select(.name | test(\"factor|linear_solve\")).total_ns"),
		{Text: "parallelism of the factorisation, work over critical path T1/T∞ by columns, " + o.Method, Value: o.parallelism(), Unit: UnitRatio,
			Source: in.Analysis.Source + ": analyze/v1 " + o.key()},
		in.Phases("speed-up of the whole when the factorisation is as parallel as that", x.bound, UnitRatio, "1/(1 - share × (1 - T∞/T1))"),
	}
}

// buildSolveTries says what to do about the larger part. The smaller one may
// yet gain more, where the larger is bound by its critical path.
func buildSolveTries(large, small part) []string {
	last := "leave " + small.words + " as it is"
	if small.bound > large.bound {
		last = "look at " + small.words + " too: it is the smaller part, and yet more can be gained by it"
	}
	if large.name == trace.PhaseBuildSystem {
		return []string{"evaluate devices of one model together (vectors, or a GPU): analyze --stamps says how they meet in the Jacobian",
			"bypass devices whose voltages have not moved", last}
	}
	return []string{"compare orderings: analyze FILE says which has the fewest flops and which is most parallel",
		"refactor on the fixed pattern instead of factoring anew", last}
}

// capital returns s with a capital at its start.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// buildVersusSolve finds runs in which one of the two large parts of an
// iteration takes most of the time. If a part has the share f of all time, the
// run becomes at most 1/(1−f) times as fast without it (Amdahl's law). All time
// includes time in no phase. Device work that a phase launched counts as its time
// while no range of the phase is open: work that the phase waits for counts once.
// Time that both parts have counts once too, such as time of the solver while
// devices are still busy with the evaluation. shared says which part has it.
//
// If the analysis of the matrix is known and the solver ran on the host, the rule
// reports what more workers gain. The factorisation becomes at most T1/T∞ times
// as fast, in the task model of the analysis with the largest T1/T∞. Triangular
// solves, for which the analysis has no such figure, are assumed to take no time.
// If the trace does not separate the two, the whole linear solver counts as
// factorisation, so that the rule promises no more. This bounds this ordering on
// more workers, not a solver that does less work.
func buildVersusSolve() Rule {
	return Rule{
		ID:      "build-versus-solve",
		Meaning: "Device evaluation or the linear solver takes more than half of the time. By Amdahl's law, this limits how much faster the run can get without speeding up this part",
		Needs:   "phases build_system and linear_solve; for the parallelism of the factorisation also --analysis",
		Summary: true,
		Check:   checkBuildSolve,
	}
}

// A part is one of the two phases.
type part struct {
	name   string // of the phase
	words  string
	device int64 // ns in which devices worked for the part while none of its ranges was open
	other  int64 // ns of the part that count as time of the other part
	ns     int64 // time of the part: ranges and device, without other
	share  float64
	bound  float64 // how many times as fast the whole is when the part takes no time
}

func checkBuildSolve(in *Input) Outcome {
	build, ok1 := partOf(in, trace.PhaseBuildSystem, "device evaluation")
	solve, ok2 := partOf(in, trace.PhaseLinearSolve, "the linear solver")
	if !ok1 || !ok2 {
		return Abstain("the trace does not have both phases " + trace.PhaseBuildSystem + " and " + trace.PhaseLinearSolve)
	}
	if in.Summarized && in.Summary.Device != nil {
		return Abstain("a summary does not show which part devices worked for at which time; give the captures")
	}
	ofSolve, ofBuild := in.shared(build.name, solve.name)
	build.leave(in, ofSolve)
	solve.leave(in, ofBuild)
	if why := unsure(in, build, solve); why != "" {
		return Abstain(why)
	}
	large, small := build, solve
	if solve.ns > build.ns {
		large, small = solve, build
	}
	if large.share <= most {
		return Clear(fmt.Sprintf("device evaluation takes %s and the linear solver %s of the time: neither takes more than half", units.Share(build.share), units.Share(solve.share)))
	}
	ev := append(large.evidence(in), small.evidence(in)...)
	ev = append(ev,
		in.Phases("share of the time in no phase", share(in.Summary.Unattributed, in.Summary.Worked()), UnitShare, ".unattributed_ns / (.root_ns - (.recording_ns // 0))"),
		in.Phases("speed-up of the run if "+large.words+" takes no time (Amdahl's law)", large.bound, UnitRatio, "1/(1 - "+large.key()+")"),
		in.Phases("speed-up of the run if "+small.words+" takes no time (Amdahl's law)", small.bound, UnitRatio, "1/(1 - "+small.key()+")"))
	title := fmt.Sprintf("%s takes %s of the time. By Amdahl's law, the run becomes at most %s as fast without %s, and %s without %s", capital(large.words),
		units.Share(large.share), units.Ratio(large.bound), large.words, units.Ratio(small.bound), small.words)
	reach := large.bound
	if large.name == trace.PhaseLinearSolve {
		if bound, model, list := large.parallel(in); list != nil {
			ev, reach = append(ev, list...), bound
			title += fmt.Sprintf(". With more workers on the factorisation, the run becomes at most %s as fast (task model %s)", units.Ratio(bound), model)
		}
	}
	text, list := in.caveat(large.name)
	title, ev = title+text, append(ev, list...)
	return Found(Finding{Severity: Info, Title: title, Cost: in.Cost(large.ns), Evidence: ev, Try: buildSolveTries(in, large, small, reach)})
}

// unsure says why the shares of a sampled trace say nothing; "" when they do: two
// standard errors of any phase are more than a quarter of all time, as one step
// that was held up makes them, or leave open which side of a half a part is on.
func unsure(in *Input, parts ...part) string {
	for _, p := range in.Summary.Phases {
		if p.Estimated && 2*p.ShareError > 0.25 {
			return fmt.Sprintf("1 of %d time steps was timed, and %s took %s ± %s of the time: shares are too uncertain; use --sample 1 to time all steps",
				in.Summary.Sample, p.Name, units.Share(p.Share), units.Share(p.ShareError))
		}
	}
	for _, x := range parts {
		p, _ := in.Phase(x.name)
		if d := x.share - most; p.Estimated && max(d, -d) < 2*p.ShareError {
			return fmt.Sprintf("1 of %d time steps was timed, and %s took %s ± %s of the time: this may or may not be more than half; use --sample 1 to time all steps",
				in.Summary.Sample, x.words, units.Share(x.share), units.Share(p.ShareError))
		}
	}
	return ""
}

// caveat says what a sentence on the share of a phase has to be read with, and the
// evidence: its standard error where it is estimated, and that the machine was busy.
func (in *Input) caveat(name string) (text string, ev []Evidence) {
	if p, _ := in.Phase(name); p.ShareError > 0 {
		text = fmt.Sprintf(". Shares are estimated from 1 of %d time steps, ± %s (standard error)", in.Summary.Sample, units.Share(p.ShareError))
		ev = append(ev, in.Phases("standard error of the share of "+name, p.ShareError, UnitShare, fmt.Sprintf("(.phases[] | select(.name==%q).share_standard_error)", name)))
	}
	if x := in.Summary.Slowed(); x > trace.Busy {
		text += fmt.Sprintf(". The machine was busy (wall-clock time is %s the CPU time): run again on an idle machine", units.Ratio(x))
		ev = append(ev, in.Phases("wall-clock time divided by CPU time", x, UnitRatio, ".cpu_of_ns / .cpu_ns"))
	}
	return text, ev
}

// evidence says what share the part has, and of what.
func (x *part) evidence(in *Input) []Evidence {
	list := []Evidence{in.Phases(x.words+", share of the time", x.share, UnitShare, x.key())}
	if x.device > 0 {
		list = append(list, Evidence{"part of this time in which devices worked while no range " + x.name + " was open", float64(x.device), UnitNS,
			in.Source + ": kernels and copies by the calls that launched them (nrprof stats nvtx_gpu_proj_trace)"})
	}
	if x.other > 0 {
		list = append(list, Evidence{"time of " + x.words + " that is counted under the other part, because devices worked for the other part meanwhile", float64(x.other), UnitNS,
			in.Source + ": kernels and copies by the calls that launched them (nrprof stats nvtx_gpu_proj_trace)"})
	}
	return list
}

// key is where the share is, as jq takes it.
func (x *part) key() string {
	if x.device == x.other {
		return fmt.Sprintf("(.phases[] | select(.name==%q).share)", x.name)
	}
	return fmt.Sprintf("(.phases[] | select(.name==%q).total_ns + %d) / (.root_ns - (.recording_ns // 0))", x.name, x.device-x.other)
}

// partOf returns the share of a phase; false if the trace does not have the phase.
func partOf(in *Input, name, words string) (part, bool) {
	p, ok := in.Phase(name)
	if !ok || p.Total <= 0 || in.Summary.Worked() <= 0 {
		return part{}, false
	}
	x := part{name: name, words: words}
	if p.GPU != nil && *p.GPU > 0 {
		x.device = scaled(in.beyond(name), &p, in.Summary.Inflation)
	}
	x.leave(in, 0)
	return x, true
}

// leave sets the share of the part. other is the time of the part that counts as
// time of the other part.
func (x *part) leave(in *Input, other int64) {
	p, _ := in.Phase(x.name)
	x.other = scaled(other, &p, in.Summary.Inflation)
	// Estimates of a sampled trace may come to all of the time and more.
	x.ns = min(max(p.Total+x.device-x.other, 0), in.Summary.Worked()-1)
	x.share = share(x.ns, in.Summary.Worked())
	x.bound = 1 / (1 - x.share)
}

// scaled returns the time of all calls of a phase. ns is the time of the timed
// calls, which took inflation times as long.
func scaled(ns int64, p *trace.Phase, inflation float64) int64 {
	if p.Estimated && p.Measured > 0 && inflation > 0 {
		return int64(float64(ns) * float64(p.Count) / float64(p.Measured) / inflation)
	}
	return ns
}

// parallel returns what the whole gains at most where the factorisation is as
// parallel as its ordering allows, with the evidence; nil where that is not known
// or the solver ran on a device, where many workers share the time already.
func (x *part) parallel(in *Input) (bound float64, model string, list []Evidence) {
	o := in.ordering()
	if o == nil {
		return 0, "", nil
	}
	most, model, from := o.parallelism()
	if most < 1 {
		return 0, "", nil
	}
	if p, _ := in.Phase(x.name); p.GPU != nil && *p.GPU > 0 {
		return 0, "", nil
	}
	factor, words, key := int64(0), "time of the factorisation", `[.phases[] | select(.name | test("^(re)?factor$")).total_ns] | add`
	for _, name := range []string{trace.PhaseFactor, trace.PhaseRefactor} {
		if p, ok := in.Phase(name); ok {
			factor += p.Total
		}
	}
	if factor == 0 {
		factor, words = x.ns, "time of the linear solver, in which the trace does not separate factorisation and triangular solves"
		key = fmt.Sprintf(".phases[] | select(.name==%q).total_ns", x.name)
	}
	remains := int64(float64(min(factor, x.ns)) / most)
	bound = 1 / (1 - share(x.ns-remains, in.Summary.Worked()))
	return bound, model, []Evidence{
		in.Phases(words, float64(factor), UnitNS, key),
		{Text: "parallelism of the factorisation: work divided by critical path, T1/T∞, in the task model " + model + ", ordering " + o.Method, Value: most, Unit: UnitRatio,
			Source: in.Analysis.Source + ": analyze/v1 " + from},
		in.Phases("speed-up of the run if the factorisation is as parallel as in this model", bound, UnitRatio, fmt.Sprintf("1/(1 - (%d - %d) / (.root_ns - (.recording_ns // 0)))", x.ns, remains)),
	}
}

// buildSolveTries says what to do about the larger part, which can make the run
// reach times as fast. The smaller part may gain more if the critical path bounds
// the larger part.
func buildSolveTries(in *Input, large, small part, reach float64) []string {
	last := "leave " + small.words + " unchanged"
	if small.bound > reach {
		last = "look at " + small.words + " too: it is the smaller part, but it can gain more than more workers on the factorisation"
	}
	if large.name == trace.PhaseBuildSystem {
		return []string{"evaluate the devices of one model together (vector instructions or a GPU); analyze --stamps shows how their additions meet in the Jacobian",
			"bypass devices whose voltages have not changed", last}
	}
	list := []string{"compare orderings: analyze FILE reports the ordering with the fewest flops and the most parallel ordering"}
	factor, _ := in.Phase(trace.PhaseFactor)
	again, _ := in.Phase(trace.PhaseRefactor)
	if again.Total == 0 || share(factor.Total, factor.Total+again.Total) >= worth { // else nearly all are refactorisations
		list = append(list, "refactor on the fixed pattern instead of factoring with new pivots")
	}
	return append(list, last)
}

// capital returns s with a capital at its start.
func capital(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

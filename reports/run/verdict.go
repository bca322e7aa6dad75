package run

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// Verdict says in a few sentences where the time of a run goes and what can shorten
// the run, with the figures of the report.
func Verdict(rep *simulate.Report) []string {
	list := []string{}
	say := func(s string) {
		if s != "" {
			list = append(list, s)
		}
	}
	if rep.Stop != simulate.StopFailed { // where the time went says nothing of one that works
		say(sharesSentence(rep.Phases))
	}
	say(linearSentence(rep))
	say(stepsSentence(rep))
	say(rejectedSentence(rep))
	say(timerSentence(rep))
	return list
}

// phaseNamed returns the row of a phase, and whether it is there.
func phaseNamed(list []trace.Phase, name string) (trace.Phase, bool) {
	for _, p := range list {
		if p.Name == name && p.Total > 0 {
			return p, true
		}
	}
	return trace.Phase{}, false
}

// sharesSentence says how much there is to gain in the two large parts: what
// is left of the time when a part costs nothing bounds the speed-up (Amdahl).
func sharesSentence(s *trace.Summary) string {
	if s == nil {
		return ""
	}
	build, ok1 := phaseNamed(s.Phases, trace.PhaseBuildSystem)
	linear, ok2 := phaseNamed(s.Phases, trace.PhaseLinearSolve)
	if !ok1 || !ok2 {
		return ""
	}
	if fewTimedSteps(s) {
		return fewSentence(s)
	}
	b, l := estimate{build}, estimate{linear}
	text := fmt.Sprintf("Device evaluation takes %s of the time, the linear solver %s", b, l)
	switch {
	case max(b.standardError(), l.standardError()) > unsure:
		return text + fmt.Sprintf(". With 1 of %d time steps timed, the shares are too uncertain to bound the gain of a faster solver or evaluation; use %s to time more steps.", s.Sample, finer(s.Sample)) + caveat(s)
	case b.standardError()+l.standardError() > 0:
		text += " (± standard error)"
	}
	return text + fmt.Sprintf(". By Amdahl's law, a faster linear solver speeds the run up by at most %s, faster evaluation by at most %s.", l.bound(), b.bound()) + caveat(s)
}

// fewSentence says that too few time steps were timed for shares of the time.
func fewSentence(s *trace.Summary) string {
	n, advice := s.Steps, "use "+finer(s.Sample)+" to time more steps"
	if n.Count*8/int64(s.Sample) < enoughSteps {
		advice = "use --sample 1 to time all steps"
	}
	verb := "were"
	if n.Timed == 1 {
		verb = "was"
	}
	return fmt.Sprintf("Only %s of %s %s timed: too few to say which share of the time each phase takes; %s.",
		units.Integer(n.Timed), units.Plural(n.Count, "time step"), verb, advice)
}

// caveat says what a sentence on times has to be read with: that they are
// estimated, and that others had the processor. It is "" where neither is so.
func caveat(s *trace.Summary) string {
	var list []string
	if sampled(s) {
		list = append(list, fmt.Sprintf("estimated from %s of %s", units.Integer(estimatedFrom(s)), units.Plural(s.Steps.Count, "time step")))
	}
	if x := s.Slowed(); x > trace.Busy {
		list = append(list, fmt.Sprintf("the machine was busy (wall-clock time is %s the CPU time of the solver); run again on an idle machine", units.Ratio(x)))
	} else if s.PreemptedSteps > 0 {
		list = append(list, fmt.Sprintf("%s the processor for %s", units.Count(s.PreemptedSteps, "timed time step lost", "timed time steps lost"), units.Duration(s.PreemptedNS)))
	}
	if len(list) == 0 {
		return ""
	}
	return " Caveat: " + strings.Join(list, "; ") + "."
}

// estimatedFrom returns how many timed time steps the estimates are from: those
// that kept the processor, all where none but the first did.
func estimatedFrom(s *trace.Summary) int64 {
	if r := s.Regimes; r != nil && r.WarmUp.Units+r.Steady.Units == 0 {
		return s.Steps.Timed
	}
	return s.Steps.Timed - s.PreemptedSteps
}

// sampled reports whether some time steps were not timed.
func sampled(s *trace.Summary) bool {
	return s.Sample > 1 && s.Steps != nil && s.Steps.Timed < s.Steps.Count
}

// briefly is the caveat of a sentence after the first, in parentheses with what.
func briefly(s *trace.Summary, what string) string {
	if sampled(s) {
		what += fmt.Sprintf(" of %s", units.Plural(estimatedFrom(s), "timed step"))
	}
	if s.Slowed() > trace.Busy {
		what += "; the machine was busy"
	}
	return " (" + what + ")."
}

// finer is the flag that times eight times as many steps, or all.
func finer(sample int) string {
	if sample < 16 {
		return "--sample 1"
	}
	return fmt.Sprintf("--sample 1/%d", sample/8)
}

// unsure is the standard error of a share from which on nothing is said of what
// there is to gain: two of them are a quarter of all time.
const unsure = 0.125

// fewTimedSteps reports whether so few of the time steps were timed that they
// have no standard error: one besides the first, which stands for itself.
func fewTimedSteps(s *trace.Summary) bool {
	return s.Sample > 1 && s.Steps != nil && s.Steps.Timed < s.Steps.Count && s.Steps.Timed <= 2
}

// enoughSteps is the number of timed time steps from which on a trace can tell
// warm-up from steady time steps.
const enoughSteps = 32

// An estimate is a phase as a share of all time.
type estimate struct{ trace.Phase }

// standardError is the standard error of the share, 0 where all was timed.
func (e estimate) standardError() float64 { return e.ShareError }

// String writes the share.
func (e estimate) String() string {
	if e.standardError() == 0 {
		return units.Share(e.Share)
	}
	return units.Share(e.Share) + " ± " + units.Share(e.standardError())
}

// bound writes by how much a run is faster when the phase costs nothing: the
// bounds for shares two standard errors below and above where they differ.
func (e estimate) bound() string {
	gain := func(share float64) string {
		return units.Ratio(1 / max(1-share, 1e-6)) // sums of estimates may round to all
	}
	low, high := gain(max(e.Share-2*e.standardError(), 0)), gain(e.Share+2*e.standardError())
	switch {
	case low == high:
		return high
	case e.Share+2*e.standardError() >= 1:
		return low + " or more"
	}
	return low + " to " + high
}

// linearSentence compares the parts of a linear solve in the steady regime.
func linearSentence(rep *simulate.Report) string {
	if rep.Phases == nil || rep.Phases.Regimes == nil {
		return ""
	}
	steady := rep.Phases.Regimes.Steady.Phases
	solve, ok := phaseNamed(steady, trace.PhaseSolve)
	if !ok || solve.Median == 0 {
		return ""
	}
	what, kind := "A refactorisation", trace.PhaseRefactor
	f, ok := phaseNamed(steady, kind)
	if g, anew := phaseNamed(steady, trace.PhaseFactor); !ok || anew && g.Count > f.Count {
		what, f, ok = "A factorisation", g, anew
	}
	if !ok || f.Median == 0 {
		return ""
	}
	text := fmt.Sprintf("%s costs %s solves", what, units.Significant(float64(f.Median)/float64(solve.Median)))
	if l := rep.Linear; l != nil && l.Flops > 0 {
		text += fmt.Sprintf(" and runs at %s/s", units.Flops(l.Flops/float64(f.Median)*1e9))
	}
	return text + briefly(rep.Phases, "medians")
}

// stepsSentence says how many steps went beyond the least iterations there
// can be, two, and what held them up most.
func stepsSentence(rep *simulate.Report) string {
	steps := stepsOf(rep.PerStep)
	if steps == 0 {
		return ""
	}
	third := steps
	for k := range min(3, len(rep.PerStep)) {
		third -= rep.PerStep[k]
	}
	if third == 0 {
		return "Every time step converged in two iterations, the fewest possible."
	}
	text := fmt.Sprintf("%s of the time steps took a third iteration", units.Percent(float64(third), float64(steps)))
	if len(rep.Blocked) > 0 {
		b := rep.Blocked[0]
		text += fmt.Sprintf("; unknown %s blocked convergence most often, in %s of the iterations", b.Unknown,
			units.Percent(float64(b.Count), float64(rep.Counts.Iterations)))
	}
	return text + "."
}

// wasteful is the share of iterations in rejected steps from which on they are
// worth a sentence.
const wasteful = 0.05

// rejectedSentence says what rejected steps cost.
func rejectedSentence(rep *simulate.Report) string {
	n := rep.Counts
	wasted := n.WastedLTE + n.WastedNR
	if float64(wasted) < wasteful*float64(n.Iterations) || wasted == 0 {
		return ""
	}
	why := "their truncation error"
	if n.WastedNR > n.WastedLTE {
		why = "iterations that did not converge"
	}
	return fmt.Sprintf("Rejected steps wasted %s of the iterations, mostly due to %s.", units.Percent(float64(wasted), float64(n.Iterations)), why)
}

// fewTimed is the N of the --sample 1/N that disturbs little.
const fewTimed = 64

// timerSentence warns of timing that changes what it times. What an operating
// point does is timed whatever --sample says.
func timerSentence(rep *simulate.Report) string {
	s := rep.Phases
	if s == nil || s.Worked() == 0 || float64(s.TimerCost) < wasteful*float64(s.Worked()) {
		return ""
	}
	text := "Timing took up to " + units.Percent(float64(s.TimerCost), float64(s.Worked())) + " of the time"
	if rep.Analysis.Kind == "tran" && s.Sample < fewTimed {
		text += fmt.Sprintf("; --sample 1/%d reduces this overhead", fewTimed)
	}
	if s.Slowed() > trace.Busy {
		text += "; the machine was busy"
	}
	return text + "."
}

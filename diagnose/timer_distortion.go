package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// dearSample is by how much longer timed steps may take than all steps on
// average, or those than them. Code that seldom runs takes longer, since caches
// and predictors have forgotten it; where other programs take the processor from
// the steps that are not timed, these take longer. Twice worth, for shares of
// phases are off by less than totals.
const dearSample = 1 + 2*worth

// timerDistortion finds traces whose times include the time of timing: ranges
// times the measured cost of one, what a profiler took for itself while the
// program ran, and timed steps that took longer than the others. A distortion
// below worth is less than what repeated runs differ by.
func timerDistortion() Rule {
	return Rule{
		ID:      "timer-distortion",
		Meaning: "Measuring takes more than 5 % of what it measures, or the timed steps differ from all steps by more than 10 %",
		Needs:   "the cost of a range (captures have it), or an export of Nsight Systems with its overheads",
		Summary: true,
		Check:   checkTimer,
	}
}

func checkTimer(in *Input) Outcome {
	timer := in.Trace.Header.TimerNS > 0
	switch {
	case in.Span() == 0:
		return Abstain("the trace has no duration")
	case !timer && in.Profiler == nil:
		return Abstain("the trace has neither the cost of a range (captures, .nrt, have it) nor the overhead of a profiler")
	}
	var list []Finding
	var clear []string
	open := ""
	add := func(f *Finding, why string) {
		if f != nil {
			list = append(list, *f)
		}
		clear = append(clear, why)
	}
	if timer {
		add(rangesCost(in))
		if in.Summary.Inflation > 0 {
			var f *Finding
			var why string
			f, why, open = inflated(in)
			add(f, why)
		}
	}
	if in.Profiler != nil {
		add(profilerCost(in))
	}
	if len(list) > 0 {
		return Found(list...)
	}
	if open != "" {
		return Abstain(open)
	}
	return Clear(joinReasons(clear))
}

// joinReasons puts clauses into one.
func joinReasons(list []string) string {
	text := ""
	for i, s := range list {
		if i > 0 {
			text += "; "
		}
		text += s
	}
	return text
}

// rangesCost compares what the ranges cost with what they measure.
func rangesCost(in *Input) (*Finding, string) {
	s := in.Summary
	part := share(s.TimerCost, s.Worked())
	why := fmt.Sprintf("timing the ranges takes at most %s of the time", units.Share(part))
	if part <= worth {
		return nil, why
	}
	f := &Finding{Severity: Warning, Cost: in.Cost(s.TimerCost),
		Title: fmt.Sprintf("Timing the ranges takes up to %s of the time, %s per range", units.Share(part), units.Duration(int64(in.Trace.Header.TimerNS))),
		Evidence: []Evidence{
			in.Phases("number of ranges multiplied by the measured cost of one range", float64(s.TimerCost), UnitNS, ".timer_cost_ns"),
			in.Phases("time of all outermost ranges, without recording", float64(s.Worked()), UnitNS, ".root_ns - (.recording_ns // 0)"),
			in.Phases("ranges", float64(s.Ranges), "ranges", ".ranges"),
		},
		Try: []string{"time fewer steps: nrprof run --sample 1/64", "remove ranges around code that takes less than a microsecond"}}
	return f, why
}

// inflated compares timed steps with all of them. Open says why the timed ones
// are too few to tell; "" when they do.
func inflated(in *Input) (f *Finding, why, open string) {
	x := in.Summary.Inflation
	deviation, ok := in.Summary.Deviation, sampledSteps(in.Summary) >= 2
	took := units.Ratio(x)
	if deviation > 0 {
		took += " ± " + units.Significant(deviation)
	}
	why = "timed steps take " + took + " as long as all steps on average"
	low, high := x-2*deviation, x+2*deviation
	switch {
	case !ok:
		return nil, why, "at most one time step besides the first was timed, too few to compare with all steps; use --sample 1 to time all steps"
	case low >= 1/dearSample && high <= dearSample:
		return nil, why, ""
	case low <= dearSample && high >= 1/dearSample:
		return nil, why, fmt.Sprintf("1 of %d time steps was timed, and timed steps take %s as long as all steps on average (standard error): the difference may or may not be more than %s",
			in.Summary.Sample, took, units.Share(dearSample-1))
	}
	try := "time more steps: --sample 1/8 keeps the timing code in the caches"
	if x < 1 {
		try = "run again on an idle machine, and time more steps (--sample 1/8): the timed steps are not representative"
	}
	return &Finding{Severity: Info,
		Title: fmt.Sprintf("Timed steps take %s as long as all steps on average", took),
		Evidence: []Evidence{in.Phases("time of timed steps divided by the time of all steps, on average", x, UnitRatio, ".inflation"),
			in.Phases("standard error of this ratio", deviation, UnitRatio, ".inflation_standard_error"),
			in.Phases("number of time steps for each timed step", float64(in.Summary.Sample), "time steps", ".sample")},
		Try: []string{"use shares and medians, not totals: totals are scaled by this ratio", try}}, why, ""
}

// sampledSteps returns how many steps stand for others: the first and those that
// lost the processor do not.
func sampledSteps(s *trace.Summary) int64 {
	if s.Steps == nil || s.Regimes == nil {
		return 0
	}
	n := s.Steps.Timed - s.Regimes.Cold.Units
	if p := s.Regimes.Preempted; p != nil {
		n -= p.Units
	}
	return n
}

// profilerCost compares what a profiler did while the program ran with the
// trace.
func profilerCost(in *Input) (*Finding, string) {
	list := in.intervals()
	defer list.Free()
	for _, o := range in.Profiler {
		in.clip(o, list)
	}
	ns := min(covered(list), in.Span())
	part := share(ns, in.Span())
	why := fmt.Sprintf("the profiler used %s of the trace for itself", units.Share(part))
	if part <= worth {
		return nil, why
	}
	f := &Finding{Severity: Warning, Cost: in.Cost(ns),
		Title:    fmt.Sprintf("The profiler used %s of the trace for itself, %s", units.Share(part), units.Duration(ns)),
		Evidence: []Evidence{{Text: "time in which the profiler worked for itself, between the first and the last event", Value: float64(ns), Unit: UnitNS, Source: in.Profiler[0].Source}},
		Try:      []string{"measure longer: the profiler makes and reads its buffers only once", "trace less: nsys profile --trace=cuda,nvtx, without osrt and without backtraces, as nrprof nsys does"}}
	for _, o := range in.Profiler {
		list.Free()
		in.clip(o, list)
		if x := covered(list); x > 0 {
			f.Evidence = append(f.Evidence, Evidence{Text: o.Name, Value: float64(x), Unit: UnitNS, Source: o.Source})
		}
	}
	return f, why
}

// clip adds the parts of an overhead that lie between the first and the last event
// to a list.
func (in *Input) clip(o Overhead, list *spill.Sorter[Interval]) {
	for x := range o.Times {
		if x = (Interval{max(x.Start, in.first), min(x.End, in.last)}); x.End > x.Start {
			list.Add(x)
		}
	}
}

package trace

import "fmt"

// timerShare is the share of the time from which on the cost of timing is reported.
const timerShare = 0.05

// warn says what makes the figures doubtful.
func (s *sums) warn(out *Summary, est *Estimate) {
	say := func(bad bool, format string, args ...any) {
		if bad {
			out.Warnings = append(out.Warnings, fmt.Sprintf(format, args...))
		}
	}
	out.Warnings = append(out.Warnings, s.trace.Loss.Warnings()...)
	say(s.open > 0, "%s without an end, counted until the last recorded time", several(s.open, "range"))
	say(s.odd > 0, "%s out of place: ends of ranges that are not open, or references to missing entries", several(s.odd, "event"))
	say(s.trace.Err() != nil, "not all events could be read: %v", s.trace.Err())
	say(s.units.name < 0 && s.ranges > 0, "no time steps and no iterations: cold, warm-up and steady cannot be distinguished%s", s.otherDomain())
	unit, many := "time step", "time steps"
	if s.units.name != s.units.step {
		unit, many = "iteration", "iterations"
	}
	if s.preempted > 0 {
		many += " in which the thread kept the processor"
	}
	say(s.units.few, "fewer than %d timed %s: too few to distinguish warm-up from steady", settleUnits, many)
	say(s.units.restless, "the time per %s does not settle in the first half of the run", unit)
	say(len(s.tree.late) > 0, "more than %d places: later places are reported by name only", maxNodes)
	say(est != nil && !s.stepsKnown(), "the trace does not contain the exact number of time steps: it is taken as %d times the number of timed steps", out.Sample)
	say(est != nil && !est.exact && est.clean == 0, "only the first time step was timed: the time of the other %.0f is part of the enclosing ranges", est.rest())
	s.warnBusy(out, est, say)
	worked := float64(out.Worked())
	say(float64(out.TimerCost) > timerShare*worked, "timing itself took up to %.0f %% of the time", min(100, 100*ratio(float64(out.TimerCost), worked)))
}

// Busy is from what ratio of wall-clock time to CPU time on the machine counts as
// busy.
const Busy = 1.1

// warnBusy says what others took of the processor.
func (s *sums) warnBusy(out *Summary, est *Estimate, say func(bool, string, ...any)) {
	busy := out.Slowed()
	say(busy > Busy, "the machine was busy: the solver's thread ran for %.0f %% of the time (wall-clock time is %.2f times its CPU time), so times are too large; run again on an idle machine",
		100/max(busy, 1), busy)
	if out.PreemptedSteps == 0 {
		return
	}
	timed := s.steps
	text := fmt.Sprintf("%d of %s lost the processor to other programs, for %s", out.PreemptedSteps, several(timed, "timed time step"), span(out.PreemptedNS))
	switch {
	case est == nil || est.exact || est.clean == 0:
	case est.spare:
		text += ": totals and shares are estimated from these steps, because no other steps were timed"
	default:
		text += ": totals and shares are estimated from the other timed steps"
	}
	say(true, "%s", text)
}

package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
	"slices"
)

func timerDistortionInputs() []planted {
	// 41 ranges: a transient, 10 steps, 10 iterations, 20 parts of them.
	cost := func(timer float64) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{header: trace.Header{TimerNS: timer}}
			b.solver(0, repeat(10, step{iterations: 1, build: 60, solve: 40})...)
			return b.input()
		}
	}
	profiler := func(list ...diagnose.Interval) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			b.solver(5000, repeat(10, step{iterations: 1, build: 60, solve: 40})...)
			in := b.input()
			in.Profiler = []diagnose.Overhead{{Name: "flush", Times: slices.Values(list), Source: "run.sqlite: PROFILER_OVERHEAD"}}
			return in
		}
	}
	// uneven has one of 10 timed steps take longer by held ns.
	uneven := func(wall, held int64, timed int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{header: trace.Header{TimerNS: 0.01, Sample: 4}}
			b.counts = trace.Counts{Number: map[string]int64{"timesteps": 40, "nr_iterations": 40}}
			th := b.thread(1, 1)
			b.open(th, trace.PhaseTransient, 0)
			for k := range timed {
				at, takes := k*wall/timed, int64(1000)
				if k == timed/2 {
					takes += held
				}
				b.open(th, trace.PhaseTimestep, at)
				b.open(th, trace.PhaseIteration, at)
				b.span(th, trace.PhaseBuildSystem, at, takes)
				b.close(th, trace.PhaseIteration, at+takes)
				b.close(th, trace.PhaseTimestep, at+takes)
			}
			b.close(th, trace.PhaseTransient, wall)
			return b.input()
		}
	}
	sampled := func(wall int64) func() *diagnose.Input { return uneven(wall, 0, 10) }
	return []planted{
		{"ranges cost 6 per cent", finds, cost(1.5)},
		{"ranges cost 4 per cent", clears, cost(1)},
		{"timed steps take 1.2 times as long", finds, sampled(40 * 1000 * 10 / 12)},
		{"timed steps take half as long", finds, sampled(40 * 1000 * 2)},
		{"timed steps take 0.92 times as long", clears, sampled(40 * 1000 * 100 / 92)},
		{"timed steps take 1.08 times as long", clears, sampled(40 * 1000 * 100 / 108)},
		{"one timed step was held up", abstains, uneven(40*1000, 4000, 10)},
		{"one timed step was held up a little", clears, uneven(40*1000, 100, 10)},
		{"all steps are faster than those timed", finds, uneven(40*1000*10/20, 1000, 10)},
		{"two steps were timed", abstains, uneven(40*1000, 0, 2)},
		{"the profiler takes 6 per cent", finds, profiler(diagnose.Interval{Start: 5100, End: 5150}, diagnose.Interval{Start: 5140, End: 5160})},
		{"the profiler takes 5 per cent", clears, profiler(diagnose.Interval{Start: 5100, End: 5150}, diagnose.Interval{Start: 5120, End: 5150})},
		{"the profiler works before and after", clears, profiler(diagnose.Interval{Start: 0, End: 5010}, diagnose.Interval{Start: 5990, End: 9000})},
		{"a trace of another program", abstains, cost(0)},
		{"nothing was traced", abstains, func() *diagnose.Input {
			in := new(builder).input()
			in.Profiler = []diagnose.Overhead{}
			return in
		}},
	}
}

package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

func nrNonconvergenceInputs() []planted {
	counts := func(rejected, wasted, all int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{counts: trace.Counts{Number: map[string]int64{"rejected_nr": rejected, "wasted_iterations_nr": wasted, "nr_iterations": all, "timesteps": 10}}}
			b.counts.Table = map[string][]trace.Row{"blocked": {{Name: "out", Count: 3}}}
			b.solver(0, spread([2]int{10, 10})...)
			return b.input()
		}
	}
	continued := func(gmin, rest int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			b.open(th, trace.PhaseOperatingPoint, 0)
			b.span(th, trace.PhaseGminStep, 0, gmin)
			b.span(th, trace.PhaseSourceStep, gmin, 1)
			b.close(th, trace.PhaseOperatingPoint, rest)
			return b.input()
		}
	}
	return []planted{
		{"one iteration of ten is wasted", finds, counts(2, 10, 100)},
		{"one iteration of twenty is wasted", finds, counts(1, 5, 100)},
		{"four iterations of a hundred are wasted", clears, counts(1, 4, 100)},
		{"none is wasted", clears, counts(0, 0, 100)},
		{"the operating point by conductances", finds, continued(50, 1000)},
		{"few solutions on the way", clears, continued(48, 1000)},
		{"the run failed", finds, func() *diagnose.Input {
			in := counts(0, 0, 100)()
			const text = `{"schema":"run/v1","failure":{"time_s":1e-9,"unknown":"out","text":"no convergence at 1 ns"},"counts":{"nr_iterations":100}}`
			in.Run, _ = diagnose.ReadRun([]byte(text), "run.json")
			wrote(in, "run", text)
			return in
		}},
		{"a trace without counts", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, spread([2]int{10, 10})...)
			return b.input()
		}},
	}
}

package diagnose_test

import (
	"strings"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// profiled is what XLA writes when it does not use a command buffer because of a
// profiler.
func profiled(n int) string {
	return strings.Repeat(xlaLine("command_buffer_thunk", "Execute command buffer thunk as a regular thunk sequence because we detected active profiling session"), n)
}

func commandBuffersOffInputs() []planted {
	marked := func(name string) func() *diagnose.Input {
		return planned(func(b *builder, th, st int32) {
			for k := range int64(3) {
				b.events = append(b.events, trace.Event{Time: 100 * k, Index: trace.NoIndex, Track: th, Name: b.name(name, ""), Kind: trace.Instant})
			}
			b.kernels(th, st, 1000, 3, 1000, 100)
		})
	}
	warm := xlaLine("command_buffer_thunk", "Executing warm up iteration of command buffer thunk")
	return []planted{
		{"a log of a profiled run", finds, withXLA(recorded(0, 2) + profiled(3))},
		{"a mark in a profile", finds, marked("WARNING: CommandBuffer disabled when profiling")},
		{"a warm-up and executions", clears, withXLA(warm + recorded(0, 3))},
		{"graphs in the trace", clears, planned(func(b *builder, th, st int32) { b.graphs(th, st, 0, 3, 1, 1000) })},
		{"another warning", abstains, marked("WARNING: CommandBuffer recorded while profiling")},
		{"a warm-up alone", abstains, withXLA(warm)},
		{"no log", abstains, solved},
	}
}

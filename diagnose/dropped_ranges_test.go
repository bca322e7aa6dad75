package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

func droppedRangesInputs() []planted {
	with := func(clock string, loss trace.Loss) func() *diagnose.Input {
		return func() *diagnose.Input {
			b := builder{header: trace.Header{Clock: clock}, loss: loss}
			b.solver(0, repeat(4, step{iterations: 2, build: 100, solve: 50, test: 10})...)
			return b.input()
		}
	}
	return []planted{
		{"no room for 3 ranges", finds, with("tsc", trace.Loss{Dropped: 3})},
		{"a damaged chunk", finds, with("tsc", trace.Loss{Chunks: 1, Ranges: 7})},
		{"killed in a chunk", finds, with("tsc", trace.Loss{Truncated: 12, Open: true})},
		{"a profiler fears for events", finds, func() *diagnose.Input {
			in := with("nsys", trace.Loss{})()
			in.Missing = []diagnose.Missing{{Text: "Not all NVTX events might have been collected.", Count: 1, Source: "run.sqlite: DIAGNOSTIC_EVENT"}}
			return in
		}},
		{"a profiler fears for NVTX that was not used", abstains, func() *diagnose.Input {
			b := builder{header: trace.Header{Clock: "nsys"}}
			b.kernels(b.thread(1, 1), b.stream(1, 0, 1, 7), 0, 10, 1000, 1000)
			in := b.input()
			in.Missing = []diagnose.Missing{{Text: "Not all NVTX events might have been collected.", Count: 1, Source: "run.sqlite: DIAGNOSTIC_EVENT"}}
			return in
		}},
		{"a profiler fears for CUDA of which there is some", finds, func() *diagnose.Input {
			b := builder{header: trace.Header{Clock: "nsys"}}
			b.kernels(b.thread(1, 1), b.stream(1, 0, 1, 7), 0, 10, 1000, 1000)
			in := b.input()
			in.Missing = []diagnose.Missing{{Text: "Not all CUDA events might have been collected.", Count: 1, Source: "run.sqlite: DIAGNOSTIC_EVENT"}}
			return in
		}},
		{"not closed and nothing lost", clears, with("tsc", trace.Loss{Open: true})},
		{"of another recorder", abstains, with("nsys", trace.Loss{})},
		{"no ranges", abstains, func() *diagnose.Input {
			b := builder{header: trace.Header{Clock: "tsc"}}
			return b.input()
		}},
	}
}

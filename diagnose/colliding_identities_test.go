package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

func collidingIdentitiesInputs() []planted {
	of := func(tracks ...trace.Track) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			for i, t := range tracks {
				b.call(th, "cudaLaunchKernel", trace.SortAPI, int64(i)*10, 5, b.track(t), "gemm", trace.SortKernel, int64(i)*10+7, 2)
			}
			return b.input()
		}
	}
	return []planted{
		{"stream 7 of two devices", finds, of(trace.Track{Process: 1, Device: 0, Context: 1, Stream: 7}, trace.Track{Process: 1, Device: 1, Context: 2, Stream: 7})},
		{"stream 7 of two processes", finds, of(trace.Track{Process: 1, Context: 1, Stream: 7}, trace.Track{Process: 2, Context: 1, Stream: 7}, trace.Track{Process: 1, Context: 1, Stream: 8})},
		{"lanes of one stream", clears, of(trace.Track{Process: 1, Context: 1, Stream: 7}, trace.Track{Process: 1, Context: 1, Stream: 7, Lane: 1})},
		{"other streams of two devices", clears, of(trace.Track{Process: 1, Context: 1, Stream: 7}, trace.Track{Process: 1, Device: 1, Context: 1, Stream: 8})},
		{"no devices", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, spread([2]int{3, 2})...)
			return b.input()
		}},
	}
}

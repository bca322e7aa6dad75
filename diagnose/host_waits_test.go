package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// waiting adds n passes in which the host waits for 20 µs, the device working for
// so many of them, in a range and a phase.
func (b *builder) waiting(th, st int32, n int, works int64) {
	for k := range int64(n) {
		at := k * 40_000
		b.open(th, trace.PhaseIteration, at)
		b.call(th, "cuLaunchKernel", trace.SortAPI, at, 1000, st, "k", trace.SortKernel, at+1000, works)
		b.open(th, trace.PhaseConvergence, at+1000)
		b.open(th, "read, pass "+strings.Repeat("1", int(k%3)+1), at+1000)
		b.call(th, "cudaStreamSynchronize_v3020", trace.SortSync, at+1000, 20_000, -1, "", "", 0, 0)
		b.close(th, "read, pass "+strings.Repeat("1", int(k%3)+1), at+21_000)
		b.close(th, trace.PhaseConvergence, at+21_000)
		b.close(th, trace.PhaseIteration, at+39_000)
	}
}

func hostWaitsInputs() []planted {
	return []planted{
		{"the device was not captured", finds, planned(func(b *builder, th, _ int32) { b.launchesOnly(th, 0, 20) })},
		{"the device is idle for most of the waits", finds, planned(func(b *builder, th, st int32) { b.waiting(th, st, 20, 2000) })},
		{"the device works for nearly all of the waits", clears, planned(func(b *builder, th, st int32) { b.waiting(th, st, 20, 18_500) })},
		{"another device works", clears, planned(func(b *builder, th, st int32) {
			b.waiting(th, st, 20, 2000)
			b.kernels(b.thread(2, 2), b.stream(2, 1, 1, 7), 0, 1, 1000, 800_000)
		})},
		{"waits are short", clears, planned(func(b *builder, th, _ int32) {
			b.launchesOnly(th, 0, 20)
			b.span(th, "files", 200_000, 3_500_000)
		})},
		{"no wait", clears, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 20, 1000, 1000) })},
		{"no calls", abstains, solved},
	}
}

// TestWaitsAreAttributed: waits are reported by the function, the range and the phase
// that they are in; the ranges of several passes are one place.
func TestWaitsAreAttributed(t *testing.T) {
	for id, want := range map[string]string{
		"host-waits":              `time in 20 calls of cudaStreamSynchronize by thread 1 of process 1, in range "read, pass #", phase convergence`,
		"per-iteration-dtoh-sync": `time in 20 waits in range "read, pass #", phase convergence`,
	} {
		o := ruleOf(t, id).Check(planned(func(b *builder, th, st int32) { b.waiting(th, st, 20, 2000) })())
		found := false
		for _, f := range o.Findings {
			for _, e := range f.Evidence {
				found = found || e.Text == want && e.Value == 20*20_000
			}
		}
		if !found {
			t.Errorf("%s: got %+v, want %q", id, o, want)
		}
	}
}

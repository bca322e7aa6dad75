package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/trace"
)

func copyBoundInputs() []planted {
	return []planted{
		{"the field goes to the device and back in each pass", finds, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, " pageable", 100_000, 8000) })},
		{"two devices copy from page-locked memory in parallel", finds, planned(func(b *builder, th, st int32) {
			b.heat(th, st, 0, 10, " pinned", 100_000, 8000)
			b.heat(b.thread(2, 2), b.stream(2, 1, 1, 7), 0, 10, " pinned", 99_000, 8000)
		})},
		{"pages of unified memory", finds, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 4, 1000, 1000)
			for k := range int64(8) {
				b.openSort(st, "memcpy UM HtoD", trace.SortMemcpy, 10_000+k*5000)
				b.closeSort(st, "memcpy UM HtoD", trace.SortMemcpy, 14_000+k*5000)
			}
		})},
		{"kernels take a little longer than copies", clears, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, "", 10_000, 20_001) })},
		{"kernels run while copies do", clears, planned(func(b *builder, th, st int32) {
			end := b.heat(th, st, 0, 10, " pinned", 100_000, 8000)
			b.call(b.thread(1, 2), "cuLaunchKernel", trace.SortAPI, 0, 1000, b.stream(1, 0, 1, 8), "busy", trace.SortKernel, 500, end)
		})},
		{"copies on the device", clears, planned(func(b *builder, th, st int32) {
			b.kernels(th, st, 0, 10, 1000, 1000)
			b.copy(th, st, planCopy{name: "memcpy DtoD", start: 20_000, took: 900_000, bytes: 1e9})
		})},
		{"copies take little of the time", clears, planned(func(b *builder, th, st int32) {
			b.span(th, "files", b.heat(th, st, 0, 10, " pageable", 10_000, 8000), 8_000_000)
		})},
		{"kernels that were not captured", abstains, planned(func(b *builder, th, st int32) {
			for k := range int64(10) {
				b.copy(th, st, planCopy{name: "memcpy HtoD pageable", start: k * 20_000, took: 10_000, bytes: 8})
				b.call(th, "cuLaunchKernel", trace.SortAPI, k*20_000+15_000, 1000, -1, "", "", 0, 0)
			}
		})},
		{"nothing on devices", abstains, solved},
	}
}

func pageableCopiesInputs() []planted {
	return []planted{
		{"asynchronous copies that block the host", finds, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, " pageable", 100_000, 8000) })},
		{"page-locked copies show what could be", finds, planned(func(b *builder, th, st int32) {
			at := b.copy(th, st, planCopy{name: "memcpy HtoD pinned", start: 0, took: 50_000, bytes: 400_000})
			b.heat(th, st, at, 10, " pageable", 100_000, 8000)
		})},
		{"sizes are not known", finds, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", took: 50_000, bytes: -1})
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", start: 60_000, took: 50_000, bytes: 4096})
		})},
		{"no copy has a byte", finds, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD pinned", took: 1000})
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", start: 60_000, took: 50_000})
		})},
		{"page-locked memory", clears, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, " pinned", 100_000, 8000) })},
		{"a kernel runs while they copy", clears, planned(func(b *builder, th, st int32) {
			end := b.heat(th, st, 0, 10, " pageable", 100_000, 8000)
			b.call(b.thread(1, 2), "cuLaunchKernel", trace.SortAPI, 0, 1000, b.stream(1, 0, 1, 8), "busy", trace.SortKernel, 500, end)
		})},
		{"few bytes", clears, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, " pageable", 1000, 40_000) })},
		{"kinds of memory are not told", abstains, planned(func(b *builder, th, st int32) { b.heat(th, st, 0, 10, "", 100_000, 8000) })},
		{"no copies", abstains, planned(func(b *builder, th, st int32) { b.kernels(th, st, 0, 10, 1000, 1000) })},
	}
}

// TestCopyFigures: time, bytes and rate are those of the copies, devices that copy
// in parallel cost what one of them does, and page-locked copies bound what is saved.
func TestCopyFigures(t *testing.T) {
	in := copyBoundInputs()[1].input()
	o := ruleOf(t, "copy-bound").Check(in)
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 2_000_000 {
		t.Fatalf("got %+v, want one of 2 ms", o.Findings)
	}
	got := map[string]float64{}
	for _, e := range o.Findings[0].Evidence {
		got[e.Text] = e.Value
	}
	for text, want := range map[string]float64{
		"copies from the host, pinned memory: time of 10 copies": 1e6, "copies from the host, pinned memory: bytes": 4e6, "copies from the host, pinned memory: bandwidth": 4e9,
		"host time in 20 calls of cudaMemcpyAsync by thread 1 of process 1; these calls launched the copies": 20 * 102_000,
	} {
		if got[text] != want {
			t.Errorf("%s: got %v, want %v: %v", text, got[text], want, got)
		}
	}
	// 4 MB each way at 4 GB/s are 2 ms; at the 8 GB/s of the page-locked copy those to the
	// device take 0.5 ms, of which kernels of 80 µs may hide as much.
	o = ruleOf(t, "pageable-copies").Check(pageableCopiesInputs()[1].input())
	if len(o.Findings) != 1 || *o.Findings[0].Cost != 2_000_000-(500_000-80_000) {
		t.Errorf("got %d, want 1.58 ms", *o.Findings[0].Cost)
	}
}

package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// predicate is the loop of a solver whose predicate is read back in each pass.
func predicate(n int) gpuLoop {
	return gpuLoop{n: n, kernels: 3, kernel: 2000, copy: 1, waiting: "cuStreamSynchronize", after: 5000}
}

func perIterationSyncInputs() []planted {
	change := func(l gpuLoop, change func(*gpuLoop)) func() *diagnose.Input {
		change(&l)
		return looped(l)
	}
	return []planted{
		{"a predicate of a byte", finds, looped(predicate(20))},
		{"a double by a blocking copy", finds, change(predicate(20), func(l *gpuLoop) { l.copy, l.copying, l.waiting = 8, "cudaMemcpy_v3020", "" })},
		{"a train without iterations", finds, change(predicate(20), func(l *gpuLoop) { l.plain = true })},
		{"waits without a copy", finds, change(predicate(20), func(l *gpuLoop) { l.copy, l.waiting = 0, "cudaDeviceSynchronize_v3020" })},
		{"an event is waited for", finds, change(predicate(20), func(l *gpuLoop) { l.copy, l.waiting = 0, "cuEventSynchronize" })},
		{"waits after every launch of a train that is not regular", finds, change(predicate(20), func(l *gpuLoop) { l.copy, l.plain, l.tick = 0, true, 300 })},
		{"three threads wait at once", finds, waitingThreads},
		{"a scalar goes to the device from pageable memory", finds, planned(func(b *builder, th, st int32) { b.fed(th, st, 0, 20, " pageable") })},
		{"two processes wait on two devices in parallel", finds, planned(func(b *builder, th, st int32) {
			b.fed(th, st, 0, 20, " pageable")
			b.fed(b.thread(2, 2), b.stream(2, 1, 1, 7), 5000, 20, " pageable")
		})},
		{"kernels that were not captured", abstains, planned(func(b *builder, th, st int32) {
			b.copy(th, st, planCopy{name: "memcpy HtoD pageable", start: 0, took: 1000, bytes: 8})
			b.launchesOnly(th, 10_000, 20)
		})},
		{"the solution is read back", clears, change(predicate(20), func(l *gpuLoop) { l.copy = 9 })},
		{"every fourth iteration reads", clears, change(predicate(20), func(l *gpuLoop) {
			l.copies = func(pass int) bool { return pass%4 == 3 }
			l.lacks = func(pass int) bool { return pass%4 != 3 }
		})},
		{"seven waits", clears, change(predicate(7), func(l *gpuLoop) { l.plain = true })},
		{"waits at odd times after odd numbers of launches", clears, func() *diagnose.Input {
			var b builder
			th, st := b.thread(1, 1), b.stream(1, 0, 1, 7)
			at := int64(0)
			for k := range int64(16) {
				for range k%5 + 1 {
					b.call(th, "cuLaunchKernel", trace.SortAPI, at, 100, st, "k", trace.SortKernel, at+50, 60)
					at += 200
				}
				b.call(th, "cuStreamSynchronize", trace.SortSync, at, 1000<<(k%8), -1, "", "", 0, 0)
				at += 1000 << (k % 8)
			}
			return b.input()
		}},
		{"waiting is short", clears, change(predicate(20), func(l *gpuLoop) { l.after, l.kernel, l.host, l.launch = 0, 100, 200_000, 1000 })},
		{"the device works all the time", clears, change(predicate(20), func(l *gpuLoop) { l.after, l.kernel = 10, 1_000_000 })},
		{"three iterations", abstains, looped(predicate(3))},
		{"calls without flows", abstains, func() *diagnose.Input {
			var b builder
			th, st := b.thread(1, 1), b.stream(1, 0, 1, 7)
			b.call(th, "cuStreamSynchronize", trace.SortSync, 0, 10, -1, "", "", 0, 0)
			b.openSort(st, "k", trace.SortKernel, 0)
			b.closeSort(st, "k", trace.SortKernel, 5)
			return b.input()
		}},
		{"calls without work", abstains, func() *diagnose.Input {
			var b builder
			b.call(b.thread(1, 1), "cuStreamSynchronize", trace.SortSync, 0, 10, -1, "", "", 0, 0)
			return b.input()
		}},
		{"a solver on the host", abstains, solved},
	}
}

// waitingThreads are three threads whose loops run at once, of which one waits
// for nothing but the end.
func waitingThreads() *diagnose.Input {
	var b builder
	short, bare := predicate(10), predicate(12)
	bare.copy, bare.waiting = 0, "cudaDeviceSynchronize_v3020"
	b.loop(1000, short)
	b.loop(1000, predicate(20))
	b.loop(1000, bare)
	return b.input()
}

// TestSyncOfThreads: threads that wait are one finding, with each of them in the
// evidence; time in which several wait is saved once.
func TestSyncOfThreads(t *testing.T) {
	o := ruleOf(t, "per-iteration-dtoh-sync").Check(waitingThreads())
	if len(o.Findings) != 1 {
		t.Fatalf("got %d findings, want 1", len(o.Findings))
	}
	f := o.Findings[0]
	// A pass of the dearest is 12000 in launches and 6500 that are saved, and its
	// loop is around the others in time.
	alone := ruleOf(t, "per-iteration-dtoh-sync").Check(looped(predicate(20))()).Findings[0]
	if *f.Cost < *alone.Cost || *f.Cost > 20*(12000+6500) {
		t.Errorf("got a cost of %d, want that of the dearest, %d, or more, up to the time of its loop", *f.Cost, *alone.Cost)
	}
	told := map[string]bool{}
	for _, e := range f.Evidence {
		for _, thread := range []string{"thread 1 ", "thread 3 ", "thread 5 "} {
			told[thread] = told[thread] || strings.Contains(e.Source, thread)
		}
	}
	if len(told) != 3 || !told["thread 1 "] || !told["thread 3 "] || !told["thread 5 "] || len(f.Try) != 5 {
		t.Errorf("got %+v", f)
	}
}

// TestSyncCost: the cost is the time in the calls that copy and wait, unless the
// stream was idle for less.
func TestSyncCost(t *testing.T) {
	for name, c := range map[string]struct {
		loop gpuLoop
		want int64
	}{
		// A pass: launches 4000 × 3, the copy 1500, the wait from there to the end
		// of the copy on the stream, 500 + 1000 after its call, and 5000.
		"the host waits for less": {predicate(10), 10 * (1500 + 5000)},
		// A pass of three kernels of 20 µs: the stream waits 5000 for the host to go
		// on and, but in the first, 2000 for it to launch. The host waits 54500.
		"the stream is idle for less": {gpuLoop{n: 10, kernels: 3, kernel: 20_000, copy: 8, waiting: "cuStreamSynchronize", after: 5000}, 10*5000 + 9*2000},
	} {
		o := ruleOf(t, "per-iteration-dtoh-sync").Check(looped(c.loop)())
		if len(o.Findings) != 1 || *o.Findings[0].Cost != c.want {
			t.Errorf("%s: got %+v, want a cost of %d", name, o, c.want)
		}
	}
}

// ruleOf returns the rule of an id.
func ruleOf(t *testing.T, id string) diagnose.Rule {
	t.Helper()
	for _, r := range diagnose.Rules() {
		if r.ID == id {
			return r
		}
	}
	t.Fatalf("no rule %s", id)
	return diagnose.Rule{}
}

// fed adds n passes that launch kernels, copy a scalar to the device, and wait.
func (b *builder) fed(th, st int32, at int64, n int, memory string) {
	for range n {
		for range 4 {
			b.call(th, "cudaLaunchKernel_v7000", trace.SortAPI, at, 4000, st, "k", trace.SortKernel, at+2000, 3000)
			at += 5000
		}
		b.copy(th, st, planCopy{name: "memcpy HtoD" + memory, start: at, took: 700, bytes: 8})
		b.call(th, "cudaStreamSynchronize_v3020", trace.SortSync, at+3000, 7000, -1, "", "", 0, 0)
		at += 10_000
	}
}

// TestParallelDevicesLoseTheSameTime: the cost of loops that wait on two devices at
// once is that of one; what one device loses after the other adds up.
func TestParallelDevicesLoseTheSameTime(t *testing.T) {
	cost := func(at int64) int64 {
		o := ruleOf(t, "per-iteration-dtoh-sync").Check(planned(func(b *builder, th, st int32) {
			b.fed(th, st, 0, 20, " pageable")
			b.fed(b.thread(2, 2), b.stream(2, 1, 1, 7), at, 20, " pageable")
		})())
		if len(o.Findings) != 1 || !strings.Contains(o.Findings[0].Title, "after a copy of at most 8 bytes to the device from pageable memory") {
			t.Fatalf("got %+v", o)
		}
		return *o.Findings[0].Cost
	}
	if together, apart := cost(5000), cost(1_000_000); together != 20*7000 || apart != 40*7000 {
		t.Errorf("got %d ns at once and %d one after the other, want %d and %d: the host waits for 7 µs in each pass", together, apart, 20*7000, 40*7000)
	}
}

package analysis

import (
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
)

// threadsClaims names the test of each claim of verdict_threads.go.
var threadsClaims = map[string]string{
	"threads.nothing": "TestSayThreads", "threads.gain": "TestSayThreads", "threads.enough": "TestSayThreads",
	"gpu.time": "TestSayGPU", "gpu.wins": "TestSayGPU", "gpu.loses": "TestSayGPU", "gpu.batch": "TestSayGPU", "gpu.rows": "TestSayGPU", "gpu.both": "TestSayGPU",
}

// Threads are recommended up to the number from which each step gains less than 5 %.
func TestSayThreads(t *testing.T) {
	for _, c := range []struct {
		speedups [4]float64
		keys     []string
		says     string
	}{
		{[4]float64{1, 1, 1, 1}, []string{"threads.nothing"}, "gains less than 5 % on up to 16 threads."},
		{[4]float64{1.05, 1.05, 1, 1}, []string{"threads.nothing"}, "newton/lu with amd gains less"},
		{[4]float64{1.06, 1.06, 1.06, 1.06}, []string{"threads.gain", "threads.enough", "threads.gain"}, "refactors 1.06 times as fast on 2 threads; more than 2 gain less than 5 %."},
		{[4]float64{1.5, 2, 2.05, 2.06}, []string{"threads.gain", "threads.gain", "threads.enough", "threads.gain"}, "1.50 times as fast on 2 threads and 2.00 times on 4; more than 4 gain less than 5 %."},
		{[4]float64{1.8, 3, 5, 7}, []string{"threads.gain", "threads.gain", "threads.gain"}, "1.80 times as fast on 2 threads and 7.00 times on 16."},
		{[4]float64{1, 1.2, 1.2, 1.2}, []string{"threads.gain", "threads.gain", "threads.enough", "threads.gain"}, "1.00 times as fast on 2 threads and 1.20 times on 4; more"},
	} {
		x := &Threads{Method: "amd", Matching: MatchingNone}
		for k, n := range threadCounts {
			x.Speedups = append(x.Speedups, ThreadsGain{n, c.speedups[k]})
		}
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(5, 5), 1), Options{})
		d.Prediction = &Prediction{Threads: x}
		if got := keysOf(sayThreads, d); got != strings.Join(c.keys, " ") {
			t.Errorf("%v: got %s, want %s", c.speedups, got, c.keys)
		}
		if got := said(sayThreads, d); !strings.Contains(got, c.says) {
			t.Errorf("%v: got %q, want %q in it", c.speedups, got, c.says)
		}
	}
}

// A GPU wins at once, in a batch, with more rows, or never.
func TestSayGPU(t *testing.T) {
	for _, c := range []struct {
		gpu  GPU
		key  string
		says string
	}{
		{GPU{Core: 2e-3, Seconds: 1e-3, Batch: 1, Rows: 9}, "gpu.wins", "take 1.00 ms, and one core takes 2.00 ms. The GPU is faster."},
		{GPU{Core: 1e-3, Seconds: 2e-3}, "gpu.loses", "The GPU is not faster"},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3}, "gpu.batch", "from a batch of 3 matrices."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Rows: 30_000}, "gpu.rows", "from 30,000 rows of this structure."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3, Rows: 30_000}, "gpu.both", "from a batch of 3 matrices, or from 30,000 rows of this structure."},
	} {
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(5, 5), 1), Options{})
		d.Prediction = &Prediction{GPU: &c.gpu}
		if got, want := keysOf(sayThreads, d), "gpu.time"+" "+c.key; got != want {
			t.Errorf("%+v: got %s, want %s", c.gpu, got, want)
		}
		if got := said(sayThreads, d); !strings.Contains(got, c.says) {
			t.Errorf("%+v: got %q, want %q in it", c.gpu, got, c.says)
		}
	}
}

// Each matrix with an LU has both estimates, for the cheapest setting of newton/lu and for
// the choice. Small matrices gain nothing from threads, and larger ones more than these.
func TestPredictionParallel(t *testing.T) {
	last, batch := 0.0, math.MaxInt
	for _, n := range []int{6, 30, 90} {
		d := predicted(t, matgen.Dominant(matgen.Grid2D(n, n), 1), Options{Orderings: []string{"nd"}, Exact: []string{"none"}})
		x, g := d.Prediction.Threads, d.Prediction.GPU
		if x == nil || g == nil {
			t.Fatalf("%d: got %v and %v", n, x, g)
		}
		s := d.Prediction.find(prediction.LU, x.Method, x.Matching)
		if s == nil || s.Refactor.Seconds != x.Serial || len(x.Speedups) != len(threadCounts) {
			t.Errorf("%d: got %+v for %+v", n, x, s)
		}
		c := d.Prediction.Choice
		if g.Method != c.Method || g.Core != c.Refactor.Seconds+c.Solve.Seconds || g.Seconds <= 0 {
			t.Errorf("%d: got %+v for %+v", n, g, c)
		}
		most := x.Speedups[2].Speedup
		if most < 1 || most < last || n == 6 && most > littleGain || n == 90 && most < 2 {
			t.Errorf("%d: got %v on 8 threads, and %v for the smaller grid", n, most, last)
		}
		last = most
		if g.Batch == 0 || g.Batch > batch || n == 6 && g.Batch < 10 {
			t.Errorf("%d: the GPU wins from a batch of %d, and for the smaller grid of %d", n, g.Batch, batch)
		}
		batch = g.Batch
	}
}

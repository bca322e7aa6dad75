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
	"gpu.time": "TestSayGPU", "gpu.one": "TestSayGPU", "gpu.wins": "TestSayGPU", "gpu.loses": "TestSayGPU", "gpu.batch": "TestSayGPU", "gpu.rows": "TestSayGPU", "gpu.both": "TestSayGPU",
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
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(20, 20), 1), Options{})
		d.Prediction = &Prediction{Threads: x}
		if got := keysOf(sayThreads, d); got != strings.Join(c.keys, " ") {
			t.Errorf("%v: got %s, want %s", c.speedups, got, c.keys)
		}
		if got := said(sayThreads, d); !strings.Contains(got, c.says) {
			t.Errorf("%v: got %q, want %q in it", c.speedups, got, c.says)
		}
	}
}

// Of a matrix that is too small for threads and a GPU, saySize says so.
func TestSayThreadsTooSmall(t *testing.T) {
	d := predicted(t, matgen.Dominant(matgen.Grid2D(6, 6), 1), Options{})
	if d.Prediction.Threads == nil || d.Prediction.GPU != nil {
		t.Fatalf("got %v and %v", d.Prediction.Threads, d.Prediction.GPU)
	}
	if claims(d, "threads.nothing") || !claims(d, "size.all-too-small") {
		t.Errorf("got %q", d.Verdict)
	}
}

// A GPU wins at once, in a batch, with more rows, or never.
func TestSayGPU(t *testing.T) {
	for _, c := range []struct {
		gpu  GPU
		key  string
		says string
	}{
		{GPU{Core: 2e-3, Seconds: 1e-3, Batch: 1, Rows: 9}, "gpu.wins", "one core takes 2.00 ms for a refactorization and a solve, and the GPU takes 1.00 ms for one matrix. The GPU is faster."},
		{GPU{Core: 1e-3, Seconds: 2e-3}, "gpu.loses", "The GPU is not faster"},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3}, "gpu.batch", "from a batch of 3 matrices."},
		{GPU{Core: 1e-3, Batch: 1}, "gpu.batch", "a solve. The GPU is faster from a batch of 1 matrix."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Rows: 30_000}, "gpu.rows", "from 30,000 rows of this structure."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3, Rows: 30_000}, "gpu.both", "from a batch of 3 matrices, or from 30,000 rows of this structure."},
	} {
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(5, 5), 1), Options{})
		d.Prediction = &Prediction{GPU: &c.gpu}
		want := []string{"gpu.time", "gpu.one", "gpu.time", c.key}
		if c.gpu.Seconds == 0 {
			want = []string{"gpu.time", "gpu.time", c.key}
		}
		if got := keysOf(sayThreads, d); got != strings.Join(want, " ") {
			t.Errorf("%+v: got %s, want %v", c.gpu, got, want)
		}
		if got := said(sayThreads, d); !strings.Contains(got, c.says) {
			t.Errorf("%+v: got %q, want %q in it", c.gpu, got, c.says)
		}
	}
}

// What threads gain is for the cheapest setting of newton/lu. Small matrices gain nothing
// from threads, and larger ones more than these.
func TestPredictionThreads(t *testing.T) {
	last := 0.0
	for _, n := range []int{6, 30, 90} {
		d := predicted(t, matgen.Dominant(matgen.Grid2D(n, n), 1), Options{Orderings: []string{"nd"}, Exact: []string{"none"}})
		x := d.Prediction.Threads
		if x == nil {
			t.Fatalf("%d: got nothing", n)
		}
		s := d.Prediction.find(prediction.LU, x.Method, x.Matching)
		if s == nil || s.Refactor.Seconds != x.Serial || len(x.Speedups) != len(threadCounts) {
			t.Errorf("%d: got %+v for %+v", n, x, s)
		}
		most := x.Speedups[2].Speedup
		if most < 1 || most < last || n == 6 && most > littleGain || n == 90 && most < 2 {
			t.Errorf("%d: got %v on 8 threads, and %v for the smaller grid", n, most, last)
		}
		last = most
	}
}

// A GPU is compared with the choice. The larger the matrix, the smaller the batch from
// which the GPU wins. The published times have no matrix as small as the first.
func TestPredictionGPU(t *testing.T) {
	batch := math.MaxInt
	for _, n := range []int{10, 200, 2000} {
		d := predicted(t, matgen.Dominant(matgen.Grid2D(4, n), 1), Options{Orderings: []string{"amd"}, Exact: []string{"none"}})
		c, g := d.Prediction.Choice, d.Prediction.GPU
		if n == 10 {
			if g != nil {
				t.Errorf("%d: got %+v", n, g)
			}
			continue
		}
		if g == nil {
			t.Fatalf("%d: got nothing", n)
		}
		if g.Method != c.Method || g.Core != c.Refactor.Seconds+c.Solve.Seconds || g.Seconds <= 0 {
			t.Errorf("%d: got %+v for %+v", n, g, c)
		}
		if g.Batch == 0 || g.Batch > batch {
			t.Errorf("%d: the GPU wins from a batch of %d, and for the smaller matrix of %d", n, g.Batch, batch)
		}
		batch = g.Batch
	}
}

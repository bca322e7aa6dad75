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
	"gpu.time": "TestSayGPU", "gpu.one": "TestSayGPU", "gpu.wins": "TestSayGPU", "gpu.tie": "TestSayGPU", "gpu.loses": "TestSayGPU", "gpu.batch": "TestSayGPU", "gpu.rows": "TestSayGPU", "gpu.both": "TestSayGPU",
}

// Threads are listed from the first number that beats the choice on one core up to the
// number from which each step gains less than 5 %.
func TestSayThreads(t *testing.T) {
	lu, klu := prediction.LU, prediction.KLU
	for _, c := range []struct {
		choice   prediction.Solver
		core     float64 // refactorization of the choice
		speedups [4]float64
		keys     []string
		says     string
	}{
		{lu, 1e-3, [4]float64{1, 1, 1, 1}, []string{"threads.nothing"}, "More threads gain nothing: a model of newton/lu with amd gains less than 5 % on up to 16 threads."},
		{lu, 1e-3, [4]float64{1.05, 1.05, 1, 1}, []string{"threads.nothing"}, "newton/lu with amd gains less"},
		{lu, 1e-3, [4]float64{1.25, 1.25, 1.25, 1.25}, []string{"threads.gain", "threads.gain", "threads.enough", "threads.gain"},
			"Threads, by a model: for a refactorization and 2 solves, newton/lu with amd takes 1.20 ms on one core and 1.00 ms on 2 threads; more than 2 gain less than 5 %."},
		{lu, 1e-3, [4]float64{1.25, 2, 2.05, 2.06}, []string{"threads.gain", "threads.gain", "threads.gain", "threads.enough", "threads.gain"},
			"1.20 ms on one core, 1.00 ms on 2 threads and 700 µs on 4; more than 4 gain less than 5 %."},
		{lu, 1e-3, [4]float64{1.25, 2, 4, 8}, []string{"threads.gain", "threads.gain", "threads.gain", "threads.gain"}, "1.00 ms on 2 threads and 325 µs on 16."},
		{lu, 1e-3, [4]float64{1, 1.25, 1.25, 1.25}, []string{"threads.gain", "threads.gain", "threads.enough", "threads.gain"}, "1.20 ms on one core and 1.00 ms on 4 threads; more"},
		{klu, 0.9e-3, [4]float64{1.25, 2, 2, 2}, []string{"threads.gain", "threads.gain", "threads.gain", "threads.enough", "threads.gain"},
			"for a refactorization and 2 solves, KLU with mmf takes 1.10 ms on one core, and newton/lu with amd takes 1.00 ms on 2 threads and 700 µs on 4; more"},
		{klu, 0.7e-3, [4]float64{1.25, 2, 2, 2}, []string{"threads.gain", "threads.gain", "threads.enough", "threads.gain"},
			"KLU with mmf takes 900 µs on one core, and newton/lu with amd takes 700 µs on 4 threads; more"},
		{klu, 0.3e-3, [4]float64{1.25, 2, 2, 2}, []string{"threads.nothing"},
			"More threads gain nothing, by a model: KLU with mmf takes 500 µs on one core for a refactorization and 2 solves, and newton/lu with amd takes 700 µs on 4 threads."},
	} {
		time := func(s float64) prediction.Interval { return prediction.Interval{Seconds: s} }
		x := &Threads{Method: "amd", Matching: MatchingNone, Serial: 1e-3, Solves: 2e-4}
		for k, n := range threadCounts {
			x.Speedups = append(x.Speedups, ThreadsGain{n, c.speedups[k]})
		}
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(20, 20), 1), Options{})
		d.Prediction = &Prediction{Threads: x, Solves: 2, Factorizations: 10,
			Choice: &Setting{Solver: c.choice, Method: "mmf", Matching: MatchingNone, Refactor: time(c.core), Solve: time(1e-4)}}
		if got := keysOf(sayThreads, d); got != strings.Join(c.keys, " ") {
			t.Errorf("%s, %v: got %s, want %s", c.choice, c.speedups, got, c.keys)
		}
		if got := said(sayThreads, d); !strings.Contains(got, c.says) {
			t.Errorf("%s, %v: got %q, want %q in it", c.choice, c.speedups, got, c.says)
		}
		x.Serial *= 0.9
		const holds = "This holds if refactorizations follow each other within a millisecond."
		if got, gain := said(sayThreads, d), keysOf(sayThreads, d) != "threads.nothing"; strings.Contains(got, holds) != gain {
			t.Errorf("%s, %v: got %q", c.choice, c.speedups, got)
		}
	}
}

// With one factorization, models of refactorizations say nothing.
func TestNoThreadsForOneFactorization(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(24, 24), 1)
	for _, k := range []int64{1, 2} {
		d := predicted(t, m, Options{Factorizations: k, Orderings: []string{"nd"}, Exact: []string{"none"}, Solvers: []prediction.Solver{prediction.LU}})
		if p := d.Prediction; (p.Threads != nil) != (k > 1) || (p.GPU != nil) != (k > 1) {
			t.Errorf("%d factorizations: got %v and %v", k, p.Threads, p.GPU)
		}
		if got := strings.Join(d.Verdict, " "); strings.Contains(got, "refactorization") != (k > 1) {
			t.Errorf("%d factorizations: got %q", k, got)
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
		keys []string
		says string
	}{
		{GPU{Core: 1.5e-3, Seconds: 1e-3, Batch: 1}, []string{"gpu.wins"}, "one core takes 1.50 ms for a refactorization and a solve, and the GPU takes 1.00 ms for one matrix. The GPU is faster."},
		{GPU{Core: 1.4e-3, Seconds: 1e-3, Batch: 2}, []string{"gpu.tie", "gpu.batch"}, "The GPU is about as fast for one matrix. The GPU is faster from a batch of 2 matrices."},
		{GPU{Core: 1e-3, Seconds: 1.4e-3}, []string{"gpu.tie", "gpu.loses"}, "The GPU is about as fast for one matrix. The GPU is not clearly faster"},
		{GPU{Core: 1e-3, Seconds: 2e-3}, []string{"gpu.loses"}, "The GPU is not clearly faster"},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3}, []string{"gpu.batch"}, "from a batch of 3 matrices."},
		{GPU{Core: 1e-3, Batch: 2}, []string{"gpu.batch"}, "a solve. The GPU is faster from a batch of 2 matrices."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Rows: 30_000}, []string{"gpu.rows"}, "from 30,000 rows of this structure."},
		{GPU{Core: 1e-3, Seconds: 2e-3, Batch: 3, Rows: 30_000}, []string{"gpu.both"}, "from a batch of 3 matrices, or from 30,000 rows of this structure."},
	} {
		d := analyzed(t, matgen.Dominant(matgen.Grid2D(5, 5), 1), Options{})
		d.Prediction = &Prediction{GPU: &c.gpu, Solves: 1}
		want := append([]string{"gpu.time", "gpu.one", "gpu.time"}, c.keys...)
		if c.gpu.Seconds == 0 {
			want = append([]string{"gpu.time", "gpu.time"}, c.keys...)
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
	for _, n := range []int{10, 15, 24} {
		d := predicted(t, matgen.Dominant(matgen.Grid2D(n, n), 1), Options{Orderings: []string{"nd"}, Exact: []string{"none"}, Solvers: []prediction.Solver{prediction.LU}})
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

package trace

import (
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkClock(b *testing.B) {
	c := newClock(false)
	for b.Loop() {
		c.now()
	}
}

func BenchmarkRange(b *testing.B) {
	r, err := Create(filepath.Join(b.TempDir(), "a.nrt"), Header{}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	th, n := r.Thread("main"), r.Name("n")
	b.ReportAllocs()
	for b.Loop() {
		th.Begin(n)
		th.End()
	}
	b.StopTimer()
	b.ReportMetric(float64(th.dropped.Load())/float64(b.N), "dropped/op")
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkRangeShared is a range that begins where the one before it ended.
func BenchmarkRangeShared(b *testing.B) {
	r, err := Create(filepath.Join(b.TempDir(), "a.nrt"), Header{}, Options{})
	if err != nil {
		b.Fatal(err)
	}
	th, n := r.Thread("main"), r.Name("n")
	s := th.Now()
	for b.Loop() {
		th.BeginAt(n, NoIndex, s)
		s = th.Now()
		th.EndAt(s)
	}
	b.StopTimer()
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkNil(b *testing.B) {
	var th *Thread
	for range b.N { // b.Loop would keep the calls from being inlined
		th.Begin(1)
		th.End()
	}
}

// solverFile records n iterations of a solver, seven ranges each.
func solverFile(b testing.TB, path string, n int) {
	r, err := Create(path, Header{}, Options{Chunks: 64})
	if err != nil {
		b.Fatal(err)
	}
	th := r.Thread("main")
	step, it := r.Name("timestep"), r.Name("nr_iteration")
	build, linear, factor, solve, conv := r.Name("build_system"), r.Name("linear_solve"), r.Name("refactor"), r.Name("solve"), r.Name("convergence")
	th.Begin(r.Name("transient"))
	for i := 0; i < n; i++ {
		s := th.Now()
		if i%2 == 0 {
			th.BeginAt(step, int64(i/2), s)
		}
		th.BeginAt(it, int64(i%2), s)
		th.BeginAt(build, NoIndex, s)
		s = th.Now()
		th.EndAt(s)
		th.BeginAt(linear, NoIndex, s)
		th.BeginAt(factor, NoIndex, s)
		s = th.Now()
		th.EndAt(s)
		th.BeginAt(solve, NoIndex, s)
		s = th.Now()
		th.EndAt(s)
		th.EndAt(s)
		th.BeginAt(conv, NoIndex, s)
		s = th.Now()
		th.EndAt(s)
		th.EndAt(s)
		if i%2 == 1 {
			th.EndAt(s)
		}
	}
	th.End()
	if err := r.Close(); err != nil {
		b.Fatal(err)
	}
}

func BenchmarkRead(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.nrt")
	solverFile(b, path, 100_000)
	events := 0
	for b.Loop() {
		t, err := Open(path)
		if err != nil {
			b.Fatal(err)
		}
		n := 0
		for range t.Events() {
			n++
		}
		events += n
		b.ReportMetric(float64(t.file.chunks[len(t.file.chunks)-1].offset)/float64(n/2), "bytes/range")
		if err := t.Close(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
}

// BenchmarkStages times the stages of the table of phases one by one, on one core, for a
// capture of some 10,000 ranges. A round takes less than a millisecond, so the least of
// all rounds is also meaningful beside other programs.
func BenchmarkStages(b *testing.B) {
	path := filepath.Join(b.TempDir(), "a.nrt")
	solverFile(b, path, 1600)
	t, err := Open(path)
	if err != nil {
		b.Fatal(err)
	}
	defer t.Close()
	var all []Event
	for e := range t.Events() {
		all = append(all, e)
	}
	u := unitsOf(t, SummaryOptions{}.filled())
	room := make([]Event, 0, batchSize)
	for _, stage := range []struct {
		name string
		f    func()
	}{
		{"decode", func() { t.file.batches(room, func(batch []Event) ([]Event, bool) { return batch[:0], true }) }},
		{"check", func() { newChecker(t).events(all) }},
		{"sums", func() {
			newSums(t, u).batch(all)
		}},
	} {
		b.Run(stage.name, func(b *testing.B) {
			least := time.Hour
			for b.Loop() {
				start := time.Now()
				stage.f()
				least = min(least, time.Since(start))
			}
			b.ReportMetric(float64(least.Nanoseconds())/float64(len(all)), "least-ns/event")
		})
	}
}

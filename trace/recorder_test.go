package trace

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"testing"
	"time"
)

// record makes a capture in memory and reads it.
func record(t testing.TB, o Options, f func(r *Recorder)) (*Trace, []byte) {
	t.Helper()
	var b bytes.Buffer
	r, err := NewRecorder(&b, Header{Program: "test"}, o)
	if err != nil {
		t.Fatal(err)
	}
	f(r)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return read(t, b.Bytes()), b.Bytes()
}

func read(t testing.TB, b []byte) *Trace {
	t.Helper()
	tr, err := Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func collect(t testing.TB, tr *Trace) []Event {
	t.Helper()
	var list []Event
	for e := range tr.Events() {
		list = append(list, e)
	}
	if err := tr.Err(); err != nil {
		t.Fatal(err)
	}
	return list
}

// An entry is an event as the test made it, times apart.
type entry struct {
	kind  Kind
	name  string
	index int64
	value float64
}

// scribble records n random events and returns what must be read.
func scribble(r *Recorder, th *Thread, rng *rand.Rand, n int) []entry {
	var want []entry
	var open []string
	for range n {
		name := fmt.Sprintf("name %d", rng.IntN(50))
		switch k := rng.IntN(8); {
		case k < 2 && len(open) < maxDepth:
			index := []int64{NoIndex, 0, -1, 1 << 62, -1 << 62, rng.Int64()}[rng.IntN(6)]
			th.BeginIndex(r.Name(name), index)
			open = append(open, name)
			want = append(want, entry{Begin, name, index, 0})
		case k < 5 && len(open) > 0:
			th.End()
			want = append(want, entry{End, open[len(open)-1], NoIndex, 0})
			open = open[:len(open)-1]
		case k == 5:
			v := rng.NormFloat64()
			th.Counter(r.Name(name), v)
			want = append(want, entry{Counter, name, NoIndex, v})
		case k == 6:
			th.Arg(r.Name(name), 7)
			want = append(want, entry{Arg, name, NoIndex, 7})
		case k == 7:
			th.Instant(r.Name(name))
			want = append(want, entry{Instant, name, NoIndex, 0})
		}
	}
	for ; len(open) > 0; open = open[:len(open)-1] {
		th.End()
		want = append(want, entry{End, open[len(open)-1], NoIndex, 0})
	}
	return want
}

// TestRoundTrip: what several threads record is what is read, in order, with
// times that do not run backwards.
func TestRoundTrip(t *testing.T) {
	for _, portable := range []bool{false, true} {
		const threads = 4
		want := make([][]entry, threads)
		tr, _ := record(t, Options{Chunk: 8 << 10, Chunks: 64, Period: time.Millisecond, portable: portable}, func(r *Recorder) {
			var wg sync.WaitGroup
			for i := range threads {
				th := r.Thread(fmt.Sprint("thread ", i))
				wg.Go(func() {
					want[i] = scribble(r, th, rand.New(rand.NewPCG(1, uint64(i))), 20000)
				})
			}
			wg.Wait()
		})
		if tr.Loss != (Loss{}) {
			t.Fatalf("loss %+v", tr.Loss)
		}
		if len(tr.Tracks) != threads || tr.Tracks[2].Name != "thread 2" || tr.Tracks[2].Process != int64(os.Getpid()) {
			t.Errorf("tracks %+v", tr.Tracks)
		}
		got := make([][]entry, threads)
		last := make([]int64, threads)
		for _, e := range collect(t, tr) {
			if e.Time < last[e.Track] {
				t.Fatalf("time %d after %d", e.Time, last[e.Track])
			}
			last[e.Track] = e.Time
			got[e.Track] = append(got[e.Track], entry{e.Kind, tr.Names[e.Name], e.Index, e.Value})
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("portable %v: what was read is not what was recorded", portable)
		}
	}
}

// TestTimes: a range lasts no shorter than what the clock of Go shows inside of
// it and no longer than what it shows around it, to 0.1 % and 50 µs.
func TestTimes(t *testing.T) {
	var inner, outer [3]time.Duration
	tr, _ := record(t, Options{Period: 5 * time.Millisecond}, func(r *Recorder) {
		th, n := r.Thread("main"), r.Name("sleep")
		for i := range inner {
			start := time.Now()
			th.Begin(n)
			inside := time.Now()
			time.Sleep(time.Duration(12*i+1) * time.Millisecond)
			inner[i] = time.Since(inside)
			th.End()
			outer[i] = time.Since(start)
		}
	})
	events := collect(t, tr)
	for i := range inner {
		got := time.Duration(events[2*i+1].Time - events[2*i].Time)
		slack := outer[i]/1000 + 50*time.Microsecond
		if got < inner[i]-slack || got > outer[i]+slack {
			t.Errorf("range %d took %v, want %v to %v", i, got, inner[i], outer[i])
		}
	}
}

// TestSharedStamp: neighbours that share a stamp touch, and a stamp that lies
// before the last event is taken as that.
func TestSharedStamp(t *testing.T) {
	tr, _ := record(t, Options{}, func(r *Recorder) {
		th, a, b := r.Thread("main"), r.Name("a"), r.Name("b")
		early := th.Now()
		time.Sleep(time.Millisecond)
		th.Begin(a)
		s := th.Now()
		th.EndAt(s)
		th.BeginAt(b, 5, s)
		th.CounterAt(a, 2, early)
		th.BeginAt(a, NoIndex, early)
		th.EndAt(early)
		th.EndAt(early)
	})
	e := collect(t, tr)
	if len(e) != 7 || e[0].Time >= e[1].Time {
		t.Fatalf("events %+v", e)
	}
	if slices.ContainsFunc(e[1:], func(x Event) bool { return x.Time != e[1].Time }) {
		t.Errorf("events %+v", e)
	}
}

// TestUnmatchedEnd: an end with nothing open is kept for Check to tell.
func TestUnmatchedEnd(t *testing.T) {
	tr, _ := record(t, Options{}, func(r *Recorder) { r.Thread("main").End() })
	if e := collect(t, tr); len(e) != 1 || e[0].Kind != End || e[0].Name != -1 {
		t.Errorf("events %+v", e)
	}
}

func TestCounts(t *testing.T) {
	want := Counts{
		Number: map[string]int64{"nr_iterations": 1 << 60}, Histogram: map[string][]int64{"h": {0, 2, 3}},
		Table: map[string][]Row{"devices": {{Name: "d", Count: 3, NS: 40}}}, Wall: 12,
	}
	tr, _ := record(t, Options{}, func(r *Recorder) {
		r.SetCounts(Counts{Wall: 3})
		r.SetCounts(want)
	})
	if !reflect.DeepEqual(tr.Counts, want) {
		t.Errorf("got %+v, want %+v", tr.Counts, want)
	}
}

// TestQuiet: what a thread recorded before it went quiet reaches the file.
func TestQuiet(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.nrt")
	r, err := Create(path, Header{Labels: map[string]string{"circuit": "rc"}}, Options{Period: 5 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	th := r.Thread("main")
	th.Begin(r.Name("hangs"))
	for range 1000 {
		time.Sleep(5 * time.Millisecond)
		tr, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		e := collect(t, tr)
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		if tr.Header.Labels["circuit"] != "rc" || tr.Header.TimerNS <= 0 || !tr.Loss.Open {
			t.Fatalf("header %+v, loss %+v", tr.Header, tr.Loss)
		}
		if len(e) == 1 && tr.Names[e[0].Name] == "hangs" {
			return
		}
	}
	t.Error("the range never reached the file")
}

// TestBusy: what a thread that is never quiet records reaches the file before
// its chunk is full.
func TestBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.nrt")
	r, err := Create(path, Header{}, Options{Period: 100 * time.Millisecond, Chunk: 1 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	th, n := r.Thread("main"), r.Name("n")
	for i := range 5000 {
		th.Begin(n)
		time.Sleep(time.Millisecond)
		th.End()
		if i%50 != 49 {
			continue
		}
		tr, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		got := len(collect(t, tr))
		if err := tr.Close(); err != nil {
			t.Fatal(err)
		}
		if got > 0 {
			return
		}
	}
	t.Error("no range reached the file")
}

type failing struct{ left int }

var errFull = errors.New("no space left on device")

func (f *failing) Write(b []byte) (int, error) {
	if len(b) > f.left {
		return f.left, errFull
	}
	f.left -= len(b)
	return len(b), nil
}

// TestWriteError: the first error is what Close returns.
func TestWriteError(t *testing.T) {
	r, err := NewRecorder(&failing{2000}, Header{TimerNS: 1}, Options{Chunk: 8 << 10})
	if err != nil {
		t.Fatal(err)
	}
	th, n := r.Thread("main"), r.Name("n")
	for range 10000 {
		th.Begin(n)
		th.End()
	}
	if err := r.Close(); !errors.Is(err, errFull) {
		t.Errorf("got %v", err)
	}
}

func TestAllocations(t *testing.T) {
	var none *Recorder
	quiet := none.Thread("none")
	r, err := NewRecorder(&bytes.Buffer{}, Header{}, Options{manual: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, th := range []*Thread{quiet, r.Thread("main")} {
		got := testing.AllocsPerRun(1000, func() {
			s := th.Now()
			th.BeginAt(1, 3, s)
			th.Begin(2)
			th.Arg(1, 2)
			th.End()
			th.Counter(1, 4)
			th.Instant(1)
			th.EndAt(s)
		})
		if got != 0 {
			t.Errorf("nil %v: %v allocations", th == nil, got)
		}
	}
	none.SetCounts(Counts{})
	if none.Name("x") != 0 || none.Flush() != nil || none.Close() != nil {
		t.Error("a nil Recorder does something")
	}
}

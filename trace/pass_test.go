package trace

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// long returns a capture of about n ranges on two tracks, with counters, arguments, flows
// and indices, read from memory.
func long(t *testing.T, n int) *Trace {
	t.Helper()
	names := []string{PhaseTransient, PhaseTimestep, PhaseIteration, PhaseFactor, ArgCPU, "residual_norm"}
	source := &Trace{Names: names, Tracks: []Track{{Thread: 1, Device: -1}, {Thread: 2, Device: -1}}, Flows: int64(n)}
	source.Events = func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			rng := rand.New(rand.NewPCG(7, uint64(n)))
			now := int64(0)
			at := func(e Event) bool {
				now += rng.Int64N(1 << rng.IntN(34))
				e.Time = now
				return yield(e)
			}
			for k := range n / 3 {
				track := int32(k % 2)
				_ = at(Event{Kind: Begin, Name: 1, Index: int64(k) - 5, Track: track}) &&
					at(Event{Kind: Begin, Name: 2, Index: NoIndex, Track: track}) &&
					at(Event{Kind: FlowOut, Name: -1, Index: int64(k), Track: track}) &&
					at(Event{Kind: Counter, Name: 5, Value: rng.Float64(), Track: track}) &&
					at(Event{Kind: Begin, Name: 3, Index: NoIndex, Track: track}) &&
					at(Event{Kind: End, Name: 3, Track: track}) &&
					at(Event{Kind: End, Name: 2, Track: track}) &&
					at(Event{Kind: Arg, Name: 4, Value: float64(rng.IntN(9)), Track: track}) &&
					at(Event{Kind: End, Name: 1, Track: track})
			}
		}
	}
	var b bytes.Buffer
	if err := Save(&b, source); err != nil {
		t.Fatal(err)
	}
	out, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// A pass sees what Events yields, also when a goroutine takes it over, and also of a
// trace with the file of another.
func TestPass(t *testing.T) {
	for _, n := range []int{0, 3, 1000, 30_000, 90_000} {
		file := long(t, n)
		twice := *file
		twice.Events = func() iter.Seq[Event] {
			return func(yield func(Event) bool) {
				for e := range file.Events() {
					if !yield(e) || e.Kind == Counter && !yield(e) {
						return
					}
				}
			}
		}
		for name, tr := range map[string]*Trace{"file": file, "twice": &twice, "renamed": Rename(file, func(string) string { return "x" })} {
			if own := tr == file; own != tr.fromFile() {
				t.Fatalf("%s: from the file: %t", name, !own)
			}
			want := slices.Collect(tr.Events())
			var got []Event
			tr.pass(func(batch []Event) bool { got = append(got, batch...); return true })
			if !slices.Equal(got, want) {
				t.Errorf("%s, %d ranges: got %d events, want %d", name, n, len(got), len(want))
			}
		}
	}
}

// Events ends where its consumer has enough, and can be called again.
func TestEventsEnd(t *testing.T) {
	tr := long(t, 3000)
	all := slices.Collect(tr.Events())
	for _, n := range []int{1, 2, batchSize - 1, batchSize, batchSize + 1, 5000, len(all)} {
		var got []Event
		for e := range tr.Events() {
			if got = append(got, e); len(got) == n {
				break
			}
		}
		if !slices.Equal(got, all[:n]) {
			t.Errorf("got %d events that differ from the first %d", len(got), n)
		}
	}
	if tr.Err() != nil {
		t.Error(tr.Err())
	}
}

// Examine is Summarize and Check.
func TestExamine(t *testing.T) {
	wrong := &Trace{Names: []string{"other"}, Tracks: make([]Track, 2)}
	wrong.Events = func() iter.Seq[Event] {
		return slices.Values([]Event{{Kind: End, Name: -1}, {Kind: Begin, Track: 9}, {Kind: Begin, Time: 5}, {Kind: Begin, Time: 3}, {Kind: 77}})
	}
	for _, tr := range []*Trace{long(t, 0), long(t, 90_000), wrong} {
		sum, problems := Examine(tr, SummaryOptions{Source: "x"})
		if want := Summarize(tr, SummaryOptions{Source: "x"}); !reflect.DeepEqual(sum, want) {
			t.Errorf("got %+v, want %+v", sum, want)
		}
		if want := Check(tr); !reflect.DeepEqual(problems, want) {
			t.Errorf("got %v, want %v", problems, want)
		}
	}
}

// uvarint reads what binary.Uvarint reads.
func FuzzUvarint(f *testing.F) {
	for _, b := range [][]byte{{}, {0x80}, {0x7f}, {0xff, 0x7f, 1, 1, 1, 1, 1, 1}, {0x80, 0x80, 0x80, 0x80, 1, 1, 1, 1}, {0xff, 0xff, 0xff, 0x7f, 0xff, 1, 1, 1},
		{0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 2}, {0x80, 0, 0, 0, 0, 0, 0, 0}, {0x81, 0x82, 3, 0x84, 5, 6, 7, 8, 9}} {
		f.Add(b)
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		x, n := uvarint(b)
		if want, m := binary.Uvarint(b); x != want || n != m {
			t.Errorf("%x: got %d of %d bytes, want %d of %d", b, x, n, want, m)
		}
	})
}

// drawnCapture returns a capture of events of all kinds on some tracks, with ranges of all
// depths, some of which never close.
func drawnCapture(t *rapid.T) *Trace {
	names := []string{PhaseTransient, PhaseTimestep, PhaseIteration, PhaseFactor, PhaseSolve, ArgCPU, "other"}
	source := &Trace{Names: names, Flows: 50}
	source.Header.Sample = rapid.IntRange(1, 2).Draw(t, "sample")
	for k := range rapid.IntRange(1, 3).Draw(t, "tracks") {
		source.Tracks = append(source.Tracks, Track{Thread: int64(k), Device: -1})
	}
	n, seed, most := rapid.IntRange(0, 20_000).Draw(t, "events"), rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 40).Draw(t, "deep")
	wide := rapid.IntRange(1, 40).Draw(t, "wide")
	source.Events = func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			rng, now := rand.New(rand.NewPCG(seed, 1)), int64(0)
			open := make([][]int32, len(source.Tracks))
			for range n {
				now += rng.Int64N(1 << rng.IntN(wide))
				e := Event{Time: now, Index: NoIndex, Track: int32(rng.IntN(len(open))), Name: int32(rng.IntN(len(names)))}
				stack := &open[e.Track]
				switch k := rng.IntN(10); {
				case k == 0:
					e.Kind, e.Value = Counter+Kind(rng.IntN(2)), float64(rng.IntN(3))
				case k == 1:
					e.Kind, e.Name, e.Index = FlowOut+Kind(rng.IntN(2)), -1, rng.Int64N(source.Flows)
				case k == 2:
					e.Kind = Instant
				case len(*stack) > 0 && (k < 6 || len(*stack) >= most):
					last := len(*stack) - 1
					e.Kind, e.Name, *stack = End, (*stack)[last], (*stack)[:last]
				default:
					if k == 9 {
						e.Index = rng.Int64N(100) - 50
					}
					*stack = append(*stack, e.Name)
				}
				if !yield(e) {
					return
				}
			}
		}
	}
	var b bytes.Buffer
	if err := Save(&b, source); err != nil {
		t.Fatal(err)
	}
	out, err := Read(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	byTrack := func(t *Trace) []Event {
		return slices.SortedStableFunc(t.Events(), func(a, b Event) int { return int(a.Track - b.Track) })
	}
	if !slices.Equal(byTrack(out), byTrack(source)) {
		t.Fatal("the capture has other events than were saved")
	}
	return out
}

// The table of phases and the problems of a capture are the same, whether one goroutine
// reads it or two, and wherever the second one begins.
func TestHandover(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tr := drawnCapture(t)
		examine := func(left int) (*Summary, []Problem) {
			o := SummaryOptions{}.filled()
			c, s := newChecker(tr), newSums(tr, findUnits(tr, o))
			tr.feed(&handover{left: left, use: func(batch []Event) bool {
				c.events(batch)
				s.batch(batch)
				return true
			}})
			s.closeAll()
			return s.finish(o), c.problems()
		}
		want, problems := Examine(tr, SummaryOptions{})
		for _, left := range []int{-1, rapid.IntRange(1, 20).Draw(t, "left")} {
			sum, found := examine(left)
			if !reflect.DeepEqual(sum, want) {
				t.Errorf("after %d batches: got %+v, want %+v", left, sum, want)
			}
			if !reflect.DeepEqual(found, problems) {
				t.Errorf("after %d batches: got %v, want %v", left, found, problems)
			}
		}
	})
}

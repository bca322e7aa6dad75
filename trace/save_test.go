package trace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"
)

// randomTrace makes a trace with all that the format can hold.
func randomTrace(rng *rand.Rand, events int) *Trace {
	t := &Trace{
		Header: Header{Program: "p", Host: "h", PID: 7, Start: time.Unix(1, 5).UTC(), Sample: 3, Labels: map[string]string{"a": "b"}, Clock: "tsc", TimerNS: 3.5,
			Key: json.RawMessage(`{"schema":"key/v1"}`)},
		Counts: Counts{Number: map[string]int64{"n": 4}, Wall: 9},
		Loss:   Loss{Dropped: 2, Events: 3, Ranges: 4}, Last: 1 << 40,
		Processes: []Process{{8, 0, "child"}}, Flows: 5, EndKey: json.RawMessage(`{"schema":"key/v1","a":["\u003c",2]}`),
	}
	for i := range 1 + rng.IntN(60) {
		t.Names = append(t.Names, fmt.Sprintf("name %d %s", i, strings.Repeat("é", rng.IntN(40))))
		t.Sorts = append(t.Sorts, []string{"", SortAPI}[rng.IntN(2)])
	}
	for i := range 1 + rng.IntN(9) {
		t.Tracks = append(t.Tracks, Track{Process: int64(i), Thread: rng.Int64(), Device: int32(i) - 1, Context: 3, Stream: -4, Name: "t", Rank: int32(i), Lane: int32(i % 3)})
	}
	list := randomEvents(rng, t, events)
	t.Events = FromEvents(Header{}, nil, nil, list).Events
	var blobs []Blob
	for i := range rng.IntN(20) {
		blobs = append(blobs, Blob{Sort: "s", ID: rng.Uint64(), Time: rng.Int64N(1 << 40), Track: int32(rng.IntN(len(t.Tracks)+1) - 1),
			Name: int32(rng.IntN(len(t.Names)+1) - 1), Data: bytes.Repeat([]byte{byte(i)}, rng.IntN(1<<18))})
	}
	if len(blobs) > 0 {
		t.Blobs = func() iter.Seq[Blob] {
			return func(yield func(Blob) bool) {
				for _, b := range blobs {
					if !yield(b) {
						return
					}
				}
			}
		}
	}
	return t
}

func randomEvents(rng *rand.Rand, t *Trace, n int) []Event {
	now := make([]int64, len(t.Tracks))
	open := make([][]int32, len(t.Tracks))
	var list []Event
	for range n {
		k := rng.IntN(len(t.Tracks))
		now[k] += rng.Int64N(1 << rng.IntN(24))
		e := Event{Time: now[k], Index: NoIndex, Track: int32(k), Name: int32(rng.IntN(len(t.Names)))}
		switch rng.IntN(8) {
		case 0, 1:
			e.Index = []int64{NoIndex, 0, -5, math.MaxInt64}[rng.IntN(4)]
			open[k] = append(open[k], e.Name)
		case 2, 3:
			e.Kind, e.Name = End, -1
			if d := len(open[k]) - 1; d >= 0 {
				e.Name = open[k][d]
				open[k] = open[k][:d]
			}
		case 4:
			e.Kind, e.Value = Counter, rng.NormFloat64()
		case 5:
			e.Kind, e.Value = Arg, math.Inf(1)
		case 6:
			e.Kind = Instant
		case 7:
			e.Kind, e.Name, e.Index = FlowOut+Kind(rng.IntN(2)), -1, rng.Int64N(t.Flows)
		}
		list = append(list, e)
	}
	return list
}

func saved(t testing.TB, tr *Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := Save(&b, tr); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// byTrack returns the events of each track in their order.
func byTrack(t testing.TB, tr *Trace) [][]Event {
	list := make([][]Event, len(tr.Tracks))
	for _, e := range collect(t, tr) {
		list[e.Track] = append(list[e.Track], e)
	}
	return list
}

func blobsOf(tr *Trace) []Blob {
	var list []Blob
	if tr.Blobs == nil {
		return nil
	}
	for b := range tr.Blobs() {
		b.Data = bytes.Clone(b.Data)
		list = append(list, b)
	}
	return list
}

func TestSaveGivesBackAll(t *testing.T) {
	seeds := uint64(60)
	if testing.Short() {
		seeds = 10
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, 1))
		want := randomTrace(rng, []int{0, 1, 3, 50, 40_000}[seed%5])
		if seed%3 == 0 {
			want.Loss.Open = true
			want.Names = append(want.Names, "(lost name)") // the reader adds it
			want.Sorts = append(want.Sorts, "")
		}
		data := saved(t, want)
		if want.Loss.Open {
			want.Names = append(want.Names, "(lost name)")
		}
		got := read(t, data)
		if !reflect.DeepEqual(got.Header, want.Header) || !reflect.DeepEqual(got.Names, want.Names) || !reflect.DeepEqual(got.Sorts, want.Sorts) ||
			!reflect.DeepEqual(got.Tracks, want.Tracks) || !reflect.DeepEqual(got.Counts, want.Counts) || got.Loss != want.Loss ||
			got.Last != want.Last || got.Flows != want.Flows || !reflect.DeepEqual(got.Processes, want.Processes) || !bytes.Equal(got.EndKey, want.EndKey) {
			t.Fatalf("seed %d: got %+v, want %+v", seed, got, want)
		}
		if !reflect.DeepEqual(byTrack(t, got), byTrack(t, want)) {
			t.Fatalf("seed %d: other events", seed)
		}
		if a, b := blobsOf(got), blobsOf(want); !reflect.DeepEqual(a, b) {
			t.Fatalf("seed %d: got %d blobs, want %d, or others", seed, len(a), len(b))
		}
	}
}

// Ranges that are open in thousands are not written with every chunk.
func TestSaveDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const depth = 200_000
	var list []Event
	for i := range int64(depth) {
		list = append(list, Event{Time: i, Index: NoIndex})
	}
	for i := range int64(depth) {
		list = append(list, Event{Time: depth + i, Index: NoIndex, Kind: End})
	}
	want := FromEvents(Header{}, []string{"deep"}, []Track{{}}, list)
	data := saved(t, want)
	if len(data) > 20*depth {
		t.Errorf("%d bytes for %d ranges", len(data), depth)
	}
	if !reflect.DeepEqual(collect(t, read(t, data)), list) {
		t.Error("other events")
	}
}

// A chunk is written before it is larger than the format has it, however many
// ranges are open.
func TestSaveDeepAndLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	const depth, marks = 100_000, 1_700_000
	want := FromEvents(Header{}, []string{"deep", "x"}, []Track{{}}, nil)
	want.Events = func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			for i := range int64(depth + marks) {
				e := Event{Time: i, Index: NoIndex}
				if i >= depth {
					e.Kind, e.Name, e.Value = Counter, 1, float64(i)
				}
				if !yield(e) {
					return
				}
			}
		}
	}
	next, stop := iter.Pull(want.Events())
	defer stop()
	for got := range read(t, saved(t, want)).Events() {
		if e, ok := next(); !ok || got != e {
			t.Fatalf("got %+v, want %+v, %v", got, e, ok)
		}
	}
	if e, ok := next(); ok {
		t.Errorf("got the end, want %+v", e)
	}
}

// It does not write all open ranges again with every event.
func TestSaveTooDeep(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long")
	}
	tr := FromEvents(Header{}, []string{"deep"}, []Track{{}}, nil)
	tr.Events = func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			for i := range int64(4 << 20) {
				if !yield(Event{Time: i << 10, Index: NoIndex}) {
					return
				}
			}
		}
	}
	var n int64
	err := Save(writerFunc(func(b []byte) (int, error) { n += int64(len(b)); return len(b), nil }), tr)
	if err == nil || !strings.Contains(err.Error(), "open ranges, more than fit into a chunk") || n > 64<<20 {
		t.Errorf("got %v, %d bytes", err, n)
	}
}

// A writerFunc is an io.Writer.
type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

func TestSaveRefuses(t *testing.T) {
	for want, list := range map[string][]Event{
		"track 2, 0 ns: want a track below 1":                 {{Track: 2}},
		"event with name 3, want a name below 2":              {{Name: 3}},
		"track 0, -1 ns: event before the start of the trace": {{Time: -1}},
		"track 0, 4 ns: event after an event at 5 ns":         {{Time: 5}, {Time: 4}},
		"event of kind 7, want at most 6":                     {{Kind: 7}},
		"end of b inside of a":                                {{Name: 0}, {Name: 1, Kind: End}},
		"flow 1, want a flow below 1":                         {{Kind: FlowIn, Index: 1, Name: -1}},
	} {
		tr := FromEvents(Header{}, []string{"a", "b"}, []Track{{}}, list)
		tr.Flows = 1
		if err := Save(io.Discard, tr); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// A file with flows is refused by readers that do not know them, others not.
func TestSaveVersion(t *testing.T) {
	tr := FromEvents(Header{}, nil, nil, nil)
	if v := saved(t, tr)[7]; v != 1 {
		t.Errorf("version %d, want 1", v)
	}
	tr.Flows = 1
	if v := saved(t, tr)[7]; v != 2 {
		t.Errorf("with flows version %d, want 2", v)
	}
}

// No file says that it has more flows than fit into it: tables of them are made.
func TestFlowsOfBrokenFile(t *testing.T) {
	tr := FromEvents(Header{}, nil, nil, nil)
	tr.Flows = 1 << 50
	got := read(t, saved(t, tr))
	if got.Flows > 1<<20 {
		t.Errorf("got %d flows", got.Flows)
	}
}

// FuzzBlobs reads files whose blobs are damaged, with checksums that hold.
func FuzzBlobs(f *testing.F) {
	f.Add([]byte{1, 2, 1, 4, 1, 's', 2, 'a', 'b'})
	f.Add([]byte{0, 0, 0, 0, 0, 0, 200, 1})
	f.Fuzz(func(t *testing.T, payload []byte) {
		var b bytes.Buffer
		tr := FromEvents(Header{}, []string{"a"}, []Track{{}}, []Event{{Time: 3, Index: NoIndex}})
		s := saver{w: &b, t: tr, tracks: make([]savedTrack, 1)}
		if err := s.tables(); err != nil {
			t.Fatal(err)
		}
		if err := s.write(append(make([]byte, headerSize), payload...), chunkBlobs, 0); err != nil {
			t.Fatal(err)
		}
		got := read(t, b.Bytes())
		var size int
		for _, x := range blobsOf(got) {
			size += len(x.Data)
			if int(x.Track) >= len(got.Tracks) || int(x.Name) >= len(got.Names) || x.Time < 0 {
				t.Fatalf("blob %+v", x)
			}
		}
		if size > len(payload) || got.Err() != nil {
			t.Fatalf("%d bytes of %d, %v", size, len(payload), got.Err())
		}
	})
}

func BenchmarkSave(b *testing.B) {
	const n = 1_000_000
	tr := FromEvents(Header{}, []string{"a"}, []Track{{}}, nil)
	tr.Events = func() iter.Seq[Event] {
		return func(yield func(Event) bool) {
			for i := range int64(n) {
				if !yield(Event{Time: 2 * i, Index: NoIndex}) || !yield(Event{Time: 2*i + 1, Index: NoIndex, Kind: End}) {
					return
				}
			}
		}
	}
	for b.Loop() {
		if err := Save(io.Discard, tr); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/range")
}

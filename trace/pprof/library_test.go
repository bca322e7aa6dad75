package pprof

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// The file is, byte for byte, the one that pprof's own package writes, and that
// it writes of what it has read in it.
func TestAsLibrary(t *testing.T) {
	for name, tr := range encoded() {
		var got bytes.Buffer
		if err := Write(&got, tr); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		x := newProfiler(tr)
		x.read()
		p := x.library()
		if err := p.CheckValid(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var want bytes.Buffer
		if err := p.WriteUncompressed(&want); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		text := unzip(t, got.Bytes())
		if !bytes.Equal(text, want.Bytes()) {
			t.Fatalf("%s: got %d bytes\n%q\nwant %d\n%q", name, len(text), text[:min(len(text), 500)], want.Len(), want.Bytes()[:min(want.Len(), 500)])
		}
		again, err := profile.Parse(&got)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := again.CheckValid(); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var second bytes.Buffer
		if err := again.WriteUncompressed(&second); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if !bytes.Equal(text, second.Bytes()) {
			t.Errorf("%s: what the library read in the file is not what is in it", name)
		}
	}
}

// encoded returns traces of every kind: of one and several tracks, ranks and
// devices, sampled, without ranges, without a start and names, and of more
// stacks and names than are compressed at a time.
func encoded() iter.Seq2[string, *trace.Trace] {
	return func(yield func(string, *trace.Trace) bool) {
		sampled, bare := walktest.NR(200, false), walktest.Of(1, nil)
		sampled.Header.Sample = 10
		bare.Header = trace.Header{}
		if !yield("steps", walktest.NR(100, true)) || !yield("sampled", sampled) || !yield("none", walktest.Of(2, nil)) || !yield("bare", bare) || !yield("large", large()) {
			return
		}
		for seed := range uint64(60) {
			if !yield(fmt.Sprint("random ", seed), walktest.Random(seed, 500)) || !yield(fmt.Sprint("devices ", seed), devices(seed)) {
				return
			}
		}
	}
}

// devices returns a random trace of several ranks some of whose ranges are
// calls of a driver or work on a device, with flows.
func devices(seed uint64) *trace.Trace {
	rng := rand.New(rand.NewPCG(seed, 11))
	tr := walktest.Random(seed, 500)
	sorts := []string{"", "", trace.SortAPI, trace.SortSync, trace.SortKernel, trace.SortMemcpy}
	for range tr.Names {
		tr.Sorts = append(tr.Sorts, sorts[rng.IntN(len(sorts))])
	}
	tr.Names = slices.Clone(tr.Names)
	tr.Names[rng.IntN(len(tr.Names))] = ""
	for i := range tr.Tracks {
		tr.Tracks[i].Rank = int32(rng.IntN(2))
	}
	tr.Flows = 20
	var events []trace.Event
	for e := range tr.Events() {
		events = append(events, e)
		if e.Kind == trace.Begin {
			flow := trace.Event{Kind: trace.FlowOut, Track: e.Track, Time: e.Time, Index: rng.Int64N(20)}
			if trace.OnDevice(tr.Sort(e.Name)) {
				flow.Kind = trace.FlowIn
			}
			events = append(events, flow)
		}
	}
	tr.Events = func() iter.Seq[trace.Event] { return slices.Values(events) }
	return tr
}

// large returns a trace of many names, long and short, in stacks up to 300
// deep.
func large() *trace.Trace {
	var events []trace.Event
	var names []string
	now := int64(0)
	for i := range 3000 {
		names = append(names, fmt.Sprint(i, strings.Repeat("n", i%300)))
	}
	for first := 0; first < len(names); first += 300 {
		for depth := range 300 {
			events = append(events, trace.Event{Kind: trace.Begin, Name: int32(first + depth), Time: now, Index: trace.NoIndex})
			now += int64(first)
		}
		for range 300 {
			events = append(events, trace.Event{Kind: trace.End, Time: now})
			now += 1 << 40
		}
	}
	tr := walktest.Of(1, events)
	tr.Names = names
	return tr
}

func unzip(t *testing.T, file []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// library returns the profile of what was added up as the types of pprof's own
// package.
func (x *profiler) library() *profile.Profile {
	h := &x.t.Header
	types := []*profile.ValueType{{Type: "calls", Unit: "count"}, {Type: "wall", Unit: "nanoseconds"}, {Type: "gpu", Unit: "nanoseconds"}, {Type: "wait", Unit: "nanoseconds"}}
	if !x.devices {
		types = types[:gpu]
	}
	p := &profile.Profile{
		SampleType:        types,
		DefaultSampleType: "wall",
		DurationNanos:     x.last,
		Comments:          comments(h),
	}
	if !h.Start.IsZero() {
		p.TimeNanos = h.Start.UnixNano()
	}
	program := &profile.Mapping{ID: 1, HasFunctions: true}
	p.Mapping = []*profile.Mapping{program}
	locations := make([]*profile.Location, len(x.t.Names))
	location := func(name int32) *profile.Location {
		if locations[name] == nil {
			id := uint64(len(p.Location) + 1)
			f := &profile.Function{ID: id, Name: x.t.Names[name], SystemName: x.t.Names[name]}
			locations[name] = &profile.Location{ID: id, Mapping: program, Line: []profile.Line{{Function: f}}}
			p.Function = append(p.Function, f)
			p.Location = append(p.Location, locations[name])
		}
		return locations[name]
	}
	for _, k := range x.order {
		s := &profile.Sample{Value: x.sums[k][:len(types)]}
		for i := k.stack; i >= 0; i = x.stacks[i].parent {
			s.Location = append(s.Location, location(x.stacks[i].name))
		}
		x.libraryLabels(s, k)
		p.Sample = append(p.Sample, s)
	}
	return p
}

// libraryLabels sets the labels of a sample.
func (x *profiler) libraryLabels(s *profile.Sample, k key) {
	s.Label = map[string][]string{}
	if circuit := x.t.Header.Labels["circuit"]; circuit != "" {
		s.Label["circuit"] = []string{circuit}
	}
	if k.regime != outside {
		s.Label["regime"] = []string{[]string{cold: "cold", warm: "warm"}[k.regime]}
	}
	if len(x.t.Tracks) > 1 {
		tr := x.t.Tracks[k.track]
		s.Label["track"] = []string{fmt.Sprintf("%d %s", k.track, tr.Name)}
	}
	if slices.ContainsFunc(x.t.Tracks, func(tr trace.Track) bool { return tr.Rank > 0 }) {
		s.Label["rank"] = []string{fmt.Sprint(x.t.Tracks[k.track].Rank)}
	}
	if k.iteration > 0 {
		s.NumLabel = map[string][]int64{"iteration": {int64(k.iteration)}}
		s.NumUnit = map[string][]string{"iteration": {"iteration"}}
	}
}

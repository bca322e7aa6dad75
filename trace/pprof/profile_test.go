package pprof_test

import (
	"fmt"
	"io"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/pprof"
)

// The samples of every trace are what adding up its ranges by their names and labels
// gives. With devices or where steps were not timed, the file is valid at least, and no
// two samples are the same but for their values.
func TestSamples(t *testing.T) {
	for name, tr := range kinds() {
		p, _ := write(t, tr)
		got := map[string][2]int64{}
		for _, s := range p.Sample {
			text := sampleText(s)
			if _, twice := got[text]; twice {
				t.Errorf("%s: two samples %s", name, text)
			}
			got[text] = [2]int64{s.Value[0], s.Value[1]}
		}
		if tr.Header.Sample > 1 || len(p.SampleType) > 2 {
			continue
		}
		if diff := cmp.Diff(obvious(tr), got); diff != "" {
			t.Fatalf("%s: -want +got\n%s", name, diff)
		}
	}
}

// sampleText returns the stack and the labels of a sample.
func sampleText(s *profile.Sample) string {
	text := ""
	for _, l := range s.Location {
		text += l.Line[0].Function.Name + " < "
	}
	return text + fmt.Sprint(s.Label["circuit"], s.Label["rank"], s.Label["regime"], s.Label["track"], s.NumLabel["iteration"], s.NumUnit["iteration"])
}

// An openRange is what obvious knows of a range: all as text.
type openRange struct {
	stack, regime, number string
	start, inside         int64
	iterations            int
}

// obvious returns calls and self time of the ranges of tr by stack and labels.
func obvious(tr *trace.Trace) map[string][2]int64 {
	sums := map[string][2]int64{}
	open := make([][]openRange, len(tr.Tracks))
	steps := make([]int, len(tr.Tracks))
	for e := range tr.Events() {
		stack := open[e.Track]
		var around openRange
		outer := &around
		if len(stack) > 0 {
			outer = &stack[len(stack)-1]
		}
		switch {
		case e.Kind == trace.Begin:
			r := openRange{stack: tr.Names[e.Name] + " < " + outer.stack, regime: outer.regime, number: outer.number, start: e.Time}
			switch tr.Names[e.Name] {
			case trace.PhaseTimestep:
				if r.regime == "" {
					r.regime = "warm"
					if steps[e.Track]++; steps[e.Track] == 1 {
						r.regime = "cold"
					}
				}
			case trace.PhaseIteration:
				r.number = "1"
				if len(stack) > 0 {
					outer.iterations++
					r.number = fmt.Sprint(min(outer.iterations, 65))
				}
			}
			open[e.Track] = append(stack, r)
		case e.Kind == trace.End && len(stack) > 0:
			r := *outer
			open[e.Track] = stack[:len(stack)-1]
			if len(stack) > 1 {
				stack[len(stack)-2].inside += e.Time - r.start
			}
			key := r.stack + labelText(tr, e.Track, r.regime, r.number)
			sums[key] = [2]int64{sums[key][0] + 1, sums[key][1] + e.Time - r.start - r.inside}
		}
	}
	return sums
}

// labelText returns the labels of a range as sampleText does.
func labelText(tr *trace.Trace, track int32, regime, number string) string {
	rank, name, unit := "", "", ""
	for _, x := range tr.Tracks {
		if x.Rank > 0 {
			rank = fmt.Sprint(tr.Tracks[track].Rank)
		}
	}
	if len(tr.Tracks) > 1 {
		name = fmt.Sprint(track, " ", tr.Tracks[track].Name)
	}
	if number != "" {
		unit = "iteration"
	}
	return fmt.Sprintf("[%s] [%s] [%s] [%s] [%s] [%s]", tr.Header.Labels["circuit"], rank, regime, name, number, unit)
}

// kinds returns traces of every kind: of one and several tracks, ranks and
// devices, sampled, without ranges, without a start and names, and of many long
// names in deep stacks.
func kinds() iter.Seq2[string, *trace.Trace] {
	return func(yield func(string, *trace.Trace) bool) {
		sampled, bare := walktest.NR(200, false), walktest.Of(1, nil)
		sampled.Header.Sample = 10
		bare.Header = trace.Header{}
		if !yield("steps", walktest.NR(100, true)) || !yield("sampled", sampled) || !yield("none", walktest.Of(2, nil)) || !yield("bare", bare) || !yield("large", large()) {
			return
		}
		for seed := range walktest.Seeds(60) {
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

// A profile that would not fit into memory is refused before it is built.
func TestTooManyFrames(t *testing.T) {
	const depth = 12_000
	var events []trace.Event
	var names []string
	for i := range depth {
		names = append(names, fmt.Sprint(i))
		events = append(events, trace.Event{Kind: trace.Begin, Name: int32(i), Time: int64(i), Index: trace.NoIndex})
	}
	for range depth {
		events = append(events, trace.Event{Kind: trace.End, Time: depth})
	}
	tr := walktest.Of(1, events)
	tr.Names = names
	err := pprof.Write(io.Discard, tr)
	if want := "72006000 frames, and the limit is 67108864: 12000 different stacks, up to 12000 ranges deep"; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
}

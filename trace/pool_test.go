package trace_test

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/packed"
	"github.com/nrkit/nrkit/trace"
)

// ofPool returns the table of the trace that p is the pool of.
func ofPool(t *trace.Trace, p *trace.Pool, s *trace.Summary) *trace.Summary {
	return p.Summary(trace.PoolHead{Trace: t, Span: s.Span, Device: s.Device, Work: s.Work}, trace.SummaryOptions{Source: s.Source})
}

// reread returns the pool that a file gives back.
func reread(t interface{ Fatal(...any) }, p *trace.Pool, origins []*trace.Origin) *trace.Pool {
	var d trace.PoolDocument
	if err := packed.Unmarshal(bytesOf(p, origins), &d); err != nil {
		t.Fatal(err)
	}
	out, err := d.Pool(origins)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// bytesOf returns the pool as bytes.
func bytesOf(p *trace.Pool, origins []*trace.Origin) []byte {
	return packed.Marshal(p.Document(func(o *trace.Origin) int { return slices.Index(origins, o) }))
}

// A drawn trace has nested ranges with names from a few, some of which are hostile or
// mean something to a summary. All ranges end.
func drawn(t *rapid.T, sample int) *trace.Trace {
	names := []string{"transient", "timestep", "nr_iteration", "build_system", "solve", "recording", "", "a/b", "\xff\x00", "cudaLaunch", "cudaStreamSynchronize", "kernel"}
	out := &trace.Trace{Names: names, Sorts: make([]string, len(names)), Tracks: []trace.Track{{Device: -1, Thread: 1}, {Device: -1, Thread: 2}, {Device: 0}}}
	out.Sorts[9], out.Sorts[10], out.Sorts[11] = trace.SortAPI, trace.SortSync, trace.SortKernel
	out.Header = trace.Header{Program: "p", Sample: sample, TimerNS: 2, Start: time.Unix(100, 0)}
	out.Header.Labels = map[string]string{"circuit": rapid.SampledFrom([]string{"rc", "ring"}).Draw(t, "circuit")}
	used := rapid.SampledFrom([][]int32{{0, 1, 2, 3, 4}, {0, 2, 3, 3, 4}, {3, 4, 6, 7, 8}, {1, 3, 5, 1}, {1, 2, 9, 10, 3}}).Draw(t, "names")
	if rapid.Bool().Draw(t, "counted") {
		out.Counts.Number = map[string]int64{trace.CountTimesteps: rapid.Int64Range(1, 300).Draw(t, "timesteps")}
		out.Counts.Table = map[string][]trace.Row{trace.TableCalls: {{Name: "solve", Count: rapid.Int64Range(0, 300).Draw(t, "solves")}}}
	}
	var events []trace.Event
	for track := range int32(2) {
		now := int64(0)
		var open []int32
		for range rapid.IntRange(0, 120).Draw(t, "events") {
			now += rapid.Int64Range(0, 1000).Draw(t, "ns")
			if len(open) == 0 || len(open) < 5 && rapid.Bool().Draw(t, "in") {
				name := rapid.SampledFrom(used).Draw(t, "name")
				open = append(open, name)
				index := int64(trace.NoIndex)
				if name == 1 && rapid.Bool().Draw(t, "numbered") {
					index = rapid.Int64Range(0, 500).Draw(t, "number")
				}
				events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: name, Track: track, Index: index})
			} else {
				events = append(events, trace.Event{Kind: trace.End, Time: now, Name: open[len(open)-1], Track: track})
				open = open[:len(open)-1]
			}
		}
		for ; len(open) > 0; open = open[:len(open)-1] {
			events = append(events, trace.Event{Kind: trace.End, Time: now, Name: open[len(open)-1], Track: track})
		}
	}
	made := trace.FromEvents(out.Header, out.Names, out.Tracks, events)
	made.Sorts, made.Counts = out.Sorts, out.Counts
	return made
}

// The table of a pool is the table of its trace, also after the pool was in a file.
func TestPoolOfOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawn(t, rapid.SampledFrom([]int{1, 1, 7}).Draw(t, "sample"))
		from := &trace.Origin{Name: "a"}
		want := trace.Summarize(in, trace.SummaryOptions{Source: "a"})
		c := trace.Collect(in, trace.SummaryOptions{Source: "a"}, from)
		if d := cmp.Diff(want, c.Summary); d != "" {
			t.Fatalf("Collect: -want +got\n%s", d)
		}
		p := reread(t, c.Pool, []*trace.Origin{from})
		if d := cmp.Diff(want, ofPool(in, p, want)); d != "" {
			t.Fatalf("pool: -want +got\n%s", d)
		}
	})
}

// Pools that are added in any order are equal, and have the table of the merged trace.
func TestPoolsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sample := rapid.SampledFrom([]int{1, 1, 7}).Draw(t, "sample")
		var traces []*trace.Trace
		var origins []*trace.Origin
		for k := range rapid.IntRange(1, 6).Draw(t, "traces") {
			traces = append(traces, drawn(t, sample))
			origins = append(origins, &trace.Origin{Rank: int32(k), Name: fmt.Sprint("r", k)})
		}
		pools := func() (list []*trace.Pool) {
			for k, in := range traces {
				list = append(list, trace.Collect(in, trace.SummaryOptions{}, origins[k]).Pool)
			}
			return list
		}
		tree := func() *trace.Pool {
			list := append(pools(), trace.NewPool(sample))
			for len(list) > 1 {
				i := rapid.IntRange(0, len(list)-1).Draw(t, "to")
				j := (i + rapid.IntRange(1, len(list)-1).Draw(t, "from")) % len(list)
				if rapid.Bool().Draw(t, "file") {
					list[i] = reread(t, list[i], origins)
				}
				list[i].Add(list[j])
				list = slices.Delete(list, j, j+1)
			}
			return list[0]
		}
		a, b := tree(), tree()
		if string(bytesOf(a, origins)) != string(bytesOf(b, origins)) {
			t.Fatal("two orders give different bytes")
		}
		m, err := merge.Merge(traces, merge.Options{Align: merge.Start})
		if err != nil {
			t.Fatal(err)
		}
		want := trace.Summarize(m.Trace, trace.SummaryOptions{})
		if d := cmp.Diff(want, ofPool(m.Trace, a, want)); d != "" {
			t.Fatalf("-want +got\n%s", d)
		}
	})
}

// Cells have the exact figures of all durations, whatever the order of the additions,
// also where 64 bits are too few.
func TestCells(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		list := rapid.SliceOfN(rapid.OneOf(rapid.Int64Range(0, 2000), rapid.Int64Range(0, math.MaxInt64/4096)), 0, 300).Draw(t, "durations")
		all := cellOf(list)
		cut := rapid.IntRange(0, len(list)).Draw(t, "cut")
		sum := cellOf(list[cut:])
		first := cellOf(list[:cut])
		sum.Add(&first)
		if d := cmp.Diff(all, sum); d != "" {
			t.Fatalf("-all +sum\n%s", d)
		}
		total, squares := new(big.Int), new(big.Int)
		for _, v := range list {
			x := big.NewInt(v)
			total.Add(total, x)
			squares.Add(squares, new(big.Int).Mul(x, x))
		}
		got := new(big.Int).Lsh(new(big.Int).SetUint64(all.SquaresHigh), 64)
		got.Add(got, new(big.Int).SetUint64(all.SquaresLow))
		if got.Cmp(squares) != 0 || total.Cmp(big.NewInt(all.Total)) != 0 || all.Count != int64(len(list)) {
			t.Fatalf("got %+v, want the sum %v and the squares %v", all, total, squares)
		}
		if len(list) > 1 {
			n := float64(len(list))
			mean, _ := new(big.Float).Quo(new(big.Float).SetInt(total), big.NewFloat(n)).Float64()
			variance := 0.0
			for _, v := range list {
				variance += (float64(v) - mean) * (float64(v) - mean) / (n - 1)
			}
			if want := math.Sqrt(variance); math.Abs(all.Deviation()-want) > 1e-9*(want+1) {
				t.Fatalf("got the deviation %v, want %v", all.Deviation(), want)
			}
		}
	})
}

// cellOf returns the cell of durations, by way of a trace.
func cellOf(list []int64) trace.Cell {
	var events []trace.Event
	now := int64(0)
	for _, ns := range list {
		events = append(events, trace.Event{Kind: trace.Begin, Time: now, Index: trace.NoIndex}, trace.Event{Kind: trace.End, Time: now + ns})
		now += ns
	}
	t := trace.FromEvents(trace.Header{}, []string{"x"}, []trace.Track{{Device: -1}}, events)
	for _, c := range trace.Collect(t, trace.SummaryOptions{}, &trace.Origin{}).Cells {
		return c.Cell
	}
	return trace.Cell{}
}

// Bins of many steps have the figures of each step, joined in pairs as often as needed.
func TestBins(t *testing.T) {
	for _, steps := range []int{1, 63, 64, 65, 1000} {
		var events []trace.Event
		for k := range int64(steps) {
			events = append(events, trace.Event{Kind: trace.Begin, Time: 1000 * k, Index: trace.NoIndex}, trace.Event{Kind: trace.End, Time: 1000*k + k})
		}
		in := trace.FromEvents(trace.Header{}, []string{trace.PhaseTimestep}, []trace.Track{{Device: -1}}, events)
		b := trace.Collect(in, trace.SummaryOptions{}, &trace.Origin{}).Pool.Bins()
		if b.Last != int64(steps-1) || len(b.Rows) != 1 || len(b.Rows[0].Bins) > 64 {
			t.Fatalf("%d steps: got %+v", steps, b)
		}
		for k, c := range b.Rows[0].Bins {
			var want trace.Cell
			for step := k << b.Shift; step < min((k+1)<<b.Shift, steps); step++ {
				one := cellOf([]int64{int64(step)})
				want.Add(&one)
			}
			if d := cmp.Diff(want, c); d != "" {
				t.Errorf("%d steps, bin %d: -want +got\n%s", steps, k, d)
			}
		}
	}
}

// Quantiles of a pool of many values are within 0.4 % of the exact ones.
func TestPoolQuantiles(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []int64
		sum := trace.NewPool(1)
		for k := range 3 {
			var events []trace.Event
			now, scale := int64(0), rapid.Int64Range(1, 1e7).Draw(t, "scale")
			for i := range int64(3000) {
				ns := (i*7919%3001*scale + int64(k)) % 4e9
				all = append(all, ns)
				events = append(events, trace.Event{Kind: trace.Begin, Time: now, Index: trace.NoIndex}, trace.Event{Kind: trace.End, Time: now + ns})
				now += ns
			}
			in := trace.FromEvents(trace.Header{}, []string{"x"}, []trace.Track{{Device: -1}}, events)
			sum.Add(trace.Collect(in, trace.SummaryOptions{}, &trace.Origin{Rank: int32(k)}).Pool)
		}
		slices.Sort(all)
		s := ofPool(trace.FromEvents(trace.Header{}, nil, nil, nil), sum, &trace.Summary{})
		for q, got := range map[float64]int64{0.5: s.Phases[0].Median, 0.9: s.Phases[0].P90, 0.99: s.Phases[0].P99} {
			want := all[int(math.Ceil(q*float64(len(all))))-1]
			if math.Abs(float64(got-want)) > 0.004*float64(want) {
				t.Fatalf("quantile %v: got %d, want %d", q, got, want)
			}
		}
		if s.Phases[0].Min != all[0] || s.Phases[0].Max != all[len(all)-1] {
			t.Fatalf("got %d to %d", s.Phases[0].Min, s.Phases[0].Max)
		}
	})
}

// Values that contradict each other are an error, never a panic.
func FuzzPoolDocument(f *testing.F) {
	in := trace.FromEvents(trace.Header{Sample: 3}, []string{"transient", "timestep", "solve"}, []trace.Track{{Device: -1}}, []trace.Event{
		{Kind: trace.Begin, Name: 0}, {Kind: trace.Begin, Name: 1, Time: 3}, {Kind: trace.Begin, Name: 2, Time: 4}, {Kind: trace.End, Time: 5}, {Kind: trace.End, Time: 6}, {Kind: trace.End, Time: 9}})
	from := &trace.Origin{}
	f.Add(bytesOf(trace.Collect(in, trace.SummaryOptions{}, from).Pool, []*trace.Origin{from}))
	f.Fuzz(func(t *testing.T, b []byte) {
		var d trace.PoolDocument
		if packed.Unmarshal(b, &d) != nil {
			return
		}
		p, err := d.Pool([]*trace.Origin{from})
		if err != nil {
			return
		}
		again := reread(t, p, []*trace.Origin{from})
		if string(bytesOf(again, []*trace.Origin{from})) != string(bytesOf(p, []*trace.Origin{from})) {
			t.Fatal("the pool changes when it is written")
		}
		_ = ofPool(in, p, &trace.Summary{})
		other := trace.NewPool(p.Sample())
		other.Add(p)
		_ = ofPool(in, other, &trace.Summary{})
	})
}

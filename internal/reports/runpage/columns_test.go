package runpage

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/binary"
	"io"
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
)

// A reader reads columns as the comment of columns says, without what wrote them.
type reader struct {
	t *testing.T
	*bytes.Reader
}

func (r reader) whole(n int) []int64 {
	list, last := make([]int64, n), int64(0)
	for k := range list {
		v, err := binary.ReadVarint(r)
		if err != nil {
			r.t.Fatal(err)
		}
		last += v
		list[k] = last
	}
	return list
}

func (r reader) count(n int) []int64 {
	list := make([]int64, n)
	for k := range list {
		v, err := binary.ReadUvarint(r)
		if err != nil {
			r.t.Fatal(err)
		}
		list[k] = int64(v)
	}
	return list
}

func (r reader) real(n int) []float64 {
	list := make([]float64, n)
	if err := binary.Read(r, binary.LittleEndian, list); err != nil {
		r.t.Fatal(err)
	}
	return list
}

func (r reader) values(n int) []float64 {
	if sort, err := r.ReadByte(); err != nil {
		r.t.Fatal(err)
	} else if sort == 1 {
		return r.real(n)
	}
	list := make([]float64, n)
	for k, v := range r.whole(n) {
		list[k] = float64(v)
	}
	return list
}

// A drawn range is a range as a page has it.
type drawn struct {
	track, depth int
	name         int32
	start, end   int64
	args         map[int32]float64
	never        bool
}

// read returns the ranges of the columns, and the samples of the counters.
func read(t *testing.T, d *Data) (ranges []drawn, samples map[counter][]sample) {
	var b bytes.Buffer
	if err := writeColumns(&b, d); err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(flate.NewReader(base64.NewDecoder(base64.StdEncoding, &b)))
	if err != nil {
		t.Fatal(err)
	}
	r, a := reader{t, bytes.NewReader(raw)}, d.about()
	for _, tr := range a.Tracks {
		starts, ns, names, depths := r.whole(tr.Ranges), r.count(tr.Ranges), r.count(tr.Ranges), r.count(tr.Ranges)
		list := make([]drawn, tr.Ranges)
		for k := range list {
			list[k] = drawn{tr.Track, int(depths[k]), int32(names[k]), starts[k], starts[k] + ns[k], map[int32]float64{}, slices.Contains(tr.Never, k)}
		}
		for _, c := range tr.Args {
			at, values := r.whole(c.Count), r.values(c.Count)
			for k := range at {
				list[at[k]].args[c.Name] = values[k]
			}
		}
		ranges = append(ranges, list...)
	}
	samples = map[counter][]sample{}
	for k, c := range a.Counters {
		times, values := r.whole(c.Count), r.real(c.Count)
		for i := range times {
			key := d.series[k].counter
			samples[key] = append(samples[key], sample{times[i], values[i]})
		}
	}
	for _, n := range []int{a.Steps, a.Its} {
		for range 7 {
			r.whole(n)
		}
		r.real(n)
	}
	if r.Len() > 0 {
		t.Fatalf("%d bytes are left", r.Len())
	}
	return ranges, samples
}

// want returns the ranges and instants of a trace, each found by a search for its end.
func want(tr *trace.Trace) (ranges []drawn, samples map[counter][]sample) {
	events := slices.Collect(tr.Events())
	first, last := int64(math.MaxInt64), int64(0)
	for _, e := range events {
		first, last = min(first, e.Time), max(last, e.Time)
	}
	samples = map[counter][]sample{}
	for track := range tr.Tracks {
		var own []trace.Event
		for _, e := range events {
			if int(e.Track) == track {
				own = append(own, e)
			}
		}
		depth := 0
		for i, e := range own {
			switch e.Kind {
			case trace.Counter:
				key := counter{e.Track, e.Name}
				samples[key] = append(samples[key], sample{e.Time - first, e.Value})
			case trace.Instant:
				ranges = append(ranges, drawn{track, depth, e.Name, e.Time - first, e.Time - first, map[int32]float64{}, false})
			case trace.End:
				depth--
			case trace.Begin:
				x := drawn{track, depth, e.Name, e.Time - first, last - first, map[int32]float64{}, true}
				if e.Index != trace.NoIndex {
					x.args[numbered] = float64(e.Index)
				}
				level := 1
				for _, f := range own[i+1:] {
					if f.Kind == trace.Begin {
						level++
					}
					if f.Kind == trace.Arg && level == 1 {
						x.args[f.Name] = f.Value
					}
					if f.Kind == trace.End {
						if level--; level == 0 {
							x.end, x.never = f.Time-first, false
							break
						}
					}
				}
				ranges = append(ranges, x)
				depth++
			}
		}
	}
	return ranges, samples
}

func equal(a, b drawn) bool {
	if len(a.args) != len(b.args) {
		return false
	}
	for name, v := range a.args {
		if w, ok := b.args[name]; !ok || v != w {
			return false
		}
	}
	a.args, b.args = nil, nil
	return a.track == b.track && a.depth == b.depth && a.name == b.name && a.start == b.start && a.end == b.end && a.never == b.never
}

// Decoded columns are the trace, with all arguments and samples.
func TestColumnsAreTheTrace(t *testing.T) {
	for seed := range uint64(60) {
		tr := walktest.Random(seed, 400)
		d, err := Collect(tr, Limit)
		if err != nil {
			t.Fatal(err)
		}
		got, samples := read(t, d)
		wanted, wantedSamples := want(tr)
		if len(got) != len(wanted) || !slices.EqualFunc(got, wanted, equal) {
			for k := range min(len(got), len(wanted)) {
				if !equal(got[k], wanted[k]) {
					t.Fatalf("seed %d, range %d: got %+v, want %+v", seed, k, got[k], wanted[k])
				}
			}
			t.Fatalf("seed %d: got %d ranges, want %d", seed, len(got), len(wanted))
		}
		if len(samples) != len(wantedSamples) {
			t.Fatalf("seed %d: got %d counters, want %d", seed, len(samples), len(wantedSamples))
		}
		for key, list := range wantedSamples {
			if !slices.Equal(samples[key], list) {
				t.Fatalf("seed %d: counter %v: got %v, want %v", seed, key, samples[key], list)
			}
		}
		if d.note() != "" {
			t.Errorf("seed %d: the page says %q", seed, d.note())
		}
	}
}

// A page that is too small has the longest ranges, and counts the others.
func TestFullPage(t *testing.T) {
	for seed := range uint64(30) {
		tr := walktest.Random(seed, 400)
		all, _ := want(tr)
		for _, limit := range []int{0, 1, 7, 40, len(all) - 1, len(all)} {
			d, err := Collect(tr, limit)
			if err != nil {
				t.Fatal(err)
			}
			got, _ := read(t, d)
			var wanted []drawn
			ended := 0
			for _, x := range all {
				if x.never || x.end-x.start >= d.least {
					wanted = append(wanted, x)
				}
				if !x.never && x.end-x.start >= d.least {
					ended++
				}
			}
			if !slices.EqualFunc(got, wanted, equal) {
				t.Fatalf("seed %d, limit %d: got %d ranges of at least %d ns, want %d", seed, limit, len(got), d.least, len(wanted))
			}
			if ended > max(limit, 0) {
				t.Errorf("seed %d, limit %d: the page has %d ranges", seed, limit, ended)
			}
			if int(d.short) != len(all)-len(wanted) || (d.short > 0) != (d.note() != "") {
				t.Errorf("seed %d, limit %d: the page counts %d short ranges, want %d: %q", seed, limit, d.short, len(all)-len(wanted), d.note())
			}
		}
	}
}

// Bins do not fall, and the shortest duration of a bin is in the bin.
func TestBins(t *testing.T) {
	last := 0
	for ns := int64(0); ns < 5000; ns++ {
		bin := binOf(ns)
		if bin < last || leastOf(bin) > ns || binOf(leastOf(bin)) != bin {
			t.Fatalf("%d ns: bin %d after %d, which begins at %d", ns, bin, last, leastOf(bin))
		}
		last = bin
	}
	if bin := binOf(math.MaxInt64); bin >= len(sizes{}.ranges) || binOf(leastOf(bin)) != bin {
		t.Errorf("the last bin is %d, which begins at %d", bin, leastOf(bin))
	}
}

// Of many samples those stay that are the least or the largest of their neighbours.
func TestManySamples(t *testing.T) {
	key := counter{0, 1}
	s := newSampler(map[counter]int64{key: 10 * maxSamples})
	for k := range int64(1000) {
		v := float64(k % 10)
		switch k {
		case 507:
			v = 1e9
		case 513:
			v = -1e9
		}
		s.add(key.track, key.name, k, v)
	}
	got := s.finish()[0]
	if len(got.time) != 100 || !slices.Contains(got.value, 1e9) || !slices.Contains(got.value, -1e9) || !slices.IsSorted(got.time) {
		t.Errorf("got %d samples: %v", len(got.time), got.value)
	}
}

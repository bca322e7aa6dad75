package perfettotest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// Check decodes a file and compares it with a walk over the trace that it was
// written from: every range in name, category, start, duration, depth, arguments
// and flows; every instant and every counter. Beyond them the file has what it
// adds by rule: slices of category untimed, and the logarithm of residuals.
//
// It returns what it read; the error lists what differs.
func Check(t *trace.Trace, file []byte) (*Trace, error) {
	d, err := Decode(file)
	c := comparison{trace: t, flows: map[uint64]uint64{}, numbers: map[uint64]uint64{}}
	threads := d.Threads()
	if len(threads) != len(t.Tracks) {
		c.add("number of tracks", "got %d, want %d", len(threads), len(t.Tracks))
		return d, errors.Join(err, c.err())
	}
	for i, want := range expect(t) {
		c.track(d, threads[i], want)
	}
	return d, errors.Join(err, c.err())
}

// Seen writes a trace with write and checks the file. It fails the test when
// something differs.
func Seen(t testing.TB, tr *trace.Trace, write func(io.Writer, *trace.Trace) error) *Trace {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b, tr); err != nil {
		t.Fatal(err)
	}
	d, err := Check(tr, b.Bytes())
	if err != nil {
		t.Error(err)
	}
	return d
}

// A comparison collects what differs.
type comparison struct {
	problems
	trace   *trace.Trace
	flows   map[uint64]uint64 // number in the trace → id in the file
	numbers map[uint64]uint64 // and back
}

func (c *comparison) track(d *Trace, got *Track, want *expectation) {
	var timed, untimed []*Slice
	for _, s := range got.Slices {
		if s.Category == Untimed {
			untimed = append(untimed, s)
		} else {
			timed = append(timed, s)
		}
	}
	c.untimed(got, untimed)
	if len(timed) != len(want.slices) {
		c.add("number of slices", "track %q: got %d, want %d", got.Name, len(timed), len(want.slices))
	}
	for i := range min(len(timed), len(want.slices)) {
		c.slice(timed[i], want.slices[i])
	}
	if !slices.Equal(got.Marks, want.marks) {
		c.add("instants", "track %q: got %d, want %d", got.Name, len(got.Marks), len(want.marks))
	}
	c.counters(d.Counters(got), want.samples)
}

func (c *comparison) slice(got, want *Slice) {
	name, start := want.Name, want.Start
	differ := func(what string, got, want any) {
		if got != want {
			c.add(what+" of a slice", "%q at %d ns: got %v, want %v", name, start, got, want)
		}
	}
	differ("name", got.Name, want.Name)
	differ("category", got.Category, want.Category)
	differ("start", got.Start, want.Start)
	differ("end", got.End, want.End)
	differ("depth", got.Depth, want.Depth)
	if !maps.Equal(got.Args, want.Args) {
		c.add("arguments of a slice", "%q at %d ns: got %v, want %v", want.Name, want.Start, got.Args, want.Args)
	}
	c.same("out", got.Out, want.Out, want)
	c.same("in", got.In, want.In, want)
}

// same compares flows, whose ids are any that stand for the same numbers.
func (c *comparison) same(way string, got, want []uint64, s *Slice) {
	if len(got) != len(want) {
		c.add("flows "+way+" of a slice", "%q at %d ns: got %d, want %d", s.Name, s.Start, len(got), len(want))
		return
	}
	for i, id := range got {
		old, known := c.flows[want[i]]
		number, back := c.numbers[id]
		if known && old != id || back && number != want[i] {
			c.add("flow leads elsewhere", "%q at %d ns: flow %d", s.Name, s.Start, want[i])
		}
		c.flows[want[i]], c.numbers[id] = id, want[i]
	}
}

func (c *comparison) counters(got map[string]*Track, want map[string][]Sample) {
	for name, samples := range want {
		tr := got[name]
		if tr == nil {
			c.add("counter is missing", "%q", name)
			continue
		}
		if !equalSamples(tr.Samples, samples) {
			c.add("samples of a counter", "%q: got %d, want %d, or others", name, len(tr.Samples), len(samples))
		}
	}
	for name, tr := range got {
		if _, known := want[name]; known {
			continue
		}
		of := strings.TrimSuffix(strings.TrimPrefix(name, "log10("), ")")
		if "log10("+of+")" != name || want[of] == nil {
			c.add("counter that the trace does not have", "%q", name)
			continue
		}
		var logs []Sample
		for _, s := range want[of] {
			if s.Value > 0 && !math.IsInf(s.Value, 1) {
				logs = append(logs, Sample{Time: s.Time, Name: name, Value: math.Log10(s.Value)})
			}
		}
		if !equalSamples(tr.Samples, logs) {
			c.add("samples of a logarithm", "%q: got %d, want %d, or others", name, len(tr.Samples), len(logs))
		}
	}
}

func equalSamples(a, b []Sample) bool {
	return slices.EqualFunc(a, b, func(a, b Sample) bool {
		return a.Time == b.Time && a.Name == b.Name && math.Float64bits(a.Value) == math.Float64bits(b.Value)
	})
}

// Untimed is the category of slices that stand for steps that were not timed.
const Untimed = "untimed"

// untimed checks that such slices lie within a range of the trace and beside all
// others, and that they and the timed steps are no more than there were.
func (c *comparison) untimed(tr *Track, list []*Slice) {
	if len(list) > 0 && c.trace.Header.Sample < 2 {
		c.add("slice of untimed steps without sampling", "%q", list[0].Name)
	}
	for _, s := range list {
		var n int64
		if _, err := fmt.Sscanf(s.Name, "not timed, %d step", &n); err != nil || n < 1 || s.Args["steps"] != fmt.Sprint(n) || len(s.Args) != 1 {
			c.add("name or argument of a slice of untimed steps", "%q, %v", s.Name, s.Args)
		}
		if s.End < s.Start {
			c.add("slice of untimed steps has no end", "%q at %d ns", s.Name, s.Start)
		}
		if !inside(tr, s) {
			c.add("slice of untimed steps is within no range", "%q at %d ns", s.Name, s.Start)
		}
	}
	// By begin, and nested by depth: siblings follow each other.
	end := map[int]int64{}
	for _, s := range tr.Slices {
		if s.Start < end[s.Depth] {
			c.add("slices of one depth overlap", "%q at %d ns", s.Name, s.Start)
		}
		if s.End >= 0 {
			end[s.Depth] = s.End
		}
	}
}

// inside says whether a slice lies within one of the track that is one less deep.
func inside(tr *Track, s *Slice) bool {
	return slices.ContainsFunc(tr.Slices, func(o *Slice) bool {
		return o.Depth == s.Depth-1 && o.Category != Untimed && o.Start <= s.Start && (o.End < 0 || o.End >= s.End)
	})
}

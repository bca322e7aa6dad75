package merge

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// Align says how the clocks of inputs are made one.
type Align int

const (
	Auto  Align = iota // Wall where all inputs know when they started, else Start
	Wall               // by the wall clock
	Start              // all inputs start at once
	End                // ranges of a name end at one moment in all inputs: a barrier
	Begin              // ranges of a name begin at one moment in all inputs
)

// Options say how traces are put together. The zero value is the default.
type Options struct {
	Align Align
	Range string // the name of the ranges for End and Begin; other aligns do not read it
}

// ErrNoStart says that an input does not know when it started, which Wall
// needs.
var ErrNoStart = errors.New("does not contain its start time")

// An InputError says which input cannot be merged, and why.
type InputError struct {
	Input int // from 0
	Err   error
}

func (e *InputError) Error() string { return fmt.Sprintf("input %d: %v", e.Input+1, e.Err) }
func (e *InputError) Unwrap() error { return e.Err }

// A Result is a merged trace.
type Result struct {
	Trace    *trace.Trace
	Ranks    []int32 // of the inputs: the first rank of each
	Clocks   []Clock // by input, where ranges made the clocks one; nil else
	Warnings []string
}

// Merge puts traces into one. They are read when its Events are, and must stay
// open. With one input the result is that input.
//
// Cost: that of reading the inputs. Memory: the names and tracks.
//
// Errors: *InputError, with [ErrNoStart] where Wall was asked for and cannot be,
// where inputs were sampled in different ways, and where ranges that should make
// the clocks one are not there, or cannot be told which belong together.
func Merge(inputs []*trace.Trace, o Options) (*Result, error) {
	if len(inputs) == 0 {
		panic("merge: no inputs")
	}
	m := &merger{inputs: inputs, names: map[name]int32{}, t: &trace.Trace{}}
	ranks := ranksOf(inputs)
	r := &Result{Trace: m.t, Ranks: ranks}
	if len(inputs) == 1 {
		r.Trace = inputs[0]
		return r, nil
	}
	if err := m.align(o, r); err != nil {
		return nil, err
	}
	if err := m.header(); err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, m.strangers()...)
	for k, in := range inputs {
		m.add(k, in, ranks[k])
	}
	for len(m.t.Sorts) > 0 && len(m.t.Sorts) < len(m.t.Names) {
		m.t.Sorts = append(m.t.Sorts, "")
	}
	m.t.Events = m.events
	if slices.ContainsFunc(inputs, func(in *trace.Trace) bool { return in.Blobs != nil }) {
		m.t.Blobs = m.blobs
	}
	m.t.Fault = m.fault
	return r, nil
}

// A name is one of a sort.
type name struct{ text, sort string }

// A merger is the state of one Merge.
type merger struct {
	inputs []*trace.Trace
	parts  []part // by input
	offset []int64
	names  map[name]int32
	t      *trace.Trace
}

// A part is what an input became.
type part struct {
	names []int32 // by name of the input
	track int32   // the first
	flow  int64   // the first
}

// ranksOf returns the first rank of every input.
func ranksOf(inputs []*trace.Trace) []int32 {
	var ranks []int32
	seen := map[int32]bool{}
	for _, in := range inputs {
		n, err := strconv.ParseInt(in.Header.Labels["rank"], 10, 32)
		if err != nil || n < 0 || seen[int32(n)] || last(in) > 0 {
			break
		}
		seen[int32(n)] = true
		ranks = append(ranks, int32(n))
	}
	if len(ranks) == len(inputs) {
		return ranks
	}
	ranks = ranks[:0]
	next := int32(0)
	for _, in := range inputs {
		ranks = append(ranks, next)
		next += last(in) + 1
	}
	return ranks
}

// last returns the largest rank in a trace.
func last(t *trace.Trace) int32 {
	var r int32
	for _, tr := range t.Tracks {
		r = max(r, tr.Rank)
	}
	return r
}

// align finds by how much the times of each input move.
func (m *merger) align(o Options, r *Result) error {
	m.offset = make([]int64, len(m.inputs))
	if o.Align == End || o.Align == Begin {
		return m.alignCommon(o, r)
	}
	return m.alignStart(o.Align, r)
}

// alignCommon finds it from ranges that all inputs have. The first input says
// what time it was.
func (m *merger) alignCommon(o Options, r *Result) error {
	clocks, err := commonClocks(m.inputs, o.Range, o.Align)
	if err != nil {
		return err
	}
	for k, c := range clocks {
		m.offset[k] = c.Offset
	}
	if start := m.inputs[0].Header.Start; !start.IsZero() {
		m.t.Header.Start = start.Add(-time.Duration(clocks[0].Offset))
	}
	r.Clocks = clocks
	r.Warnings = append(r.Warnings, drifts(clocks)...)
	return nil
}

// alignStart finds it from when inputs started.
func (m *merger) alignStart(a Align, r *Result) error {
	var first time.Time
	for k, in := range m.inputs {
		start := in.Header.Start
		if start.IsZero() {
			switch a {
			case Wall:
				return &InputError{k, ErrNoStart}
			case Auto:
				r.Warnings = append(r.Warnings, fmt.Sprintf("input %d %v: all inputs start at time 0", k+1, ErrNoStart))
			}
			a = Start
		}
		if k == 0 || start.Before(first) {
			first = start
		}
	}
	if a == Start {
		return nil
	}
	m.t.Header.Start = first
	latest := int64(0)
	for k, in := range m.inputs {
		m.offset[k] = int64(in.Header.Start.Sub(first))
		latest = max(latest, m.offset[k])
	}
	if latest > int64(farApart) {
		r.Warnings = append(r.Warnings, fmt.Sprintf("the inputs start up to %v apart: check that they belong to the same run", time.Duration(latest).Round(time.Second)))
	}
	return nil
}

// farApart is how much later than the first an input of one run hardly starts.
const farApart = time.Hour

// header makes the header of those of the inputs.
func (m *merger) header() error {
	h := &m.t.Header
	first := m.inputs[0].Header
	h.Program, h.Host, h.Clock, h.Sample = first.Program, first.Host, first.Clock, first.Sample
	labels := map[string]string{}
	for k, v := range first.Labels {
		if k != "rank" {
			labels[k] = v
		}
	}
	for k, in := range m.inputs {
		o := &in.Header
		if max(o.Sample, 1) != max(h.Sample, 1) {
			return &InputError{k, fmt.Errorf("1 of %d time steps was timed, want 1 of %d as in input 1: their times cannot be added", max(o.Sample, 1), max(h.Sample, 1))}
		}
		if o.Host != h.Host {
			h.Host = ""
		}
		if o.Clock != h.Clock {
			h.Clock = ""
		}
		h.TimerNS = max(h.TimerNS, o.TimerNS)
		for key, v := range labels {
			if o.Labels[key] != v {
				delete(labels, key)
			}
		}
	}
	if len(labels) > 0 {
		h.Labels = labels
	}
	return nil
}

// strangers says in what of that which decides what is run the inputs differ.
func (m *merger) strangers() []string {
	var list []string
	for _, key := range [...]string{"circuit", "method", "ordering"} {
		var values []string
		for _, in := range m.inputs {
			if v, ok := in.Header.Labels[key]; ok && !slices.Contains(values, v) {
				values = append(values, v)
			}
		}
		if len(values) > 1 {
			list = append(list, fmt.Sprintf("the inputs differ in %s (%s): they are probably not ranks of one job; nrprof compare shows how runs differ", key, strings.Join(values, ", ")))
		}
	}
	return list
}

// add adds the tables of an input.
func (m *merger) add(k int, in *trace.Trace, rank int32) {
	t := m.t
	p := part{track: int32(len(t.Tracks)), flow: t.Flows}
	for i, text := range in.Names {
		p.names = append(p.names, m.name(text, in.Sort(int32(i))))
	}
	known := map[trace.Process]bool{}
	for _, tr := range in.Tracks {
		process := trace.Process{ID: tr.Process, Rank: tr.Rank, Name: in.ProcessName(tr)}
		tr.Rank += rank
		process.Rank = tr.Rank
		t.Tracks = append(t.Tracks, tr)
		if process.Name != t.Header.Program && !known[process] {
			known[process] = true
			t.Processes = append(t.Processes, process)
		}
	}
	t.Flows += in.Flows
	if in.Last > 0 {
		t.Last = max(t.Last, in.Last+m.offset[k])
	}
	m.parts = append(m.parts, p)
	addCounts(&t.Counts, &in.Counts)
	addLoss(&t.Loss, &in.Loss)
	for _, miss := range in.Missing {
		miss.Track += p.track
		miss.Time += m.offset[k]
		t.Missing = append(t.Missing, miss)
	}
}

// name returns the number of a name.
func (m *merger) name(text, sort string) int32 {
	key := name{text, sort}
	i, ok := m.names[key]
	if !ok {
		t := m.t
		i = int32(len(t.Names))
		m.names[key] = i
		t.Names = append(t.Names, text)
		if sort != "" {
			t.Sorts = append(t.Sorts, slices.Repeat([]string{""}, len(t.Names)-len(t.Sorts))...)
			t.Sorts[i] = sort
		}
	}
	return i
}

// events returns the events of all inputs, one after another.
func (m *merger) events() iter.Seq[trace.Event] {
	return func(yield func(trace.Event) bool) {
		for k, in := range m.inputs {
			p, offset, tracks := &m.parts[k], m.offset[k], len(in.Tracks)
			for e := range in.Events() {
				e.Time += offset
				if uint(e.Name) < uint(len(p.names)) {
					e.Name = p.names[e.Name]
				} else {
					e.Name = -1
				}
				if e.Kind == trace.FlowOut || e.Kind == trace.FlowIn {
					e.Index += p.flow
				}
				if uint(e.Track) >= uint(tracks) {
					e.Track = -1
				} else {
					e.Track += p.track
				}
				if !yield(e) {
					return
				}
			}
		}
	}
}

// blobs returns the blobs of all inputs, one after another.
func (m *merger) blobs() iter.Seq[trace.Blob] {
	return func(yield func(trace.Blob) bool) {
		for k, in := range m.inputs {
			if in.Blobs == nil {
				continue
			}
			p, offset, tracks := &m.parts[k], m.offset[k], len(in.Tracks)
			for x := range in.Blobs() {
				x.Time += offset
				if uint(x.Name) < uint(len(p.names)) {
					x.Name = p.names[x.Name]
				} else {
					x.Name = -1
				}
				if uint(x.Track) >= uint(tracks) {
					x.Track = -1
				} else {
					x.Track += p.track
				}
				if !yield(x) {
					return
				}
			}
		}
	}
}

// fault returns what reading the inputs met.
func (m *merger) fault() error {
	for k, in := range m.inputs {
		if err := in.Err(); err != nil {
			return &InputError{k, err}
		}
	}
	return nil
}

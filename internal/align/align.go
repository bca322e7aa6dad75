package align

import (
	"errors"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/trace"
)

// Names of the processes of an aligned trace. The name of a file follows the first two.
const (
	processBefore     = "before: "
	processAfter      = "after: "
	processDifference = "difference: after - before"
	processBoth       = "nrprof: two runs on one time line"
)

// Align puts two runs on one time line. The runs are read when the events of the result
// are, and must stay open.
//
// Cost: one pass over each run, and one for each reading of the result. Memory: some
// 150 bytes for each iteration and each solution of both runs.
//
// An [Error] says which run has no units, or a thread that the other run lacks, or a
// sampling that differs.
func Align(before, after Run, u Unit) (*Result, error) {
	runs := [2]Run{before, after}
	var x [2]*index
	for k := range runs {
		var err error
		if x[k], err = read(runs[k].Trace, u); err != nil {
			return nil, &Error{k, err}
		}
	}
	list, err := pairs(runs, x, u)
	if err != nil {
		return nil, err
	}
	r := &Result{}
	var totals []Total
	var parts []*difference
	for _, p := range list {
		if w := p.match(); w != "" && !slices.Contains(r.Warnings, w) {
			r.Warnings = append(r.Warnings, w)
		}
		p.place()
		d := newDifference(p, u)
		parts = append(parts, d)
		r.Steps.add(d.count([2][]span{p.before.units(Step), p.after.units(Step)}))
		if u == Iteration {
			r.Iterations.add(d.count(d.units))
		}
		for _, name := range d.names {
			totals = addTotal(totals, d.total(name))
		}
	}
	r.Totals = totals
	r.Trace, err = together(runs, x, u, parts)
	return r, err
}

func (c *Count) add(o Count) {
	c.Both += o.Both
	c.Before += o.Before
	c.After += o.After
}

// addTotal adds a total to the total of its name.
func addTotal(list []Total, t Total) []Total {
	for k := range list {
		if list[k].Name == t.Name {
			list[k].Before += t.Before
			list[k].After += t.After
			return list
		}
	}
	return append(list, t)
}

// together makes one trace of the runs and their differences.
func together(runs [2]Run, x [2]*index, u Unit, parts []*difference) (*trace.Trace, error) {
	inputs := []*trace.Trace{differences(runs, parts, "", (*difference).events)}
	used := map[int64]bool{}
	for k, run := range runs {
		in := warp(run.Trace, u, leads(run.Trace, x[k].threads))
		name := processBefore
		if k == 1 {
			name = processAfter
		}
		renumber(in, name+run.Name, used)
		inputs = append(inputs, in)
	}
	inputs = append(inputs, differences(runs, parts, "phases of ", (*difference).phases))
	renumber(inputs[0], processDifference, used)
	inputs[3].Processes = inputs[0].Processes
	for i := range inputs[3].Tracks {
		inputs[3].Tracks[i].Process = inputs[0].Tracks[i].Process
	}
	m, err := merge.Merge(inputs, merge.Options{Align: merge.Start})
	var bad *merge.InputError
	switch {
	case errors.As(err, &bad):
		return nil, &Error{min(max(bad.Input-1, 0), 1), bad.Err}
	case err != nil:
		return nil, err
	}
	t := m.Trace
	for i := range t.Tracks { // processes tell the runs apart
		t.Tracks[i].Rank = 0
	}
	t.Processes = nil
	for _, in := range inputs[:3] {
		for _, p := range in.Processes {
			t.Processes = append(t.Processes, trace.Process{ID: p.ID, Name: p.Name})
		}
	}
	t.Header.PID = 0
	t.Header.Program = processBoth
	return t, nil
}

// differences returns a trace of differences, in which a track belongs to each pair of
// threads. Of returns the events of the track.
func differences(runs [2]Run, parts []*difference, prefix string, of func(*difference, int32, *namer) events) *trace.Trace {
	var names namer
	t := &trace.Trace{Header: trace.Header{Program: processDifference, Sample: runs[0].Trace.Header.Sample, Labels: runs[0].Trace.Header.Labels,
		Host: runs[0].Trace.Header.Host, Clock: runs[0].Trace.Header.Clock}}
	var all []events
	for k, d := range parts {
		tr := runs[0].Trace.Tracks[d.pair.before.track]
		name := tr.Name
		if name == "" {
			name = fmt.Sprintf("thread %d", tr.Thread)
		}
		if slices.ContainsFunc(runs[0].Trace.Tracks, func(o trace.Track) bool { return o.Rank != tr.Rank }) {
			name = fmt.Sprintf("rank %d %s", tr.Rank, name)
		}
		thread := -1 - int64(k)
		if prefix != "" {
			thread -= int64(len(parts))
		}
		t.Tracks = append(t.Tracks, trace.Track{Thread: thread, Device: -1, Name: prefix + name})
		all = append(all, of(d, int32(k), &names))
	}
	t.Names = names.names
	t.Events = chain(all)
	return t
}

// renumber gives the processes of a trace numbers that are not used, and names.
func renumber(t *trace.Trace, name string, used map[int64]bool) {
	type process struct {
		id   int64
		rank int32
	}
	numbers := map[process]int64{}
	ranks := slices.ContainsFunc(t.Tracks, func(tr trace.Track) bool { return tr.Rank != t.Tracks[0].Rank })
	tracks := slices.Clone(t.Tracks)
	var list []trace.Process
	for i := range tracks {
		tr := &tracks[i]
		p := process{tr.Process, tr.Rank}
		id, known := numbers[p]
		if !known {
			for id = max(tr.Process, 1); used[id]; id++ {
			}
			used[id], numbers[p] = true, id
			text := name
			if ranks {
				text = fmt.Sprintf("%s rank %d", text, tr.Rank)
			}
			if own := t.ProcessName(*tr); own != t.Header.Program && own != "" {
				text += " " + own
			}
			list = append(list, trace.Process{ID: id, Rank: tr.Rank, Name: text})
		}
		tr.Process = id
	}
	t.Tracks, t.Processes = tracks, list
}

package main

import (
	"cmp"
	"encoding/json"
	"os"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
)

// Tables are rows of tables of trace_processor, by name of the table.
type tableRows map[string][][]any

func (t tableRows) add(table string, cells ...any) { t[table] = append(t[table], cells) }

// decode prints the tables of a trace for the stand-in of trace_processor, as the
// decoder of the tests finds them. What the decoder complains of are statistics.
func decode(file string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	t, err := perfettotest.Decode(text)
	rows := tableRows{}
	if err != nil {
		for _, line := range strings.Split(err.Error(), "\n") {
			rows.add("stats", line, 1, "error")
		}
	}
	addProcesses(rows, t)
	addTracks(rows, t)
	addCounters(rows, t)
	addSlices(rows, t)
	return json.NewEncoder(os.Stdout).Encode(rows)
}

func addProcesses(rows tableRows, t *perfettotest.Trace) {
	for upid, p := range t.Processes() {
		rows.add("process", upid+1, p.Name)
	}
}

// addTracks adds tracks and threads. What lies below the track of a thread or
// process belongs to it.
func addTracks(rows tableRows, t *perfettotest.Trace) {
	upid, byUUID := map[int64]int{}, map[uint64]int{}
	for _, tr := range t.Tracks {
		if tr.Process != nil {
			byUUID[tr.UUID] = len(byUUID) + 1
			upid[tr.Process.PID] = byUUID[tr.UUID]
		}
	}
	utid, parent := map[uint64]int{}, map[uint64]uint64{}
	for _, tr := range t.Tracks {
		parent[tr.UUID] = tr.Parent
		if tr.Thread != nil {
			utid[tr.UUID] = len(utid) + 1
			rows.add("thread", utid[tr.UUID], upid[tr.Thread.PID], tr.Thread.TID)
		}
	}
	for _, tr := range t.Tracks {
		owner := tr.UUID
		for owner != 0 && utid[owner] == 0 && byUUID[owner] == 0 {
			owner = parent[owner]
		}
		if tr.Counter == nil {
			rows.add("track", place(t, tr))
			if n := utid[owner]; n > 0 {
				rows.add("thread_track", place(t, tr), n)
			} else if n := byUUID[owner]; n > 0 {
				rows.add("process_track", place(t, tr), n)
			}
		} else if n := utid[owner]; n > 0 {
			rows.add("thread_counter_track", place(t, tr), tr.Name, n)
		}
	}
}

// place is the number of a track.
func place(t *perfettotest.Trace, tr *perfettotest.Track) int { return slices.Index(t.Tracks, tr) }

func addCounters(rows tableRows, t *perfettotest.Trace) {
	for _, tr := range t.Tracks {
		if tr.Counter == nil {
			continue
		}
		rows.add("counter_track", place(t, tr), tr.Name)
		for _, s := range tr.Samples {
			rows.add("counter", s.Time, s.Value, place(t, tr))
		}
	}
}

// A placed slice has its track and its number; instants are slices of length 0.
type placed struct {
	*perfettotest.Slice
	track, id int
	dur       int64
	around    *placed // the slice around it; nil for none
}

func addSlices(rows tableRows, t *perfettotest.Trace) {
	var all []*placed
	for _, tr := range t.Tracks {
		all = append(all, slicesOf(t, tr)...)
	}
	slices.SortStableFunc(all, func(a, b *placed) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.Depth, b.Depth))
	})
	from := map[uint64][]int{}
	for id, s := range all {
		s.id = id
		var parent any
		if s.around != nil {
			parent = s.around.id
		}
		rows.add("slice", id, s.Start, s.dur, s.Name, s.Category, s.Depth, s.track, parent, id)
		for key, v := range s.Args {
			rows.add("args", id, "debug."+strings.TrimPrefix(key, "debug."), v)
		}
		for _, flow := range s.Out {
			from[flow] = append(from[flow], id)
		}
	}
	for _, s := range all {
		for _, flow := range s.In {
			for _, out := range from[flow] {
				rows.add("flow", out, s.id)
			}
		}
	}
}

func slicesOf(t *perfettotest.Trace, tr *perfettotest.Track) (list []*placed) {
	var open []*placed // by depth
	for _, s := range tr.Slices {
		p := &placed{Slice: s, track: place(t, tr), dur: s.End - s.Start}
		if s.End < 0 {
			p.dur = -1
		}
		open = append(open[:min(s.Depth, len(open))], p)
		if k := len(open) - 2; k >= 0 {
			p.around = open[k]
		}
		list = append(list, p)
	}
	for _, m := range tr.Marks {
		depth := 0
		for _, s := range tr.Slices {
			if s.Start <= m.Time && (s.End < 0 || s.End > m.Time) {
				depth = max(depth, s.Depth+1)
			}
		}
		mark := &perfettotest.Slice{Name: m.Name, Category: m.Category, Start: m.Time, Depth: depth}
		list = append(list, &placed{Slice: mark, track: place(t, tr)})
	}
	return list
}

package chrometest

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// CheckPerfetto compares what Perfetto shows of a file with the trace that it is
// of: each range and instant once, with its name, sort, times, depth and arguments,
// on a thread of its own track, each flow and each counter. A walk over the events
// says what is expected. The error says what differs, nil if nothing does.
func CheckPerfetto(t *trace.Trace, file []byte) error {
	table, err := Perfetto(file)
	if err != nil {
		return err
	}
	c := &checker{trace: t, want: truthOf(t)}
	c.perfetto(table)
	return errors.Join(c.problems...)
}

// CheckSpeedscope compares what speedscope shows likewise: each range once, at its
// depth, under its name alone and for its time.
func CheckSpeedscope(t *trace.Trace, file []byte) error {
	profiles, err := Speedscope(file)
	if err != nil {
		return err
	}
	table, err := Perfetto(file) // for the threads of tracks
	if err != nil {
		return err
	}
	c := &checker{trace: t, want: truthOf(t)}
	c.speedscope(profiles, table)
	return errors.Join(c.problems...)
}

// Check does both.
func Check(t *trace.Trace, file []byte) error {
	return errors.Join(CheckPerfetto(t, file), CheckSpeedscope(t, file))
}

// A checker is the state of a comparison.
type checker struct {
	trace    *trace.Trace
	want     truth
	problems []error
}

// wrong notes what differs; of many differences the first are enough.
func (c *checker) wrong(format string, args ...any) {
	if len(c.problems) < 20 {
		c.problems = append(c.problems, fmt.Errorf(format, args...))
	}
}

// perfetto compares what Perfetto shows with the trace.
func (c *checker) perfetto(table *Table) {
	tr, want := c.trace, c.want
	halves := 0
	for i, p := range table.Problems {
		if strings.HasPrefix(p, "flow_end_without_start") {
			halves++
		} else if i < 3 {
			c.wrong("problem %d of %d: %s", i+1, len(table.Problems), p)
		}
	}
	if halves != want.halves {
		c.wrong("%d flows begin nowhere, want %d", halves, want.halves)
	}
	tracks := c.threads(table)
	got := make([][]Slice, len(tr.Tracks))
	places := make([]string, len(table.Slices))
	for i, s := range table.Slices {
		k, ok := tracks[s.Thread]
		if !ok {
			c.wrong("a slice of thread %v, which is of no track", s.Thread)
			return
		}
		places[i] = place(k, len(got[k]))
		got[k] = append(got[k], s)
	}
	wrong, total := 0, 0
	for k := range want.spans {
		if len(got[k]) != len(want.spans[k]) {
			c.wrong("track %d: got %d slices, want %d", k, len(got[k]), len(want.spans[k]))
			continue
		}
		for i, w := range want.spans[k] {
			total++
			if g := got[k][i]; !sameSlice(g, w) {
				if wrong++; wrong == 1 {
					c.wrong("track %d, slice %d:\ngot  %+v\nwant %+v", k, i, g, w)
				}
			}
		}
	}
	if wrong > 0 {
		c.wrong("%d of %d slices are wrong", wrong, total)
	}
	c.flows(table, places)
	c.counters(table)
}

// flows compares the flows, whose ends are slices at those places.
func (c *checker) flows(table *Table, places []string) {
	var flows [][2]string
	for _, f := range table.Flows {
		flows = append(flows, [2]string{places[f.From], places[f.To]})
	}
	order := func(a, b [2]string) int { return strings.Compare(a[0]+" "+a[1], b[0]+" "+b[1]) }
	slices.SortFunc(flows, order)
	slices.SortFunc(c.want.flows, order)
	if !slices.Equal(c.want.flows, flows) {
		c.wrong("flows: got %.300v\nwant %.300v", flows, c.want.flows)
	}
}

func sameSlice(g Slice, w span) bool {
	if g.Name != w.name || g.Start != w.start || g.Instant != w.instant {
		return false
	}
	if w.instant { // instants of one time lie in one another
		return true
	}
	if w.dur == -1 { // the arguments come with the end
		w.args = nil
	}
	if g.Category != w.sort || g.Dur != w.dur || g.Depth != w.depth || len(g.Args) != len(w.args) {
		return false
	}
	for k, v := range w.args {
		if !near(v, g.Args[k]) {
			return false
		}
	}
	return true
}

// threads returns which track a thread is: there is one for each, none is a
// main thread that is not one, and names are kept.
func (c *checker) threads(table *Table) map[Thread]int {
	tr := c.trace
	if len(table.Threads) != len(tr.Tracks) {
		c.wrong("got %d threads, want %d", len(table.Threads), len(tr.Tracks))
		return nil
	}
	tracks := map[Thread]int{}
	for i, th := range table.Threads {
		switch other, taken := tracks[th]; {
		case taken:
			c.wrong("tracks %d and %d are both %v", other, i, th)
		case th.PID == 0 || th.TID == 0 || th.PID > math.MaxInt32 || th.TID > math.MaxInt32:
			c.wrong("track %d is %v", i, th)
		case th.PID == th.TID && tr.Tracks[i].Thread != tr.Tracks[i].Process:
			c.wrong("track %d, %+v, is the main thread", i, tr.Tracks[i])
		case table.Names[th] != tr.Tracks[i].Name:
			c.wrong("track %d is called %q, want %q", i, table.Names[th], tr.Tracks[i].Name)
		}
		tracks[th] = i
	}
	for i, a := range table.Threads {
		for j, b := range table.Threads[:i] {
			x, y := tr.Tracks[i], tr.Tracks[j]
			if (a.PID == b.PID) != (x.Process == y.Process && x.Rank == y.Rank) {
				c.wrong("tracks %d and %d have pids %d and %d, want the same only for one process: %+v, %+v", i, j, a.PID, b.PID, x, y)
			}
		}
	}
	return tracks
}

// counters compares the samples of each counter; those of two tracks are two.
func (c *checker) counters(table *Table) {
	want := c.want
	if len(table.Counters) != len(want.counters) {
		c.wrong("got %d counters, want %d", len(table.Counters), len(want.counters))
	}
	left := map[string][][]Sample{} // by name
	for k, list := range table.Counters {
		name := strings.TrimSuffix(k.Name, " value")
		if i := strings.Index(name, " id: "); i >= 0 {
			name = name[:i]
		}
		left[name] = append(left[name], list)
	}
	for k, list := range want.counters {
		_, name, _ := strings.Cut(k, " ")
		i := slices.IndexFunc(left[name], func(got []Sample) bool {
			return slices.EqualFunc(got, list, func(a, b Sample) bool { return a.Start == b.Start && near(a.Value, b.Value) })
		})
		if i < 0 {
			c.wrong("counter %q: got %.300v, want %.300v", name, left[name], list)
			continue
		}
		left[name] = slices.Delete(left[name], i, i+1)
	}
}

// speedscope compares what speedscope shows with the trace: each
// range once, at its depth, under its name and for its time.
func (c *checker) speedscope(profiles []*Profile, table *Table) {
	want := c.want
	byID := map[[2]string]*Profile{}
	for _, p := range profiles {
		byID[[2]string{p.PID, p.TID}] = p
		for i, w := range p.Warnings {
			if i < 3 {
				c.wrong("thread %s: warning %d of %d: %s", p.TID, i+1, len(p.Warnings), w)
			}
		}
	}
	wrong := 0
	for k, th := range table.Threads {
		p := byID[[2]string{fmt.Sprint(th.PID), fmt.Sprint(th.TID)}]
		spans := slices.DeleteFunc(want.spans[k], func(s span) bool { return s.instant })
		if p == nil {
			if len(spans) > 0 {
				c.wrong("track %d is no profile", k)
			}
			continue
		}
		if len(p.Calls) != len(spans) {
			c.wrong("track %d: got %d calls, want %d", k, len(p.Calls), len(spans))
			continue
		}
		first := spans[0].start
		for i, s := range spans {
			if got := p.Calls[i]; !sameCall(got, s, first) {
				if wrong++; wrong == 1 {
					c.wrong("track %d, call %d:\ngot  %+v\nwant %+v", k, i, got, s)
				}
			}
		}
	}
	if wrong > 0 {
		c.wrong("%d calls are wrong", wrong)
	}
}

func sameCall(c Call, s span, first int64) bool {
	const halfNS = 0.0005
	if c.Frame != s.name || c.Depth != s.depth || math.Abs(c.Start-float64(s.start-first)/1000) > halfNS {
		return false
	}
	if s.dur == -1 {
		return c.End == -1
	}
	return math.Abs(c.End-c.Start-float64(s.dur)/1000) <= halfNS
}

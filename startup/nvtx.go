package startup

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// ofTrace reduces the ranges of a trace of a process that began at start and took
// wall ns. It looks at one thread: that on which the first run begins, or the
// first range where there is no run.
func ofTrace(t *trace.Trace, start time.Time, wall int64, runs *Runs) (*reducer, []string) {
	f := newFilter(t, runs)
	track, elsewhere := f.thread(t)
	shift := t.Header.Start.Sub(start).Nanoseconds()
	r := &reducer{isRun: runs.is}
	var open []Span // of the thread, outermost first
	begun := 0
	for e := range t.Events() {
		if e.Track != track || !f.counts(e.Name) {
			continue
		}
		switch e.Kind {
		case trace.Begin:
			begun++
			open = append(open, Span{Name: f.names[e.Name], StartNS: e.Time + shift, order: begun})
		case trace.End:
			if n := len(open); n > 0 {
				s := open[n-1]
				open = open[:n-1]
				s.EndNS = e.Time + shift
				if n > 1 {
					open[n-2].hold(s.Name, s.counted, runs)
				}
				r.close(s)
			}
		}
	}
	for k := range open {
		open[k].EndNS, open[k].Open = wall, true
	}
	slices.Reverse(open)
	r.finish(slices.Values(open))
	return r, f.warnings(elsewhere)
}

// A filter says which names of a trace count.
type filter struct {
	names   []string // as they are called here, "" where they do not count
	domains map[string]int
	isRun   func(string) bool
}

func newFilter(t *trace.Trace, runs *Runs) *filter {
	f := &filter{names: make([]string, len(t.Names)), domains: map[string]int{}, isRun: runs.is}
	for k, name := range t.Names {
		d, rest := domainOf(name)
		switch {
		case t.Sort(int32(k)) != "": // what a library or a device does
		case d == "" || slices.Contains(runs.Names, name):
			f.names[k] = name
		case slices.Contains(runs.Domains, d):
			f.names[k] = rest
		default:
			f.domains[d] = 0
		}
	}
	return f
}

// domainOf takes a name apart as package inject puts it together. A domain is one
// word, and no space follows it: "parse: netlist" has none.
func domainOf(name string) (domain, rest string) {
	d, rest, found := strings.Cut(name, ":")
	if !found || d == "" || rest == "" || strings.ContainsAny(d, " \t/") || rest[0] == ' ' {
		return "", name
	}
	return d, rest
}

func (f *filter) counts(name int32) bool {
	return uint(name) < uint(len(f.names)) && f.names[name] != ""
}

// thread returns the track to look at, and how many ranges that count are on
// others.
func (f *filter) thread(t *trace.Trace) (track int32, elsewhere int64) {
	var open trace.Stacks
	const never = 1<<63 - 1
	count := make([]int64, len(t.Tracks))
	first, firstRun := int64(never), int64(never)
	track = -1
	for e := range t.Events() {
		r, ended := open.Next(e)
		if e.Kind == trace.Begin && uint(e.Name) < uint(len(t.Names)) {
			if d, _ := domainOf(t.Names[e.Name]); !f.counts(e.Name) && d != "" {
				f.domains[d]++
			}
		}
		if e.Kind == trace.Begin && f.counts(e.Name) && t.Tracks[e.Track].Device < 0 {
			count[e.Track]++
			if firstRun == never && e.Time < first {
				first, track = e.Time, e.Track
			}
		}
		if ended && f.counts(r.Name) && f.isRun(f.names[r.Name]) && t.Tracks[r.Track].Device < 0 && r.Start < firstRun {
			firstRun, track = r.Start, r.Track
		}
	}
	for k, n := range count {
		if int32(k) != track {
			elsewhere += n
		}
	}
	return track, elsewhere
}

// warnings says what was not looked at.
func (f *filter) warnings(elsewhere int64) []string {
	var list []string
	if elsewhere > 0 {
		list = append(list, units.Count(elsewhere, "range is", "ranges are")+" on other threads than the first run, and ignored")
	}
	for _, d := range slices.Sorted(maps.Keys(f.domains)) {
		if n := f.domains[d]; n > 0 && d != "TSL" { // that of XLA, whose ranges are no phases
			list = append(list, fmt.Sprintf("%s of domain %s ignored; --domain %s includes such ranges", units.Plural(n, "range"), d, d))
		}
	}
	return list
}

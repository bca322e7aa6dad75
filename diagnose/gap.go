package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// shortGap is how long a device is idle at most between two pieces of work that the
// host launches one after the other: launches take 2 to 20 µs, and a graph of them saves
// such gaps, and no longer ones.
const shortGap = coldCall

// Gaps are the times between the first work of a device and its last in which it has
// none.
type gaps struct {
	longest Interval
	short   int64 // ns of those that are short
}

// gapsOf returns the gaps of work.
func gapsOf(work *spill.Sorter[Interval]) gaps {
	var g gaps
	j := joined(work)
	before, ok := j.next()
	for ok {
		var x Interval
		if x, ok = j.next(); !ok {
			break
		}
		gap := Interval{before.End, x.Start}
		if gap.End-gap.Start <= shortGap {
			g.short += gap.End - gap.Start
		}
		if gap.End-gap.Start > g.longest.End-g.longest.Start {
			g.longest = gap
		}
		before = x
	}
	return g
}

// overlap returns how much of an interval lies in another.
func (x Interval) overlap(y Interval) int64 {
	return max(min(x.End, y.End)-max(x.Start, y.Start), 0)
}

// during says what a process does on the host for most of some time: it is in a call
// of the API, or else in the shortest range that has nearly all of that time; "" where
// the trace does not show it.
func (in *Input) during(at Interval, p processID) string {
	l := in.devices()
	whole := at.End - at.Start
	var call *apiCall
	for c := range l.calls.All() {
		if l.threads[c.thread].processID() == p && (call == nil || c.overlap(at) > call.overlap(at)) {
			same := *c
			call = &same
		}
	}
	if call != nil && share(call.overlap(at), whole) >= most {
		return "in " + trace.CallName(in.nameOf(call.name))
	}
	shortest, name := int64(0), int32(none)
	for r := range in.Trace.Ranges() {
		t := in.Trace.Tracks[r.Track]
		if in.Trace.Sort(r.Name) != "" || (processID{t.Rank, t.Process}) != p {
			continue
		}
		took := r.End - r.Start
		if share((Interval{r.Start, r.End}).overlap(at), whole) >= allSteps && (name == none || took < shortest) {
			shortest, name = took, r.Name
		}
	}
	if name == none {
		return ""
	}
	return "in " + in.rangeWords(name)
}

// gapEvidence says what the host does in the longest gap of a device.
func (u *usage) gapEvidence(in *Input) []Evidence {
	text := fmt.Sprintf("longest time in which %s had no work", u.name())
	if host := in.during(u.gaps.longest, processID{u.rank, u.process}); host != "" {
		text += "; meanwhile the host was " + host
	}
	source := in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"
	return []Evidence{
		{Text: text, Value: float64(u.gaps.longest.End - u.gaps.longest.Start), Unit: UnitNS, Source: source},
		{Text: fmt.Sprintf("idle time of %s in gaps of at most 100 µs, which a CUDA graph may save", u.name()), Value: float64(u.gaps.short), Unit: UnitNS, Source: source},
	}
}

// idleTries says what helps: a graph only where gaps between launches are most of
// the idle time.
func (u *usage) idleTries() []string {
	list := []string{"check what the host does while the device is idle (nrprof view): waits, launches, files, other processes",
		"give the device more work at once: batches of circuits or corners, more work per launch"}
	if share(u.gaps.short, u.idle()-u.waste) >= most {
		list = append(list, "put the iteration into a CUDA graph, so that the host launches once per iteration")
	}
	return list
}

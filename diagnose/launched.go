package diagnose

import (
	"cmp"
	"slices"

	"github.com/nrkit/nrkit/trace"
)

// A launch is when a thread gave a flow its work; the zero value is none.
type launch struct {
	at     int64
	thread int
	known  bool
}

// A flowWork is work on a device that a flow leads to.
type flowWork struct {
	Interval
	flow int64
}

// beyond returns how long devices worked for the ranges of a phase while no such
// range was open on the thread that launched the work, ns: what a phase whose
// work is launched and not waited for takes besides its own time. Time in which
// it waits is its own already and does not count again, nor does work that runs
// at once with other work of the thread.
//
// Cost: two passes over the events. Memory: some 60 bytes for each flow.
func (in *Input) beyond(phase string) int64 {
	if in.Trace.Flows == 0 {
		return 0
	}
	threads := in.threadOfTrack()
	own := in.rangesByThread(phase, threads)
	launches, work := in.flowsOf(threads)
	ran := map[int][]Interval{}
	for _, w := range work {
		if l := launches[w.flow]; l.known && openAt(own[l.thread], l.at) {
			ran[l.thread] = append(ran[l.thread], w.Interval)
		}
	}
	var ns int64
	for thread, list := range ran {
		ns += Covered(append(list, own[thread]...)) - Covered(own[thread])
	}
	return ns
}

// threadOfTrack numbers the threads: the lanes of one have its number.
func (in *Input) threadOfTrack() []int {
	type id struct {
		rank            int32
		process, thread int64
	}
	known := map[id]int{}
	list := make([]int, len(in.Trace.Tracks))
	for i, t := range in.Trace.Tracks {
		k := id{t.Rank, t.Process, t.Thread}
		n, ok := known[k]
		if !ok {
			n = len(known)
			known[k] = n
		}
		list[i] = n
	}
	return list
}

// rangesByThread returns when ranges of that name were open, by thread: sorted
// and apart from one another.
func (in *Input) rangesByThread(name string, threads []int) map[int][]Interval {
	lists := map[int][]Interval{}
	for r := range in.Ranges() {
		if uint(r.Name) < uint(len(in.Trace.Names)) && in.Trace.Names[r.Name] == name && in.Trace.Sort(r.Name) == "" {
			lists[threads[r.Track]] = append(lists[threads[r.Track]], Interval{r.Start, r.End})
		}
	}
	for thread, list := range lists {
		lists[thread] = joined(list)
	}
	return lists
}

// joined sorts intervals and makes those one that touch.
func joined(list []Interval) []Interval {
	slices.SortFunc(list, func(a, b Interval) int { return cmp.Compare(a.Start, b.Start) })
	out := list[:0]
	for _, x := range list {
		if k := len(out) - 1; k >= 0 && x.Start <= out[k].End {
			out[k].End = max(out[k].End, x.End)
			continue
		}
		out = append(out, x)
	}
	return out
}

// openAt says whether a time lies in one of intervals that are sorted and apart.
func openAt(list []Interval, at int64) bool {
	k, found := slices.BinarySearchFunc(list, at, func(x Interval, at int64) int { return cmp.Compare(x.Start, at) })
	return found || k > 0 && at <= list[k-1].End
}

// flowsOf returns who launched each flow, the first where several did, and the
// work on devices that flows lead to.
func (in *Input) flowsOf(threads []int) ([]launch, []flowWork) {
	type open struct {
		start, flow int64
		work        bool
	}
	t := in.Trace
	launches := make([]launch, t.Flows)
	var work []flowWork
	stacks := make([][]open, len(t.Tracks))
	for e := range t.Events() {
		if uint(e.Track) >= uint(len(stacks)) {
			continue
		}
		stack := stacks[e.Track]
		last := len(stack) - 1
		switch e.Kind {
		case trace.Begin:
			stacks[e.Track] = append(stack, open{e.Time, none, trace.OnDevice(t.Sort(e.Name))})
		case trace.FlowOut:
			if uint64(e.Index) < uint64(len(launches)) && !launches[e.Index].known {
				launches[e.Index] = launch{e.Time, threads[e.Track], true}
			}
		case trace.FlowIn:
			if last >= 0 && uint64(e.Index) < uint64(len(launches)) {
				stack[last].flow = e.Index
			}
		case trace.End:
			if last >= 0 {
				if r := stack[last]; r.work && r.flow >= 0 && e.Time > r.start {
					work = append(work, flowWork{Interval{r.start, e.Time}, r.flow})
				}
				stacks[e.Track] = stack[:last]
			}
		}
	}
	return launches, work
}

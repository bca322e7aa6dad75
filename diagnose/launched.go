package diagnose

import (
	"cmp"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// A flowLaunch is when a thread gave a flow its work; the zero value is none.
type flowLaunch struct {
	at     int64
	thread int32
	known  bool
}

// A threadWork is work on a device by the thread that launched it.
type threadWork struct {
	Interval
	at     int64 // when it was launched
	thread int32
}

// byLaunch orders work by thread and launch.
func byLaunch(a, b threadWork) int {
	return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.at, b.at))
}

// A threadTimes is a set of intervals for each thread.
type threadTimes map[int32]*spill.Sorter[Interval]

// add adds an interval of a thread.
func (t threadTimes) add(in *Input, thread int32, x Interval) {
	list := t[thread]
	if list == nil {
		list = in.intervals()
		t[thread] = list
	}
	list.Add(x)
}

// beyond returns how long devices worked for the ranges of a phase while no such
// range was open on the thread that launched the work, ns: what a phase whose
// work is launched and not waited for takes besides its own time. Time in which
// it waits is its own already and does not count again, nor does work that runs
// at once with other work of the thread.
//
// Cost: two passes over the events, fewer where other rules have had them.
// Memory: bounded; some 70 bytes of a temporary file for each flow.
func (in *Input) beyond(phase string) int64 {
	if in.Trace.Flows == 0 {
		return 0
	}
	own := in.rangesByThread(phase)
	var ns int64
	for thread, ran := range in.workDuring(own) {
		ns += coveredBeside(ran, own[thread])
	}
	return ns
}

// coveredBeside returns how much time lies in some of a list and in none of
// others.
func coveredBeside(list, others *spill.Sorter[Interval]) int64 {
	var both coverage
	a, b := list.Read(), others.Read()
	x, y := a.Next(), b.Next()
	for x != nil || y != nil {
		if y == nil || x != nil && x.Start <= y.Start {
			both.add(*x)
			x = a.Next()
		} else {
			both.add(*y)
			y = b.Next()
		}
	}
	return both.ns - covered(others)
}

// workDuring returns the work that was launched while ranges were open on the
// thread that did, by thread.
func (in *Input) workDuring(ranges threadTimes) threadTimes {
	work := threadTimes{}
	var open *sweeper
	thread := int32(none)
	for w := range in.launchedWork().All() {
		if w.thread != thread {
			thread, open = w.thread, sweep(ranges[w.thread])
		}
		if open.open(w.at) {
			work.add(in, thread, w.Interval)
		}
	}
	return work
}

// threadOfTrack numbers the threads: the lanes of one have its number.
func (in *Input) threadOfTrack() []int32 {
	known := map[threadID]int32{}
	list := make([]int32, len(in.Trace.Tracks))
	for i, t := range in.Trace.Tracks {
		id := threadID{t.Rank, t.Process, t.Thread}
		n, ok := known[id]
		if !ok {
			n = int32(len(known))
			known[id] = n
		}
		list[i] = n
	}
	return list
}

// rangesByThread returns when ranges of that name were open, by thread.
func (in *Input) rangesByThread(name string) threadTimes {
	if known := in.phaseTimes[name]; known != nil {
		return known
	}
	threads, times := in.threadOfTrack(), threadTimes{}
	for r := range in.Trace.Ranges() {
		if in.Trace.Names[r.Name] == name && in.Trace.Sort(r.Name) == "" {
			times.add(in, threads[r.Track], Interval{r.Start, r.End})
		}
	}
	if in.phaseTimes == nil {
		in.phaseTimes = map[string]threadTimes{}
	}
	in.phaseTimes[name] = times
	return times
}

// launchedWork returns the work on devices whose launch is known. Of several
// calls of a flow the first launched it.
func (in *Input) launchedWork() *spill.Sorter[threadWork] {
	if in.launchLog == nil {
		space := in.newSpace()
		f := flowScan{t: in.Trace, threads: in.threadOfTrack(), stacks: make([][]flowOpen, len(in.Trace.Tracks)),
			launches: spill.NewArray[flowLaunch](space, in.Trace.Flows), work: spill.NewList[flowWork](space)}
		for e := range in.Trace.Events() {
			if uint(e.Track) < uint(len(f.stacks)) {
				f.event(e)
			}
		}
		in.launchLog = spill.NewSorter(in.records(), byLaunch)
		for w := range f.work.All() {
			if l := f.launches.At(w.flow); l.known {
				in.launchLog.Add(threadWork{w.Interval, l.at, l.thread})
			}
		}
		in.fail(space.Err())
		in.fail(space.Close())
	}
	return in.launchLog
}

// A flowWork is work on a device that a flow leads to.
type flowWork struct {
	Interval
	flow int64
}

// A flowOpen is an open range.
type flowOpen struct {
	start, flow int64
	work        bool
}

// A flowScan finds who launched each flow, the first where several did, and the
// work on devices that flows lead to.
type flowScan struct {
	t        *trace.Trace
	threads  []int32
	stacks   [][]flowOpen
	launches *spill.Array[flowLaunch]
	work     *spill.List[flowWork]
}

// event takes an event of a track that there is.
func (f *flowScan) event(e trace.Event) {
	stack := f.stacks[e.Track]
	last := len(stack) - 1
	known := uint64(e.Index) < uint64(f.launches.Len())
	switch e.Kind {
	case trace.Begin:
		f.stacks[e.Track] = append(stack, flowOpen{e.Time, none, trace.OnDevice(f.t.Sort(e.Name))})
	case trace.FlowOut:
		if known && !f.launches.At(e.Index).known {
			*f.launches.Edit(e.Index) = flowLaunch{e.Time, f.threads[e.Track], true}
		}
	case trace.FlowIn:
		if last >= 0 && known {
			stack[last].flow = e.Index
		}
	case trace.End:
		if last >= 0 {
			if r := stack[last]; r.work && r.flow >= 0 && e.Time > r.start {
				f.work.Append(flowWork{Interval{r.start, e.Time}, r.flow})
			}
			f.stacks[e.Track] = stack[:last]
		}
	}
}

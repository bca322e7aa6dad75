package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// perIterationSync finds loops in which the host waits for the device each time:
// for a scalar, or for nothing but that the work is done.
func perIterationSync() Rule {
	return Rule{
		ID:      "per-iteration-dtoh-sync",
		Meaning: "The host waits for the device in nearly every iteration: for a copy of 1 to 8 bytes to the host, or without any copy to the host",
		Needs:   "calls of the CUDA or HIP API and the device work that they launched, in iterations or in a regular train of waits",
		Check:   checkPerIterationSync,
	}
}

// A syncLoop is a loop in which a thread waits.
type syncLoop struct {
	thread     int32
	n          int                   // waits, all of one kind, or of that and less
	ns, copies int64                 // of the host in them, and of that in the calls that copy before
	span       Interval              // from the first to the last
	times      *spill.List[Interval] // of the waits
	calls      []int32               // names of the calls that wait, each once, at most four
	kind       waitKind
	iterations int     // of the solver, 0 where the trace has none
	hit        int     // of them with a wait
	idle       int64   // ns from the first wait to the last in which the busiest device did nothing; none where unknown
	inside     int64   // of it, in the waits
	device     device  // the busiest
	fed        int     // waits after a copy from pageable memory
	most       float64 // bytes of the largest of these copies
	by         ranking // who waits
}

// SyncLoops are the loops of all threads that wait each time, the dearest first;
// known is false where no thread has enough iterations to tell.
type syncLoops struct {
	list  []syncLoop
	known bool
}

// cost returns the time that is saved at most: the host is not blocked any more,
// and the devices do what they did.
func (s *syncLoop) cost() int64 {
	if s.idle >= 0 {
		return min(s.ns, s.idle)
	}
	return s.ns
}

// add takes a wait of the loop.
func (s *syncLoop) add(in *Input, w *wait) {
	if s.n == 0 {
		s.span.Start = w.start
	}
	s.n++
	s.ns += w.ns()
	s.copies += w.copy
	s.span.End = w.call.End
	s.times.Append(Interval{w.start, w.call.End})
	if !math.IsNaN(w.fed) {
		s.fed++
		s.most = max(s.most, w.fed)
	}
	s.by.add(caller{s.thread, trace.CallName(in.nameOf(w.name)), in.where(w.place)}, w.ns())
	if len(s.calls) < mostNames && !slices.Contains(s.calls, w.name) && !slices.ContainsFunc(s.calls, func(k int32) bool { return trace.CallName(in.nameOf(k)) == trace.CallName(in.nameOf(w.name)) }) {
		s.calls = append(s.calls, w.name)
	}
}

func checkPerIterationSync(in *Input) Outcome {
	l := in.devices()
	switch {
	case l.calls.Len() == 0:
		return Abstain("the trace has no calls of the CUDA or HIP API")
	case l.work.Len() == 0:
		return Abstain("the trace has no work on devices, so it is unknown what the calls wait for")
	case l.flows == 0:
		return Abstain("the trace does not link calls to the device work that they launched")
	case in.uncaptured() != "":
		return Abstain(in.uncaptured())
	}
	loops, known := in.syncLoops()
	if !known {
		return Abstain(fmt.Sprintf("the threads that wait for a device have fewer than %d iterations", enough))
	}
	dear := slices.DeleteFunc(slices.Clone(loops), func(s syncLoop) bool { return share(s.cost(), in.Span()) < worth })
	if len(dear) > 0 {
		return Found(syncFinding(in, dear))
	}
	if len(loops) > 0 {
		return Clear(fmt.Sprintf("waiting in nearly every iteration costs at most %s of the trace", units.Percent(float64(loops[0].cost()), float64(in.Span()))))
	}
	return Clear("no thread waits for a scalar, or without any copy to the host, in nearly every iteration or in a regular train of waits")
}

// syncLoops returns the loops of all threads that wait each time.
func (in *Input) syncLoops() (loops []syncLoop, known bool) {
	if in.loops == nil {
		in.loops = in.findLoops()
	}
	return in.loops.list, in.loops.known
}

// findLoops looks at each thread.
func (in *Input) findLoops() *syncLoops {
	var loops []syncLoop
	few, told := false, false
	look := func(thread int32, x *waiter) {
		iterations := in.devices().iterationsOf(thread)
		if n := iterations.count(); n > 0 && n < enough && x.waits.Len() > 0 {
			few = true
			return
		}
		told = true
		for _, least := range []waitKind{scalarWait, bareWait} {
			if s := in.loopOf(thread, kindsOnly(x.waits, least, scalarWait), iterations); s != nil {
				s.kind = least
				if s.idle, s.device = in.idleOf(s.span, x.used); s.idle >= 0 {
					s.inside = in.idleInside(s.times, s.device)
				}
				loops = append(loops, *s)
				break
			}
		}
	}
	var x *waiter
	thread := int32(none)
	for c := range in.devices().launched() {
		if x == nil || c.thread != thread {
			if x != nil {
				look(thread, x)
				x.waits.Free()
			}
			thread, x = c.thread, in.newWaiter()
		}
		x.add(c)
	}
	if x != nil {
		look(thread, x)
		x.waits.Free()
	}
	slices.SortStableFunc(loops, func(a, b syncLoop) int { return cmp.Compare(b.cost(), a.cost()) })
	return &syncLoops{loops, told || !few}
}

// iterationsOf returns the iterations of a thread: its own, otherwise the
// iterations of the only thread of the process that has some.
func (l *deviceLog) iterationsOf(thread int32) *iterations {
	if own := l.iterations[thread]; own.count() > 0 {
		return own
	}
	id := l.threads[thread]
	var other *iterations
	for k, list := range l.iterations {
		if o := l.threads[k]; o.process == id.process && o.rank == id.rank {
			if other != nil {
				return nil
			}
			other = list
		}
	}
	return other
}

// loopOf returns the loop that waits make, nil where they make none: nearly every
// iteration has a wait, or, where there are none, the waits are a train. Calls
// after an iteration and before the next are of it, as the condition of a loop
// is; of those after the last one the first, where it has none yet. Waits outside
// are left out.
func (in *Input) loopOf(thread int32, waits func(yield func(*wait) bool), iterations *iterations) *syncLoop {
	s := &syncLoop{thread: thread, iterations: iterations.count(), times: spill.NewList[Interval](in.records()), by: ranking{}}
	if s.iterations == 0 {
		if !in.isTrain(waits) {
			return nil
		}
		for w := range waits {
			s.add(in, w)
		}
		return s
	}
	k, last := none, none // iterations: of the wait, and of the wait before
	from := iterations.times.Read()
	next := from.Next()
	for w := range waits {
		for ; next != nil && next.Start <= w.start; next = from.Next() {
			k++
		}
		if k < 0 || w.start > iterations.last.End && k == last {
			continue
		}
		s.add(in, w)
		if k != last {
			s.hit++
			last = k
		}
	}
	if share(int64(s.hit), int64(s.iterations)) >= allSteps {
		return s
	}
	s.times.Free()
	return nil
}

// syncFinding tells of all threads at once: of the dearest in full, of the others
// how long they wait. Time in which several wait is saved once.
func syncFinding(in *Input, loops []syncLoop) Finding {
	f := loops[0].finding(in)
	if len(loops) == 1 {
		return f
	}
	f.Title += fmt.Sprintf("; of %s, this thread loses the most time", units.Plural(len(loops), "such thread"))
	for i := range loops[1:] {
		s := &loops[1+i]
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("host time in %s of thread %d of process %d", units.Plural(s.n, "wait"), s.id(in).thread, s.id(in).process),
			Value: float64(s.ns), Unit: UnitNS, Source: s.source(in)})
		if s.idle >= 0 && s.device != loops[0].device {
			f.Evidence = append(f.Evidence, s.idleEvidence(in))
		}
		for _, try := range s.tries() {
			if !slices.Contains(f.Try, try) {
				f.Try = append(f.Try, try)
			}
		}
	}
	f.Cost = in.Cost(in.savedBy(loops))
	return f
}

// idleEvidence says how long the busiest device did nothing.
func (s *syncLoop) idleEvidence(in *Input) Evidence {
	return Evidence{Text: fmt.Sprintf("idle time of device %d of process %d, from the first wait to the last", s.device.number, s.device.process), Value: float64(s.idle), Unit: UnitNS,
		Source: in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"}
}

// isFed says whether nearly all waits follow a copy of a scalar from pageable
// memory, with which the host waits for all that the stream has to do before.
func (s *syncLoop) isFed() bool {
	return s.kind == bareWait && share(int64(s.fed), int64(s.n)) >= allSteps && s.most <= scalar
}

// place returns where nearly all waits are, "" where they are in no range but the
// iterations, or in several.
func (s *syncLoop) place() string {
	by := map[string]int64{}
	for _, x := range s.by {
		by[x.where] += x.calls
	}
	for where, n := range by {
		if share(n, int64(s.n)) >= allSteps && where != "phase "+trace.PhaseIteration {
			return where
		}
	}
	return ""
}

// id returns the thread.
func (s *syncLoop) id(in *Input) threadID { return in.devices().threads[s.thread] }

// source says where the waits are.
func (s *syncLoop) source(in *Input) string {
	return fmt.Sprintf("%s: ranges %s of thread %d of process %d", in.Source, strings.Join(s.names(in), ", "), s.id(in).thread, s.id(in).process)
}

// tries says what helps.
func (s *syncLoop) tries() []string {
	if s.kind == scalarWait {
		return []string{"test convergence on the device: run the loop as one program (jax.lax.while_loop within a command buffer, or conditional nodes of CUDA graphs)",
			"if an extra iteration costs less than a wait, test convergence only every few iterations",
			"copy the scalar to page-locked memory, and read it one iteration later"}
	}
	if s.isFed() {
		return []string{"copy from page-locked memory without waiting (PyTorch: pin_memory() and non_blocking=True), or compute the value on the device",
			"copy the values of several iterations at once"}
	}
	return []string{"leave synchronisation to the stream: the work of one stream runs in order without a call that waits",
		"wait once, before the host reads results"}
}

// finding tells of a loop.
func (s *syncLoop) finding(in *Input) Finding {
	n, ns, copies := s.n, s.ns, s.copies
	what := "without a copy to the host"
	switch {
	case s.isFed():
		what = fmt.Sprintf("after a copy of at most %s to the device from pageable memory", units.Plural(int64(s.most), "byte"))
	case s.kind == scalarWait:
		what = fmt.Sprintf("for a copy of at most %d bytes to the host", scalar)
	}
	if in := s.place(); in != "" {
		what += ", in " + in
	}
	where := fmt.Sprintf("in a regular train of %s on a thread without iterations", units.Plural(n, "wait"))
	if s.iterations > 0 {
		where = fmt.Sprintf("in %s of %s", units.Percent(float64(s.hit), float64(s.iterations)), units.Plural(s.iterations, "iteration"))
	}
	f := Finding{Severity: Warning, Cost: in.Cost(s.cost()),
		Title: fmt.Sprintf("The host waits for the device %s, %s; each wait takes %s on average", what, where, units.Duration(ns/int64(n)))}
	thread := fmt.Sprintf("thread %d of process %d", s.id(in).thread, s.id(in).process)
	calls := s.source(in)
	f.Evidence = []Evidence{
		{Text: "waits", Value: float64(n), Unit: "calls", Source: calls},
		{Text: "host time in these waits", Value: float64(ns - copies), Unit: UnitNS, Source: calls + " (nrprof stats cuda_api_sum)"},
	}
	if copies > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "host time in calls that copy before these waits", Value: float64(copies), Unit: UnitNS,
			Source: in.Source + ": ranges of copies of " + thread + " (nrprof stats cuda_api_sum)"})
	}
	if s.idle >= 0 {
		e := s.idleEvidence(in)
		f.Evidence = append(f.Evidence, e, Evidence{Text: "part of this idle time within the waits; the rest lies between waits", Value: float64(s.inside), Unit: UnitNS, Source: e.Source})
	}
	for _, x := range s.by.top(mostNames) {
		if x.where != "" {
			f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("time in %s in %s", units.Plural(x.calls, "wait"), x.where), Value: float64(x.ns), Unit: UnitNS, Source: x.source(in)})
		}
	}
	if s.iterations > 0 {
		f.Evidence = append(f.Evidence, in.Phases("iterations", float64(s.iterations), "iterations", fmt.Sprintf(".phases[] | select(.name==%q).count", trace.PhaseIteration)))
	}
	f.Try = s.tries()
	return f
}

// names returns the calls that wait, each once, at most four.
func (s *syncLoop) names(in *Input) []string {
	var list []string
	for _, k := range s.calls {
		list = append(list, trace.CallName(in.nameOf(k)))
	}
	slices.Sort(list)
	return list
}

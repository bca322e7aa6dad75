package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// perIterationSync finds loops in which the host waits for the device each time:
// for a scalar, or for nothing but that the work is done.
func perIterationSync() Rule {
	return Rule{
		ID:      "per-iteration-dtoh-sync",
		Meaning: "the host waits for the device in every iteration, for a copy of 1 to 8 bytes or for nothing but its end",
		Needs:   "calls of the CUDA API and work on devices, in iterations or in a regular train",
		Check:   checkPerIterationSync,
	}
}

// A syncLoop is a loop in which a thread waits.
type syncLoop struct {
	thread     int32
	waits      []wait // all of one kind, or of that and less
	kind       waitKind
	iterations int   // of the solver, 0 where the trace has none
	hit        int   // of them with a wait
	idle       int64 // ns from the first wait to the last in which the busiest stream did nothing; none where unknown
}

// cost returns the time that is saved at most: the host is not blocked any more,
// and the devices do what they did.
func (s *syncLoop) cost() int64 {
	ns := blocked(s.waits)
	if s.idle >= 0 {
		ns = min(ns, s.idle)
	}
	return ns
}

func checkPerIterationSync(in *Input) Outcome {
	l := in.devices()
	switch {
	case len(l.calls) == 0:
		return Abstain("there are no calls of the API of a device")
	case len(l.work) == 0:
		return Abstain("there is no work on devices, so that what calls wait for is unknown")
	case l.flows == 0:
		return Abstain("the trace does not say which calls launched what devices did")
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
		return Clear(fmt.Sprintf("waiting in every iteration takes at most %s of the trace", units.Percent(float64(loops[0].cost()), float64(in.Span()))))
	}
	return Clear("no thread waits in every iteration, or in a regular train, for a scalar or for nothing")
}

// syncLoops returns the loops of all threads that wait each time, the dearest
// first; known is false where no thread has enough iterations to tell.
func (in *Input) syncLoops() (loops []syncLoop, known bool) {
	l := in.devices()
	few, told := false, false
	for thread, calls := range l.ofThread {
		all := in.waitsOf(calls)
		iterations := l.iterationsOf(thread)
		if len(iterations) > 0 && len(iterations) < enough && len(all) > 0 {
			few = true
			continue
		}
		told = true
		for _, least := range []waitKind{scalarWait, bareWait} {
			s := syncLoop{thread: thread, waits: kindsOnly(all, least, scalarWait), kind: least, iterations: len(iterations)}
			if s.everyTime(iterations) {
				s.idle = in.idleOf(calls, s.waits)
				loops = append(loops, s)
				break
			}
		}
	}
	slices.SortStableFunc(loops, func(a, b syncLoop) int { return int(min(max(b.cost()-a.cost(), -1), 1)) })
	return loops, told || !few
}

// iterationsOf returns the iterations in which a thread is: its own, or else
// those of the one thread of the process that has some.
func (l *deviceLog) iterationsOf(thread int32) []Interval {
	if own := l.iterations[thread]; len(own) > 0 {
		return own
	}
	id := l.threads[thread]
	var other []Interval
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

// everyTime says whether nearly every iteration has a wait, or, where there are
// none, whether the waits are a train. Calls after an iteration and before the
// next are of it, as the condition of a loop is; of those after the last one the
// first, where it has none yet. Waits outside are left out.
func (s *syncLoop) everyTime(iterations []Interval) bool {
	if len(iterations) == 0 {
		return isTrain(s.waits)
	}
	k, last := none, none
	end := iterations[len(iterations)-1].End
	var inside []wait
	for _, w := range s.waits {
		for k+1 < len(iterations) && iterations[k+1].Start <= w.start {
			k++
		}
		if k < 0 || w.start > end && k == last {
			continue
		}
		inside = append(inside, w)
		if k != last {
			s.hit++
			last = k
		}
	}
	s.waits = inside
	return share(int64(s.hit), int64(len(iterations))) >= allSteps
}

// idleOf returns how long, from the first wait to the last, the busiest stream
// did nothing that the calls gave work to: what a stream does is done one after
// the other, whether or not the host waits. It is none where graphs hide that.
func (in *Input) idleOf(calls []apiCall, waits []wait) int64 {
	l := in.devices()
	if in.graphs().unseen > 0 {
		return none
	}
	from, to := waits[0].start, waits[len(waits)-1].call.End
	used := map[stream]bool{}
	for i := range calls {
		for w := range l.each(&calls[i]) {
			used[in.stream(w)] = true
		}
	}
	busy := map[stream][]Interval{}
	for i := range l.work {
		if w := &l.work[i]; w.End > from && w.Start < to && used[in.stream(w)] {
			busy[in.stream(w)] = append(busy[in.stream(w)], Interval{max(w.Start, from), min(w.End, to)})
		}
	}
	var most int64
	for _, list := range busy {
		most = max(most, Covered(list))
	}
	return to - from - most
}

// syncFinding tells of all threads at once: of the dearest in full, of the others
// how long they wait. Time in which several wait is saved once.
func syncFinding(in *Input, loops []syncLoop) Finding {
	f := loops[0].finding(in)
	if len(loops) == 1 {
		return f
	}
	f.Title += fmt.Sprintf("; this is the one of %s that loses most", units.Plural(len(loops), "such thread"))
	var all []Interval
	var sum int64
	for i := range loops {
		s := &loops[i]
		sum += s.cost()
		for _, w := range s.waits {
			all = append(all, Interval{w.start, w.call.End})
		}
		if i == 0 {
			continue
		}
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("time of the host in %s of thread %d of process %d", units.Plural(len(s.waits), "wait"), s.id(in).thread, s.id(in).process),
			Value: float64(blocked(s.waits)), Unit: UnitNS, Source: s.source(in)})
		for _, try := range s.tries() {
			if !slices.Contains(f.Try, try) {
				f.Try = append(f.Try, try)
			}
		}
	}
	f.Cost = in.Cost(min(sum, Covered(all)))
	return f
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
		return []string{"keep the test of convergence on the device: the loop as one program (jax.lax.while_loop within a command buffer, CUDA conditional nodes)",
			"run several iterations between two tests; those beyond convergence cost less than a wait",
			"copy to page-locked memory and look at it an iteration later"}
	}
	return []string{"leave synchronisation to the stream: work of one stream runs in its order without a call that waits",
		"wait once, before results are read"}
}

// finding tells of a loop.
func (s *syncLoop) finding(in *Input) Finding {
	n, ns := len(s.waits), blocked(s.waits)
	what := "though nothing is copied to it"
	if s.kind == scalarWait {
		what = fmt.Sprintf("for a copy of at most %d bytes", scalar)
	}
	where := fmt.Sprintf("in a regular train of %s on one thread, which has no iterations", units.Plural(n, "wait"))
	if s.iterations > 0 {
		where = fmt.Sprintf("in %s of %s", units.Percent(float64(s.hit), float64(s.iterations)), units.Plural(s.iterations, "iteration"))
	}
	f := Finding{Severity: Warning, Cost: in.Cost(s.cost()),
		Title: fmt.Sprintf("The host waits for the device %s, %s, for %s each on average", what, where, units.Duration(ns/int64(n)))}
	var copies int64
	for i := range s.waits {
		copies += s.waits[i].copy
	}
	thread := fmt.Sprintf("thread %d of process %d", s.id(in).thread, s.id(in).process)
	calls := s.source(in)
	f.Evidence = []Evidence{
		{Text: "waits", Value: float64(n), Unit: "calls", Source: calls},
		{Text: "time of the host in them", Value: float64(ns - copies), Unit: UnitNS, Source: calls + " (nrprof stats cuda_api_sum)"},
	}
	if copies > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "time of the host in the calls that copy before", Value: float64(copies), Unit: UnitNS,
			Source: in.Source + ": ranges of copies of " + thread + " (nrprof stats cuda_api_sum)"})
	}
	if s.idle >= 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "time in which the busiest stream did nothing, from the first of them to the last", Value: float64(s.idle), Unit: UnitNS,
			Source: in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"})
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
	for _, w := range s.waits {
		if name := callName(in.nameOf(w.call.name)); !slices.Contains(list, name) && len(list) < 4 {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}

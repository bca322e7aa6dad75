package diagnose

import (
	"strings"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/trace"
)

// coldCall is how long a call of the API takes at least that is taken for a cold
// one. A call that launches a kernel takes 2 to 20 µs, and one that takes 100 µs
// did something else.
const coldCall = 100_000

// coldRatio is how much longer than the later calls of its name the first one of
// a process is that is taken for a cold one: times of warm calls differ by less.
const coldRatio = 10

// A coldKind says why a call is cold.
type coldKind int

const (
	firstCalls   coldKind = iota // before the process gives work to a device, and a first copy until it begins: they make its context
	coldLaunches                 // of a kernel for the first time: the driver loads its code
	coldOthers                   // of another function for the first time
	coldKinds
)

// A coldSum is what the cold calls of a kind are together.
type coldSum struct {
	calls, ns int64
	worst     string // function of the longest
	longest   int64
	times     *spill.Sorter[Interval]
}

// A coldLog has the calls in which processes start up, whatever their names.
type coldLog struct {
	kinds [coldKinds]coldSum
	of    map[processID]*spill.Sorter[Interval] // those of any kind
}

// A firstOf is a function of a process, with the first kernel that the call
// launches; none if it launches no kernel.
type firstOf struct {
	process processID
	call    string
	kernel  int32
}

// A coldness is what is known of the calls of a firstOf.
type coldness struct {
	first, took int64 // begin and length of the first
	calls, ns   int64 // of all
}

// A coldScan finds cold calls.
type coldScan struct {
	in    *Input
	log   *coldLog
	seen  map[firstOf]*coldness
	gives map[processID]int64 // when a process first gives work to a device
	works map[processID]int64 // when a device first works for it
}

// coldCalls returns the calls in which processes start up. These are calls before a
// process gives its first work to a device, and first calls of a function, or first
// launches of a kernel, that are far longer than warm ones. Such a first call does not
// count if it waits, copies, or may wait as cudaFree does, or if the full queue of a
// device may have held up a launch. A call in a time step that is not the first does
// not count either.
//
// Cost: two passes over the calls and their work. Memory: grows with the different
// names.
func (in *Input) coldCalls() *coldLog {
	l := in.devices()
	if l.cold != nil {
		return l.cold
	}
	l.cold = &coldLog{of: map[processID]*spill.Sorter[Interval]{}}
	for k := range l.cold.kinds {
		l.cold.kinds[k].times = in.intervals()
	}
	s := coldScan{in, l.cold, map[firstOf]*coldness{}, map[processID]int64{}, map[processID]int64{}}
	for w := range l.work.All() {
		d := in.device(w)
		earliest(s.works, processID{d.rank, d.process}, w.Start)
	}
	for c := range l.launched() {
		s.see(c)
	}
	for c := range l.launched() {
		if kind, at, cold := s.kind(c); cold && !c.later {
			s.add(kind, c.apiCall, at)
		}
	}
	for k := range l.cold.kinds {
		l.cold.kinds[k].ns = covered(l.cold.kinds[k].times)
	}
	return l.cold
}

// earliest notes the earliest time of a process.
func earliest(times map[processID]int64, p processID, at int64) {
	if t, known := times[p]; !known || at < t {
		times[p] = at
	}
}

// A coldCandidate is what decides whether a call is cold.
type coldCandidate struct {
	firstOf
	launches bool // kernels, graphs or memory sets
	copies   bool
	held     bool  // by work that the device had to do before, perhaps
	begins   int64 // when the first of its work does; -1 where it has none
}

// candidate says what can be cold of a call. It takes the work of the call.
func (s *coldScan) candidate(c *launchCall) coldCandidate {
	name := trace.CallName(s.in.nameOf(c.name))
	x := coldCandidate{firstOf: firstOf{s.in.devices().threads[c.thread].processID(), name, none}, begins: none}
	x.copies = strings.Contains(name, "Memcpy")
	x.launches = launchesKernels(name) || strings.Contains(name, "Memset")
	for w := range c.each {
		x.held = x.held || w.done > c.End
		if x.begins == none || w.Start < x.begins {
			x.begins = w.Start
		}
		if s.in.sort(w) == trace.SortKernel && x.kernel == none {
			x.kernel = w.name
		}
	}
	return x
}

// see takes note of a call.
func (s *coldScan) see(c *launchCall) {
	has := c.has
	x := s.candidate(c)
	if has || x.launches || x.copies {
		earliest(s.gives, x.process, c.Start)
	}
	n := s.seen[x.firstOf]
	if n == nil {
		n = &coldness{first: c.Start, took: c.End - c.Start}
		s.seen[x.firstOf] = n
	}
	if c.Start < n.first {
		n.first, n.took = c.Start, c.End-c.Start
	}
	n.calls++
	n.ns += c.End - c.Start
}

// kind returns the kind of a cold call, and when it is cold; false if it is not.
func (s *coldScan) kind(c *launchCall) (kind coldKind, at Interval, cold bool) {
	x := s.candidate(c)
	took, n := c.End-c.Start, s.seen[x.firstOf]
	gives, gave := s.gives[x.process]
	if works, known := s.works[x.process]; gave && (!known || c.Start <= works) {
		switch {
		case c.Start < gives && (!c.waits || strings.HasSuffix(x.call, "DeviceSynchronize")):
			return firstCalls, c.Interval, true
		case c.Start == gives && x.copies && x.begins-c.Start >= coldCall && x.begins <= c.End:
			return firstCalls, Interval{c.Start, x.begins}, true
		}
	}
	switch {
	case c.Start != n.first || took < coldCall || x.held || x.copies || c.waits || strings.Contains(x.call, "Free") || strings.Contains(x.call, "Destroy"):
		return 0, Interval{}, false
	case x.launches:
		return coldLaunches, c.Interval, true
	case n.calls > 1 && took >= coldRatio*((n.ns-n.took)/(n.calls-1)):
		return coldOthers, c.Interval, true
	}
	return 0, Interval{}, false
}

// add adds a call that is cold for some time.
func (s *coldScan) add(kind coldKind, c *apiCall, at Interval) {
	p := s.in.devices().threads[c.thread].processID()
	if s.log.of[p] == nil {
		s.log.of[p] = s.in.intervals()
	}
	s.log.of[p].Add(at)
	k := &s.log.kinds[kind]
	k.calls++
	k.times.Add(at)
	if took := at.End - at.Start; took > k.longest {
		k.longest, k.worst = took, trace.CallName(s.in.nameOf(c.name))
	}
}

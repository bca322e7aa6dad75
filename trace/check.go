package trace

import (
	"cmp"
	"fmt"
	"slices"
)

// A Problem is something that a trace should not have. Problems of one sort with one
// name on one track are reported once, at the place of the first.
type Problem struct {
	Track int32 // -1 when it is not of one track
	Time  int64 // of the first; ns
	Name  string
	Sort  string // one of the constants below
	Msg   string // what was found and what was expected
	Count int64
}

// Sorts of problems.
const (
	ProblemIdentity  = "identity"  // two tracks with the same identity
	ProblemReference = "reference" // an event refers to a track or a name that there is not
	ProblemKind      = "kind"      // an event of a kind that there is not
	ProblemOrder     = "order"     // an event before the last one of its track
	ProblemNegative  = "negative"  // a range that ends before it begins
	ProblemNesting   = "nesting"   // an end of another range than the innermost, or of none
	ProblemUnclosed  = "unclosed"  // a range without an end
	ProblemPhase     = "phase"     // a name that is no phase, inside one that is
	ProblemPlace     = "place"     // a phase inside one where it cannot lie
)

func (p Problem) String() string {
	s := fmt.Sprintf("track %d, %d ns: %s: %s", p.Track, p.Time, p.Name, p.Msg)
	if p.Count > 1 {
		s += fmt.Sprintf(" (%d times)", p.Count)
	}
	return s
}

// Check says what is wrong with a trace, in order of time. It reads all events
// once and takes memory for the open ranges and the problems.
func Check(t *Trace) []Problem {
	c := newChecker(t)
	t.pass(func(batch []Event) bool {
		c.events(batch)
		return true
	})
	return c.problems()
}

// problems returns what [Check] finds. It reads the events again unless the sums say that
// there is nothing to find in them.
func (s *sums) problems() []Problem {
	if s.doubtful || s.tree.doubtful {
		return Check(s.trace)
	}
	return newChecker(s.trace).problems()
}

// fits says whether a phase or other range may lie in another.
func fits(name, parent string) bool {
	above := phaseRole(parent)
	if above == unknownPhase {
		return true
	}
	if phaseRole(name) == unknownPhase {
		return above != container
	}
	want := phaseParents(name)
	return want == nil || slices.Contains(want, parent)
}

func newChecker(t *Trace) *checker {
	c := &checker{trace: t, tracks: make([]checkTrack, len(t.Tracks)), found: map[problemKey]*Problem{}, fits: map[[2]int32]bool{}}
	for i := range c.tracks {
		c.tracks[i].last = -1 << 63
	}
	c.identities()
	return c
}

// events looks at the next events.
func (c *checker) events(batch []Event) {
	for i := range batch {
		c.event(&batch[i])
	}
}

// problems returns what was found, after the last event.
func (c *checker) problems() []Problem {
	for track := range c.tracks {
		for _, r := range c.tracks[track].open {
			c.report(int32(track), r.begin, r.name, ProblemUnclosed, "range has no end")
		}
	}
	list := make([]Problem, 0, len(c.found))
	for _, p := range c.found {
		list = append(list, *p)
	}
	slices.SortFunc(list, func(a, b Problem) int {
		return cmp.Or(cmp.Compare(a.Time, b.Time), cmp.Compare(a.Track, b.Track), cmp.Compare(a.Sort, b.Sort), cmp.Compare(a.Name, b.Name))
	})
	return list
}

type checkOpen struct {
	begin int64
	name  int32
}

type problemKey struct {
	track, name int32
	sort        string
}

type checker struct {
	trace  *Trace
	tracks []checkTrack
	found  map[problemKey]*Problem
	role   []role
	fits   map[[2]int32]bool // parent and name that were seen, and have no problem
	recent [256][2]int32     // some that fit, with the name one too large; {0, 0} for none
}

// A checkTrack follows a track.
type checkTrack struct {
	open []checkOpen // outermost first
	last int64       // time of the last event
}

func (c *checker) name(n int32) string {
	if n < 0 || int(n) >= len(c.trace.Names) {
		return fmt.Sprintf("name %d", n)
	}
	return c.trace.Names[n]
}

func (c *checker) report(track int32, time int64, name int32, sort, format string, args ...any) {
	key := problemKey{track, name, sort}
	if p, ok := c.found[key]; ok {
		p.Count++
		return
	}
	c.found[key] = &Problem{track, time, c.name(name), sort, fmt.Sprintf(format, args...), 1}
}

func (c *checker) identities() {
	for i, n := range c.trace.Names {
		if c.trace.Sort(int32(i)) != "" {
			n = "" // is no phase whatever it is called
		}
		c.role = append(c.role, phaseRole(n))
	}
	seen := map[Track]int{}
	for i, t := range c.trace.Tracks {
		name := t.Name
		t.Name = "" // is for people
		if k, ok := seen[t]; ok {
			c.found[problemKey{int32(i), -1, ProblemIdentity}] = &Problem{Track: int32(i), Name: name, Sort: ProblemIdentity,
				Msg: fmt.Sprintf("track has the process, thread, device, context, stream and rank of track %d", k), Count: 1}
			continue
		}
		seen[t] = i
	}
}

func (c *checker) event(e *Event) {
	if e.Track < 0 || int(e.Track) >= len(c.tracks) {
		c.report(-1, e.Time, e.Name, ProblemReference, "event of track %d, want a track below %d", e.Track, len(c.tracks))
		return
	}
	t := &c.tracks[e.Track]
	if int(e.Name) >= len(c.trace.Names) || e.Name < 0 && e.Kind != End && e.Kind < FlowOut {
		c.report(e.Track, e.Time, e.Name, ProblemReference, "event with name %d, want a name below %d", e.Name, len(c.trace.Names))
		if e.Kind != Begin && e.Kind != End {
			return
		}
	}
	if e.Time < t.last {
		c.report(e.Track, e.Time, e.Name, ProblemOrder, "event at %d ns after an event at %d ns", e.Time, t.last)
	}
	t.last = max(t.last, e.Time)
	switch e.Kind {
	case Begin:
		c.begin(t, e)
	case End:
		c.end(t, e)
	case Counter, Arg, Instant:
	case FlowOut, FlowIn:
		if uint64(e.Index) >= uint64(c.trace.Flows) {
			c.report(e.Track, e.Time, -1, ProblemReference, "event of flow %d, want a flow below %d", e.Index, c.trace.Flows)
		}
	default:
		c.report(e.Track, e.Time, e.Name, ProblemKind, "event of kind %d, want at most %d", e.Kind, FlowIn)
	}
}

func (c *checker) begin(t *checkTrack, e *Event) {
	if k := len(t.open) - 1; k >= 0 {
		parent := t.open[k].name
		near := &c.recent[uint8(31*parent+e.Name)]
		if *near != [2]int32{parent, e.Name + 1} {
			c.fit(e, parent, near)
		}
	}
	t.open = append(t.open, checkOpen{e.Time, e.Name})
}

// fit looks at a phase and what it lies in, and notes in near that it may.
func (c *checker) fit(e *Event, parent int32, near *[2]int32) {
	pair := [2]int32{parent, e.Name}
	if !c.fits[pair] {
		c.fits[pair] = c.place(e, parent)
	}
	if c.fits[pair] {
		*near = [2]int32{parent, e.Name + 1}
	}
}

func (c *checker) roleOf(n int32) role {
	if n < 0 || int(n) >= len(c.role) {
		return unknownPhase
	}
	return c.role[n]
}

// phase returns the name of a phase, "" for what is none.
func (c *checker) phase(n int32) string {
	if c.roleOf(n) == unknownPhase {
		return ""
	}
	return c.trace.Names[n]
}

// place looks at a phase and what it lies in, and reports whether it may.
func (c *checker) place(e *Event, parent int32) bool {
	name := c.phase(e.Name)
	if fits(name, c.phase(parent)) {
		return true
	}
	if want := phaseParents(name); want != nil {
		c.report(e.Track, e.Time, e.Name, ProblemPlace, "inside of %s, want %v", c.name(parent), want)
	} else if c.trace.Sort(e.Name) == "" {
		c.report(e.Track, e.Time, e.Name, ProblemPhase, "is not a phase, inside of %s", c.name(parent))
	}
	return false
}

func (c *checker) end(t *checkTrack, e *Event) {
	stack := t.open
	k := len(stack) - 1
	if k < 0 {
		c.report(e.Track, e.Time, e.Name, ProblemNesting, "end of a range that is not open")
		return
	}
	top := stack[k]
	if top.name != e.Name {
		c.report(e.Track, e.Time, e.Name, ProblemNesting, "end of %s inside of %s", c.name(e.Name), c.name(top.name))
		for k > 0 && stack[k].name != e.Name {
			k-- // those within have no end
		}
		if stack[k].name != e.Name {
			return
		}
		for _, r := range stack[k+1:] {
			c.report(e.Track, r.begin, r.name, ProblemUnclosed, "range has no end")
		}
		top = stack[k]
	}
	if e.Time < top.begin {
		c.report(e.Track, e.Time, e.Name, ProblemNegative, "range ends at %d ns, begins at %d ns", e.Time, top.begin)
	}
	t.open = stack[:k]
}

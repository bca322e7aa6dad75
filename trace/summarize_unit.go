package trace

import (
	"math"
	"slices"
)

// undecided is the regime of the first units of a track while the trace is read: only
// all units say which of them are warm-up. It is in no result.
const undecided = regimes

// slots is how many regimes there are while a trace is read.
const slots = regimes + 1

// heldRanges is how many ranges of an open unit are kept one by one.
const heldRanges = 4096

// A unitTrack follows the units of a track whose regimes are not known yet.
type unitTrack struct {
	times  series           // time per iteration, of units that were not preempted
	lost   []int64          // units that were preempted
	early  int              // units before the first one that is steady for certain
	held   []heldRange      // ranges of the open unit, whose regime is known at its end
	heaped map[*node]*stats // what did not fit in held
	inner  map[*node]int64  // of it, time of ranges that have no place of their own
}

// A heldRange is a range of a node that has ended, or, if inner is set, one inside of a
// node that has no place of its own.
//
// The number of the node stands for it: the collector of garbage need not look at it.
type heldRange struct {
	ns    int64
	node  int32
	inner bool
}

// add adds a range to the regime of the unit around it.
func (s *sums) add(t *sumTrack, n *node, ns int64, inner bool) {
	switch {
	case t.depth > 0 && !s.units.known:
		if len(t.units.held) == heldRanges {
			t.units.heap(s.tree.list)
		}
		t.units.held = append(t.units.held, heldRange{ns, n.id, inner})
	case inner:
		n.elsewhere[t.regime] += ns
	default:
		n.in(t.regime).add(ns)
	}
}

// heap adds up the ranges that are held, so that a long unit takes no more memory.
func (u *unitTrack) heap(nodes []*node) {
	if u.heaped == nil {
		u.heaped, u.inner = map[*node]*stats{}, map[*node]int64{}
	}
	for _, r := range u.held {
		n := nodes[r.node]
		if r.inner {
			u.inner[n] += r.ns
			continue
		}
		at := u.heaped[n]
		if at == nil {
			at = new(stats)
			u.heaped[n] = at
		}
		at.add(r.ns)
	}
	u.held = u.held[:0]
}

// release gives the ranges of a unit that has ended to its regime.
func (u *unitTrack) release(nodes []*node, regime uint8) {
	for i := range u.held {
		if r := &u.held[i]; r.inner {
			nodes[r.node].elsewhere[regime] += r.ns
		} else {
			nodes[r.node].in(regime).add(r.ns)
		}
	}
	u.held = u.held[:0]
	if len(u.heaped) == 0 && len(u.inner) == 0 {
		return
	}
	for n, at := range u.heaped {
		n.in(regime).merge(at)
	}
	for n, ns := range u.inner {
		n.elsewhere[regime] += ns
	}
	clear(u.heaped)
	clear(u.inner)
}

// beginUnit takes note of a unit.
func (s *sums) beginUnit(track int32, t *sumTrack, index int64) {
	t.regime = s.regimeOf(track, t.unit)
	t.unit++
	t.inUnit = 0
	if t.number = int64(t.unit - 1); index >= 0 {
		t.number = index
	}
}

func (s *sums) regimeOf(track int32, unit int) uint8 {
	switch {
	case unit == 0:
		return cold
	case !s.units.known:
		return undecided
	case s.units.early != nil && unit >= s.units.early[track]:
		return outside // not read for
	case contains(s.units.lost, track, int64(unit)):
		return preempted
	case unit < s.units.steady[track]:
		return warmUp
	}
	return steady
}

// decide finds the regime of a unit at its end, as far as it can be known by then. A unit
// without an end has no time to be compared.
func (s *sums) decide(t *sumTrack, r *sumOpen, end int64) {
	if s.units.known {
		return
	}
	u, regime := &t.units, uint8(steady)
	if u.times.n < settleHead {
		regime = undecided
	}
	switch {
	case s.closing:
	case r.cpu >= 0 && r.node.step:
		u.lost = append(u.lost, int64(t.unit-1))
		regime = preempted
	case r.node.step:
		u.time(float64(end-r.begin)/float64(max(t.outermost, 1)), t.unit)
	default:
		u.time(float64(end-r.begin), t.unit)
	}
	if t.regime != cold {
		t.regime = regime
	}
}

// time adds the time per iteration of the last of some units.
func (u *unitTrack) time(x float64, units int) {
	if u.times.add(x); u.times.n == settleHead {
		u.early = units
	}
}

// endUnit takes note of the end of a unit.
func (s *sums) endUnit(t *sumTrack) {
	s.perRegime[t.regime].units++
	s.perRegime[t.regime].iterations += t.inUnit
	t.units.release(s.tree.list, t.regime)
	t.regime = outside
}

// settle finds the regimes, after all events.
func (s *sums) settle() {
	u := &s.units
	if s.steps == 0 {
		u.step = -1
	}
	if !s.iterates() {
		u.iteration = -1
	}
	u.choose()
	for i := range s.tracks {
		t := &s.tracks[i].units
		u.settle(t)
		if t.times.n < settleHead {
			t.early = math.MaxInt
		}
		u.early = append(u.early, t.early)
	}
	u.known = true
}

// iterates says whether there are iterations.
func (s *sums) iterates() bool {
	return slices.ContainsFunc(s.perRegime[:], func(r struct{ units, iterations int64 }) bool { return r.iterations > 0 })
}

// split divides the units that were undecided: if some are warm-up, it reads the
// events again until they have ended.
func (s *sums) split() {
	if !slices.ContainsFunc(s.units.steady, func(from int) bool { return from > 1 }) {
		s.fold()
		return
	}
	early, left := newSums(s.trace, s.units), s.perRegime[undecided].units
	s.trace.pass(func(batch []Event) bool {
		early.batch(batch)
		return early.perRegime[warmUp].units+early.perRegime[steady].units < left
	})
	early.closeAll()
	for _, k := range []int{warmUp, steady} {
		s.perRegime[k].units += early.perRegime[k].units
		s.perRegime[k].iterations += early.perRegime[k].iterations
	}
	s.perRegime[undecided].units, s.perRegime[undecided].iterations = 0, 0
	s.tree.walk(func(n *node) { n.regime[undecided], n.elsewhere[undecided] = nil, 0 })
	s.tree.root.takeKids(early.tree.root.kids)
	for i, n := range early.tree.late {
		s.tree.late[i].take(n)
	}
}

// take adds the regimes of a node that was made from the first of the same events, so
// that its places are the first of n's.
func (n *node) take(o *node) {
	for _, k := range []uint8{warmUp, steady} {
		if o.regime[k] != nil {
			n.in(k).merge(o.regime[k])
		}
		n.elsewhere[k] += o.elsewhere[k]
	}
	n.takeKids(o.kids)
}

func (n *node) takeKids(kids []*node) {
	for i, k := range kids {
		n.kids[i].take(k)
	}
}

// fold makes the undecided units steady.
func (s *sums) fold() {
	s.perRegime[steady].units += s.perRegime[undecided].units
	s.perRegime[steady].iterations += s.perRegime[undecided].iterations
	s.perRegime[undecided].units, s.perRegime[undecided].iterations = 0, 0
	s.tree.walk(func(n *node) {
		if r := n.regime[undecided]; r != nil {
			n.in(steady).merge(r)
		}
		n.elsewhere[steady] += n.elsewhere[undecided]
		n.regime[undecided], n.elsewhere[undecided] = nil, 0
	})
}

package trace

import "strings"

// maxNodes is how many places are told apart; more are put together by name.
const maxNodes = 4096

// Regimes as indices.
const (
	outside = iota
	cold
	warmUp
	steady
	preempted
	regimes
)

// A node is a place: a name inside of a place.
type node struct {
	name                  int32
	id                    int32 // in tree.list
	depth                 int
	parent                *node
	kids                  []*node
	byName                map[int32]*node // kids, when there are many
	regime                [slots]*stats
	unit, step, iteration bool // by its name; all false for most
	outer                 bool // it is in no range of its own name
	inStep                bool // it is a time step or in one
	inIter                bool
	inPhase               bool // it is a leaf phase or in one

	elsewhere [slots]int64 // time of ranges inside that are in tree.crowded
	crowded   bool
	loose     int64 // of a crowded one: time of ranges that lie in no other

	total, self float64 // as they are told: scaled where sampled
	count       float64

	recording  float64 // of the total
	ran, ranOf int64   // of the ranges whose CPU time is known that, and their time
}

// off returns for how long the thread is known not to have run.
func (n *node) off() float64 { return float64(n.ranOf - n.ran) }

// stats are the ranges of a node in a regime.
type stats struct {
	total     int64
	gpu, wait int64 // as in DeviceSummary
	sketch    sketch
}

func (s *stats) add(ns int64) {
	s.total = plus(s.total, ns)
	s.sketch.add(ns)
}

func (s *stats) merge(o *stats) {
	s.total = plus(s.total, o.total)
	s.gpu = plus(s.gpu, o.gpu)
	s.wait = plus(s.wait, o.wait)
	s.sketch.merge(&o.sketch)
}

// A tree is the places of a trace.
type tree struct {
	root      node // of which the roots are kids
	names     []string
	step      int32 // name of the steps; -1 without any
	iteration int32
	unit      int32
	nodes     int
	list      []*node         // by id
	doubtful  bool            // a node may lie where it cannot, as [Check] has it
	crowded   map[int32]*node // by name: what came after maxNodes
	late      []*node         // the same in order
}

// kid returns the place of a name inside p.
func (t *tree) kid(p *node, name int32) *node {
	if p.byName != nil {
		if k := p.byName[name]; k != nil {
			return k
		}
		return t.grow(p, name)
	}
	for _, k := range p.kids {
		if k.name == name {
			return k
		}
	}
	return t.grow(p, name)
}

// grow makes the place of a name inside p.
func (t *tree) grow(p *node, name int32) *node {
	full := t.nodes >= maxNodes
	t.doubtful = t.doubtful || full || p != &t.root && !fits(t.names[name], t.names[p.name])
	if full {
		if n := t.crowded[name]; n != nil {
			return n
		}
		p = &t.root
	}
	n := &node{
		name: name, id: int32(len(t.list)), parent: p, depth: p.depth + 1, outer: true, crowded: full,
		unit: name == t.unit, step: name == t.step, iteration: name == t.iteration,
		inStep: p.inStep || name == t.step, inIter: p.inIter || name == t.iteration,
		inPhase: p.inPhase || phaseRole(t.names[name]) == leaf,
	}
	t.list = append(t.list, n)
	if full {
		if t.crowded == nil {
			t.crowded = map[int32]*node{}
		}
		t.crowded[name] = n
		t.late = append(t.late, n)
		return n
	}
	for a := p; a != &t.root; a = a.parent {
		n.outer = n.outer && a.name != name
	}
	t.nodes++
	p.kids = append(p.kids, n)
	if len(p.kids) > 16 {
		p.index()
	}
	return n
}

func (n *node) index() {
	if n.byName == nil {
		n.byName = map[int32]*node{}
		for _, k := range n.kids {
			n.byName[k.name] = k
		}
	}
	k := n.kids[len(n.kids)-1]
	n.byName[k.name] = k
}

// walk calls f for all places, those above first.
func (t *tree) walk(f func(n *node)) {
	var visit func(n *node)
	visit = func(n *node) {
		for _, k := range n.kids {
			f(k)
			visit(k)
		}
	}
	visit(&t.root)
	for _, n := range t.late {
		f(n)
		visit(n)
	}
}

// all returns the ranges of a node in all regimes.
func (n *node) all() *stats {
	var s stats
	for _, r := range n.regime {
		if r != nil {
			s.merge(r)
		}
	}
	return &s
}

// selfIn returns the self time of a node in a regime. What lies in a range
// outside of all units may be in any regime.
func (n *node) selfIn(regime int) int64 {
	ns := n.regime[regime].total
	for i := range regimes {
		if i != regime && regime != outside {
			continue
		}
		ns -= n.elsewhere[i]
		for _, k := range n.kids {
			if k.regime[i] != nil {
				ns -= k.regime[i].total
			}
		}
	}
	return max(ns, 0)
}

// path returns the names from the root.
func (t *tree) path(n *node) string {
	var names []string
	for ; n != &t.root; n = n.parent {
		names = append(names, t.names[n.name])
	}
	for i, j := 0, len(names)-1; i < j; i, j = i+1, j-1 {
		names[i], names[j] = names[j], names[i]
	}
	return strings.Join(names, "/")
}

package trace

// A PoolHead is what a summary has of traces besides their ranges. The trace has their
// header, counts and losses, as if they were one; its events are not read. Span is the
// time from the first begin to the last end of a range.
type PoolHead struct {
	Trace *Trace
	Span  int64 // ns
	Begun bool  // the traces have ranges
	// Device and Work are what devices did; nil without devices. Their shares, and the
	// median of the latency, are computed.
	Device *DeviceSummary
	Work   *WorkSummary
}

// Summary makes the table of phases of the traces of a pool, in the same way as
// [Summarize]. The pool is not changed and may be used further.
func (p *Pool) Summary(h PoolHead, o SummaryOptions) *Summary {
	o = o.filled()
	t := *h.Trace
	s := &sums{trace: &t, histogram: p.histogram, ranges: p.ranges, open: p.open, odd: p.odd, steps: p.steps,
		preempted: p.preempted, preemptedNS: p.preemptedNS, lostCold: p.lostCold, ended: h.Span}
	names := map[string]int32{}
	index := func(name string) int32 {
		i, ok := names[name]
		if !ok {
			i = int32(len(t.Names))
			names[name] = i
			t.Names = append(t.Names, name)
		}
		return i
	}
	t.Names, t.Sorts = nil, nil
	s.units = units{step: -1, iteration: -1, name: -1, few: p.few, restless: p.restless}
	if p.unit == stepUnit {
		s.units.step = index(o.Step)
	}
	if p.iterates {
		s.units.iteration = index(o.Iteration)
	}
	switch p.unit {
	case stepUnit:
		s.units.name = s.units.step
	case iterationUnit:
		s.units.name = s.units.iteration
	}
	s.tree = tree{step: s.units.step, iteration: s.units.iteration}
	s.tree.root.name = -1
	p.grow(s, &s.tree.root, p.root.kids, index)
	for _, name := range inOrder(p.crowd) {
		n := p.crowd[name].node(s, &s.tree.root, name, index)
		n.crowded, n.outer = true, true
		s.tree.late = append(s.tree.late, n)
	}
	for k := range regimes {
		s.perRegime[k].units, s.perRegime[k].iterations = p.units[k], p.iterations[k]
	}
	if p.sample > 1 {
		s.moments, s.spare = momentList(p.moments, index), momentList(p.spare, index)
		s.moments = append(s.moments, make([]moments, len(t.Names)-len(s.moments))...)
		s.spare = append(s.spare, make([]moments, len(t.Names)-len(s.spare))...)
	}
	s.tree.names = t.Names
	if h.Device != nil {
		latency := sketch{}
		latency.merge(&p.latency)
		s.device = &deviceSums{late: latency, DeviceSummary: *h.Device}
	}
	sum := s.summary(o)
	sum.Work = h.Work
	return sum
}

// grow adds places to a node.
func (p *Pool) grow(s *sums, n *node, kids map[string]*place, index func(string) int32) {
	for _, name := range inOrder(kids) {
		k := kids[name].node(s, n, name, index)
		n.kids = append(n.kids, k)
		p.grow(s, k, kids[name].kids, index)
	}
}

// node returns the node of a place within another node.
func (p *place) node(s *sums, parent *node, name string, index func(string) int32) *node {
	i := index(name)
	n := &node{name: i, parent: parent, depth: parent.depth + 1, loose: p.loose,
		ran: p.ran, ranOf: p.ranOf, outer: true, inStep: parent.inStep || i == s.units.step,
		inIter: parent.inIter || i == s.units.iteration, inPhase: parent.inPhase || phaseRole(name) == leaf}
	copy(n.regime[:], p.regime[:])
	copy(n.elsewhere[:], p.elsewhere[:])
	for a := parent; a != &s.tree.root; a = a.parent {
		n.outer = n.outer && a.name != i
	}
	return n
}

// momentList returns moments by number of the name.
func momentList(by map[string]*moments, index func(string) int32) []moments {
	var list []moments
	for _, name := range sorted(by) {
		i := int(index(name))
		for len(list) <= i {
			list = append(list, moments{})
		}
		list[i] = *by[name]
	}
	return list
}

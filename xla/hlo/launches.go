package hlo

import "fmt"

// A cost is what one execution of a computation launches.
type cost struct {
	least, most int64
	unbounded   bool // most is not known
	classes     [launchClasses]int64
	phases      []int64 // of least, by phase
}

// A costing finds costs, each once.
type costing struct {
	b     *builder
	costs []*cost // by computation
	open  []bool  // being found
}

// launchAll estimates the launches of the module and its loops.
func (b *builder) launchAll() {
	m := b.m
	m.Phases = []Phase{}
	for _, e := range b.phTotal.tallied() {
		m.Phases = append(m.Phases, Phase{Phase: b.phases.list[e.number], Ops: e.n})
	}
	if !m.Optimized {
		return
	}
	k := &costing{b: b, costs: make([]*cost, len(b.comps)), open: make([]bool, len(b.comps))}
	for x, l := range b.loops {
		n := k.of(l.body.computation, 0).least
		if l.TripCount == nil {
			n = add(n, k.of(l.condition.computation, 0).least)
		}
		m.Whiles[x].BodyLaunches = &n
	}
	if b.entry == nil {
		return
	}
	c := k.of(b.entry, 0)
	m.Launches = &Launches{
		AtLeast: c.least, Fusions: c.classes[launchFusion], CustomCalls: c.classes[launchCustom],
		Copies: c.classes[launchCopy], Collectives: c.classes[launchCollective], Other: c.classes[launchOther],
	}
	if !c.unbounded {
		m.Launches.AtMost = &c.most
	}
	for x := range m.Phases {
		n := c.phases[b.phases.number([]byte(m.Phases[x].Phase))]
		m.Phases[x].Launches = &n
	}
}

// of returns the cost of a computation.
func (k *costing) of(c *computation, depth int) *cost {
	if c == nil {
		return &cost{phases: make([]int64, len(k.b.phases.list))}
	}
	if found := k.costs[c.number]; found != nil {
		return found
	}
	sum := &cost{classes: c.launches, phases: make([]int64, len(k.b.phases.list))}
	if k.open[c.number] || depth > deepest {
		k.b.warn(codeRecursion, c.line, fmt.Sprintf("computation %s calls itself, or is nested too deeply; the launches of the nested call are not counted", c.name))
		return &cost{phases: sum.phases}
	}
	k.open[c.number] = true
	for _, n := range c.launches {
		sum.least = add(sum.least, n)
	}
	sum.most = sum.least
	for _, e := range c.phases.list {
		sum.phases[e.number] = e.n
	}
	for x := range c.controls {
		sum.add(k.control(&c.controls[x], depth+1), 1)
	}
	k.open[c.number] = false
	k.costs[c.number] = sum
	return sum
}

// control returns what an operation that runs others launches.
func (k *costing) control(ctl *control, depth int) *cost {
	switch {
	case ctl.loop != nil:
		return k.loop(ctl.loop, depth)
	case ctl.choice != nil:
		return k.choice(ctl, depth)
	}
	sum := &cost{phases: make([]int64, len(k.b.phases.list))}
	for _, t := range ctl.targets {
		sum.add(k.of(t.computation, depth), 1)
	}
	return sum
}

// loop returns what all iterations launch. With a known trip count the
// condition is not evaluated; else it is before the iteration and after it.
func (k *costing) loop(l *loop, depth int) *cost {
	sum := &cost{phases: make([]int64, len(k.b.phases.list))}
	body, condition := k.of(l.body.computation, depth), k.of(l.condition.computation, depth)
	if l.TripCount != nil {
		if *l.TripCount > 0 {
			sum.add(body, *l.TripCount)
		}
		return sum
	}
	sum.add(body, 1)
	sum.add(condition, 2)
	sum.unbounded = true
	return sum
}

// choice returns what the branch with fewest launches launches, and as most
// what that with most does.
func (k *costing) choice(ctl *control, depth int) *cost {
	sum := &cost{phases: make([]int64, len(k.b.phases.list))}
	var least *cost
	for _, t := range ctl.targets {
		c := k.of(t.computation, depth)
		if least == nil || c.least < least.least {
			least = c
		}
		sum.most = max(sum.most, c.most)
		sum.unbounded = sum.unbounded || c.unbounded
	}
	if least != nil {
		most := sum.most
		sum.most = 0
		sum.add(least, 1)
		sum.most = most
	}
	return sum
}

// add adds n times a cost.
func (s *cost) add(c *cost, n int64) {
	s.least = add(s.least, mul(c.least, n))
	s.most = add(s.most, mul(c.most, n))
	s.unbounded = s.unbounded || c.unbounded
	for x, v := range c.classes {
		s.classes[x] = add(s.classes[x], mul(v, n))
	}
	for x, v := range c.phases {
		s.phases[x] = add(s.phases[x], mul(v, n))
	}
}

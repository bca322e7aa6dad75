package analysis

import (
	"slices"
	"strings"
	"time"

	"github.com/nrkit/nrkit/symbolic"
)

// An entrant is a chosen method with its result: an ordering, or why there is
// none. Both are empty for a method that nobody asked for and that does not
// suit, and for one that was stopped.
type entrant struct {
	chosen
	ordering *Ordering
	absent   string

	watch   *watch // how it ended; nil where it did not suit, or was in the store
	started bool
	counted *count // of a reference
	orderNS int64
}

// orderAll runs the methods and, beside them, the other tasks: in a race the
// references before the rest, and after both what starts from the order of
// another method.
func (r *runner) orderAll(others []task) {
	r.race = r.newRace()
	var first, then, last []*entrant
	list := slices.Clone(r.chosen)
	if r.race == nil || r.race.expired == nil {
		slices.Reverse(list) // those that take longest first; where time may run out, last
	}
	for _, m := range list {
		switch {
		case m.ending != "":
			last = append(last, m)
		case m.racing && m.best == reference:
			first = append(first, m)
		default:
			then = append(then, m)
		}
	}
	r.total.Store(int64(len(others) + len(r.chosen) + 1))
	if r.race == nil {
		r.parallel(append(others, r.tasks(then)...))
	} else {
		r.parallel(append(r.tasks(first), others...))
		r.race.set(r.chosen)
		r.parallel(r.tasks(then))
		last = append(last, r.improvable()...)
	}
	r.parallel(r.tasks(last))
}

// tasks returns the tasks that run the methods.
func (r *runner) tasks(list []*entrant) []task {
	var tasks []task
	for _, m := range list {
		tasks = append(tasks, task{m.name, func() { r.order(m) }})
	}
	return tasks
}

// order runs one method and the analysis of its result.
func (r *runner) order(m *entrant) {
	if why, say := m.unsuited(r.subject); why != "" {
		if say {
			m.absent = why
		}
		return
	}
	if m.ordering = r.load(&m.chosen); m.ordering != nil {
		return
	}
	m.watch = r.race.watch(r, &m.chosen)
	if m.watch.stop(count{}) { // before it starts
		return
	}
	m.started = true
	start := time.Now()
	ord, same, done := r.find(m)
	m.orderNS = time.Since(start).Nanoseconds()
	if !done {
		return
	}
	if m.racing && m.best == reference {
		c := m.watch.total(r.subject.pattern.Cols)
		m.counted = &c
	}
	o := r.analyze(ord)
	o.Equivalent = same
	r.save(&m.chosen, o)
	if r.opt.Timings {
		o.OrderNS = m.orderNS
		o.AnalyzeNS = time.Since(start).Nanoseconds() - m.orderNS
	}
	if !r.opt.Keep {
		o.release()
	}
	m.ordering = o
}

// find returns the order of a method, and where it is made from that of another
// one what was gained. It reports false where there is none.
func (r *runner) find(m *entrant) (symbolic.Order, *Equivalent, bool) {
	if m.ending == "" {
		ord, done := m.apply(r.subject, m.watch)
		return ord, nil, done
	}
	from, done := r.orderOf(m)
	if !done {
		return from, nil, false
	}
	ord, same, ok := m.reorder(r.subject, from)
	switch {
	case !ok:
		m.absent = "the cliques of the filled graph take too much memory"
		return ord, nil, false
	case m.racing && !same.Changed: // it is the method that it started from
		m.watch = nil
		return ord, nil, false
	}
	return ord, same, true
}

// orderOf returns the order of the method that m starts from, which may have run.
func (r *runner) orderOf(m *entrant) (symbolic.Order, bool) {
	for _, base := range r.chosen {
		if base.name == m.of && base.ordering != nil {
			return base.ordering.Order, true
		}
	}
	for _, base := range methods() {
		if base.name == m.of {
			return base.apply(r.subject, m.watch)
		}
	}
	panic("internal error: no method " + m.of)
}

// analyze returns the analysis of the matrix under ord.
func (r *runner) analyze(ord symbolic.Order) *Ordering {
	mem, ok := r.scratch.Get().(*symbolic.Scratch)
	if !ok {
		mem = &symbolic.Scratch{}
	}
	defer r.scratch.Put(mem)
	opt := symbolic.Options{Scratch: mem, ValueBytes: r.subject.valueBytes()}
	if r.subject.pattern.Square() {
		opt.Graph = r.subject.graph()
	}
	o := &Ordering{Analysis: symbolic.Analyze(r.subject.pattern, ord, opt), Blocks: 1}
	if len(ord.BlockPtr) > 0 {
		o.Blocks = len(ord.BlockPtr) - 1
	}
	o.Bottleneck, o.Concentration = bottleneck(o.Analysis), concentration(o.Analysis)
	return o
}

// improvable returns, for the winners of a race that are counted on the tree of
// A+Aᵀ, the orders with the same fill and a shorter critical path, and adds them
// to the chosen methods.
func (r *runner) improvable() []*entrant {
	var list []*Ordering
	for _, m := range r.chosen {
		if m.ordering != nil {
			list = append(list, m.ordering)
		}
	}
	b := best(list)
	if b == nil {
		return nil
	}
	var added []*entrant
	for k := 0; k < len(r.chosen); k++ {
		m := r.chosen[k]
		if m.ordering == nil || m.tree != symbolic.SymmetricTree || !r.subject.pattern.Square() || m.ending != "" ||
			len(b.Wins(m.name)) == 0 {
			continue
		}
		e := &entrant{chosen: chosen{method: m.withEnding(Shorter), racing: true}}
		e.best = parallel
		if slices.ContainsFunc(r.chosen, func(other *entrant) bool { return other.name == e.name }) {
			continue
		}
		added = append(added, e)
		r.chosen = slices.Insert(r.chosen, k+1, e)
	}
	r.total.Add(int64(len(added)))
	return added
}

// collect puts the results into the document, in the order of the methods.
func (r *runner) collect() {
	for _, m := range r.chosen {
		if m.ordering != nil {
			r.doc.Orderings = append(r.doc.Orderings, m.ordering)
		}
	}
	r.warnAbsent()
	r.doc.Portfolio = r.portfolio()
	if why := r.doc.Portfolio.unfinished(); why != "" {
		r.doc.warn(OrderingUnfinished, why)
	}
}

// warnAbsent says why methods did not run, once for those with one reason.
func (r *runner) warnAbsent() {
	said := map[string]bool{}
	for _, m := range r.chosen {
		if m.absent == "" || said[m.absent] {
			continue
		}
		said[m.absent] = true
		var names []string
		for _, other := range r.chosen {
			if other.absent == m.absent {
				names = append(names, other.name)
			}
		}
		r.doc.warn("ordering-absent", strings.Join(names, ", ")+" left out: "+m.absent)
	}
}

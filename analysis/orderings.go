package analysis

import (
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/symbolic"
)

// orderAll runs the methods and, beside them, the other tasks; after these what
// starts from the orders of other methods. In a race what needs no limits comes
// first, the longest before the references.
func (r *runner) orderAll(others []task) {
	r.race, r.pay = r.newRace(), nil
	tasks := others
	var last []*candidate
	for _, m := range r.byLength() {
		if m.ending != "" {
			last = append(last, m)
		} else {
			tasks = append(tasks, r.task(m))
		}
	}
	if r.race != nil {
		tasks = r.race.arrange(tasks, r.opt.Workers)
	}
	r.setBases(last)
	r.foresee()
	r.parallel(tasks)
	if r.race == nil {
		r.findPayback()
	} else {
		r.race.drop(r)
		last = append(last, r.improvable()...)
	}
	tasks = nil
	for _, m := range last {
		tasks = append(tasks, r.task(m))
	}
	r.parallel(tasks)
	r.tune()
}

// byLength returns the methods with those first that take longest; where time may
// run out, with those last.
func (r *runner) byLength() []*candidate {
	list := slices.Clone(r.candidates)
	if r.race == nil || r.race.expired == nil {
		slices.Reverse(list)
	}
	return list
}

// task returns the task that runs a method.
func (r *runner) task(m *candidate) task {
	return task{m.Name, m, m.Work + analysisWork, func() { r.order(m) }}
}

// order runs one method and the analysis of its result.
func (r *runner) order(m *candidate) {
	defer r.race.ended(m, r)
	if why, say := m.unsuited(r.subject); why != "" {
		if say {
			m.absent = why
		}
		return
	}
	if m.ordering = r.load(m); m.ordering != nil {
		m.reads(r, r.recounted(m))
		return
	}
	m.watch = r.race.watch(r, m)
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
	r.settle(m, ord, same)
}

// settle analyses the order that a method found, and keeps what the document and
// the race need.
func (r *runner) settle(m *candidate, ord symbolic.Order, same *Equivalent) {
	if r.uncounted {
		m.ordering = r.uncountedOrdering(ord)
		return
	}
	start := time.Now()
	if m.racing && m.role == named.Reference {
		c := m.watch.total(r.subject.pattern.Cols)
		m.counted = &c
	}
	o := r.analyze(ord)
	o.Equivalent = same
	r.foretell(m, o)
	if !r.costs || !r.alone() { // otherwise nothing is left to compare it with
		m.reads(r, o)
	}
	m.shortest = o.Tree == symbolic.SymmetricTree && o.CriticalPathFlops <= leastPath(o.Counts)
	m.optimal = o.Tree == symbolic.SymmetricTree && CostOf(o).optimal(o.Counts)
	if r.costs {
		o.release()
		m.ordering = o
		return
	}
	r.save(m, o)
	if r.opt.Timings {
		o.OrderNS = m.orderNS
		o.AnalyzeNS = time.Since(start).Nanoseconds()
	}
	if !r.opt.Keep {
		o.release()
	}
	m.ordering = o
}

// leastPath returns the flops that the critical path of every order has with the
// fill of one whose columns have so many entries: those of the largest clique are
// eliminated one after the other.
func leastPath(counts []int32) float64 { return etree.CliqueLUFlops(largest(counts)) }

// find returns the order of a method, and where it is made from that of another
// one what was gained. It reports false where there is none.
func (r *runner) find(m *candidate) (symbolic.Order, *Equivalent, bool) {
	if m.ending == "" {
		ord, done := m.apply(r.subject, m.watch)
		return ord, nil, done
	}
	from, done := m.base()
	if !done {
		m.watch.reason = cancelled
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

// setBases says of methods with an ending where to find what they start from: one
// that runs anyway, or once for all of them.
func (r *runner) setBases(list []*candidate) {
	once := map[string]func() (symbolic.Order, bool){}
	for _, m := range methods() {
		once[m.Name] = sync.OnceValues(func() (symbolic.Order, bool) {
			for _, e := range r.candidates {
				if e.Name == m.Name && e.ordering != nil {
					return e.ordering.Order, true
				}
			}
			return m.apply(r.subject, &watch{ctx: r.ctx, workers: r.opt.Workers})
		})
	}
	for _, m := range list {
		m.base = once[m.of]
	}
}

// analyze returns the analysis of the matrix under ord, of its costs alone where
// the runner wants no more.
func (r *runner) analyze(ord symbolic.Order) *Ordering {
	o := r.analyzeAs(ord, symbolic.Options{Costs: r.costs, Counts: r.costs && r.alone()})
	if !r.costs {
		o.Bottleneck, o.Concentration = bottleneck(o.Analysis), concentration(o.Analysis)
	}
	return o
}

// alone reports whether there is only one candidate, so that no model of parallel work
// has to compare it with another.
func (r *runner) alone() bool { return len(r.candidates) == 1 }

// analyzeAs returns the analysis of the matrix under ord that opt asks for, which it
// completes.
func (r *runner) analyzeAs(ord symbolic.Order, opt symbolic.Options) *Ordering {
	mem, ok := r.scratch.Get().(*symbolic.Scratch)
	if !ok {
		mem = &symbolic.Scratch{}
	}
	defer r.scratch.Put(mem)
	opt.Scratch, opt.ValueBytes, opt.Singular = mem, r.subject.valueBytes(), r.subject.singular()
	switch {
	case !r.subject.pattern.Square():
	case ord.BlockPtr != nil:
		opt.Blocks = r.subject.blocks()
	default:
		opt.Graph = r.subject.graph()
	}
	o := &Ordering{Analysis: symbolic.Analyze(r.subject.pattern, ord, opt), Blocks: 1}
	if len(ord.BlockPtr) > 0 {
		o.Blocks = len(ord.BlockPtr) - 1
	}
	return o
}

// improvable returns, for the winners of a race that are counted on the tree of
// A+Aᵀ, the orders with the same fill and a shorter critical path, and adds them
// to the candidates. A race that is settled has no such order.
func (r *runner) improvable() []*candidate {
	if r.race.settled.Load() {
		return nil
	}
	var list []*Ordering
	for _, m := range r.candidates {
		if m.ordering != nil {
			list = append(list, m.ordering)
		}
	}
	b := winnersOf(list)
	if b == nil {
		return nil
	}
	var added []*candidate
	for k := 0; k < len(r.candidates); k++ {
		m := r.candidates[k]
		if m.ordering == nil || m.shortest || m.AnyPivots || !r.subject.pattern.Square() || m.ending != "" ||
			len(b.Criteria(m.Name)) == 0 {
			continue
		}
		e := &candidate{method: m.withEnding(Shorter), racing: true}
		e.role = named.ByTime
		e.base = func() (symbolic.Order, bool) { return m.ordering.Order, true }
		if slices.ContainsFunc(r.candidates, func(other *candidate) bool { return other.Name == e.Name }) {
			continue
		}
		added = append(added, e)
		r.candidates = slices.Insert(r.candidates, k+1, e)
	}
	return added
}

// collect puts the results into the document, in the order of the methods.
func (r *runner) collect() {
	r.gather()
	r.warnAbsent()
	if why := r.doc.Portfolio.unfinished(); why != "" {
		r.doc.warn(OrderingUnfinished, why)
	}
}

// gather puts the orderings into the document, and how a race ended.
func (r *runner) gather() {
	r.doc.Orderings = nil
	for _, m := range r.candidates {
		if m.ordering != nil {
			r.doc.Orderings = append(r.doc.Orderings, m.ordering)
		}
	}
	if !r.costs {
		r.doc.warnUnpipelined(r.subject.pattern.NNZ())
	}
	r.doc.Portfolio = r.portfolio()
}

// warnAbsent says why methods did not run, once for those with one reason.
func (r *runner) warnAbsent() {
	r.doc.absent = map[string]string{}
	for _, m := range r.candidates {
		if m.absent == "" || r.doc.absent[m.Name] != "" {
			continue
		}
		var names []string
		for _, other := range r.candidates {
			if other.absent == m.absent {
				names = append(names, other.Name)
			}
		}
		why := strings.Join(names, ", ") + " left out: " + m.absent
		for _, name := range names {
			r.doc.absent[name] = why
		}
		r.doc.warn(OrderingAbsent, why)
	}
}

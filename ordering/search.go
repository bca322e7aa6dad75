package ordering

import (
	"github.com/nrkit/nrkit/ordering/internal/windows"
	"github.com/nrkit/nrkit/sparsity"
)

// SearchOptions are the knobs of [Search]. The zero value is the default.
type SearchOptions struct {
	// Seed is the seed of the local search.
	Seed uint64

	// Effort multiplies what the local search may spend; 0 means 1.
	Effort float64

	// Stop is called repeatedly. If it returns true, the search stops. nil never
	// stops.
	Stop func() bool
}

// SearchStats says what [Search] did.
type SearchStats struct {
	NNZL    int64   // entries of L, with the diagonal
	FlopsLU float64 // flops of an LU without pivoting
	Starts  int     // orders that were made to start from
	Gained  int64   // entries by which the local search improved the best of them
	Changed int     // windows that it reordered
}

// Search returns an ordering of the graph g for little fill. It makes several
// orderings and improves the best. It does not try to keep the elimination tree low.
//
// Method: the orders of minimum degree and of minimum mean fill, estimated and
// counted. Where these fill much, as on meshes, nested dissection down to small
// leaves adds orders from several seeds. The best order is improved window by window,
// see package ordering/internal/windows; an order of nested dissection counts as the best
// where it has up to 1.4 % more entries.
//
// Shapes: as in [AMD].
//
// Cost: one [AMD], two [AMF] and, on meshes, one to eight [ND] with smaller leaves,
// more of them on smaller graphs; then up to 25 ms
// and 1 µs for each row and entry of g, no more than 160 ms, at Effort 1. Nothing
// depends on the clock.
//
// If opt.Stop says so, the permutation is nil.
//
// It panics in the same cases as ND.
func Search(g *sparsity.Pattern, opt SearchOptions) (sparsity.Perm, SearchStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	s := searching{g: g, opt: opt}
	s.greedy()
	if s.meshLike() {
		s.dissect()
	}
	if s.stopped {
		return nil, s.stats
	}
	return s.improve()
}

// searching is one call of Search.
type searching struct {
	g       *sparsity.Pattern
	opt     SearchOptions
	stats   SearchStats
	stopped bool

	filled, divided start // the best order of minimum fill, and of dissection
}

// A start is an order to be improved; the zero value has no order.
type start struct {
	order   sparsity.Perm
	entries int64
}

// better keeps the order that fills less.
func (b *start) better(p sparsity.Perm, entries int64) {
	if p != nil && (b.order == nil || entries < b.entries) {
		*b = start{p, entries}
	}
}

// stop asks whether to give up, and remembers it.
func (s *searching) stop() bool {
	s.stopped = s.stopped || s.opt.Stop != nil && s.opt.Stop()
	return s.stopped
}

// greedy makes the orders of minimum degree and of minimum fill.
func (s *searching) greedy() {
	stop := func(AMDStats) bool { return s.stop() }
	if s.stop() {
		return
	}
	p, _ := AMD(s.g, AMDOptions{Stop: stop})
	s.add(&s.filled, p)
	for _, v := range []AMFVariant{VariantAMMF, VariantMMF} {
		if s.stop() {
			return
		}
		opt := v.Options()
		opt.Stop = stop
		p, _ := AMF(s.g, opt)
		s.add(&s.filled, p)
	}
}

// add counts the entries of an order and keeps it where it is better.
func (s *searching) add(to *start, p sparsity.Perm) {
	if p != nil {
		s.stats.Starts++
		to.better(p, entriesUnder(s.g, p))
	}
}

// meshFill is how many times the entries of A an order of minimum fill leads to
// where dissection may do better.
const meshFill = 2.2

// meshLike reports whether dissection may do better than minimum fill.
func (s *searching) meshLike() bool {
	return float64(s.filled.entries) > meshFill*float64(s.g.Cols+s.g.NNZ()/2)
}

// smallLeaf is the size of a part that is not divided, where fill is all that
// counts.
const smallLeaf = 25

// manyDissections and dissectedRows say how often small graphs are dissected:
// no more than so many times, and no more than so many rows in all, after the first.
const manyDissections, dissectedRows = 8, 6000

// dissect makes the orders of nested dissection.
func (s *searching) dissect() {
	for k := range min(manyDissections, 1+dissectedRows/max(1, s.g.Cols)) {
		if s.stop() {
			return
		}
		p, _ := ND(s.g, NDOptions{Seed: s.opt.Seed + uint64(k), Leaf: smallLeaf, Stop: func(NDStats) bool { return s.stop() }})
		s.add(&s.divided, p)
	}
}

// searchFree and searchEach are the words that the local search may read in any
// case, and for each row and entry; searchMost is the most in all.
const searchFree, searchEach, searchMost = 6_000_000, 250, 40_000_000

// tolerated is how many times the entries of the order of minimum fill one of nested
// dissection may have to be the one that is improved: its separators are what
// the local search does not find.
const tolerated = 1.014

// perfect reports whether an order fills nothing.
func (s *searching) perfect(b start) bool { return b.entries == int64(s.g.Cols+s.g.NNZ()/2) }

// mostRounds is how often the local search starts from the same order, where it
// finds no more to improve before its work is spent, and mostIdle how often in turn
// without a better result.
const mostRounds, mostIdle = 8, 2

// improve returns the better start after the local search.
func (s *searching) improve() (sparsity.Perm, SearchStats) {
	from := s.filled
	if d := s.divided; d.order != nil && float64(d.entries) <= tolerated*float64(from.entries) {
		from = d
	}
	effort := s.opt.Effort
	if effort <= 0 {
		effort = 1
	}
	best := s.filled
	left := int64(effort * float64(min(searchMost, searchFree+searchEach*(s.g.Cols+s.g.NNZ()))))
	idle := 0
	for round := range uint64(mostRounds) {
		if left <= 0 || idle == mostIdle || s.perfect(best) || s.stop() {
			break
		}
		p, done := windows.Improve(s.g, from.order, windows.Options{Work: left, Seed: mix(s.opt.Seed, round), Stop: s.stop})
		if idle++; done.NNZL < best.entries {
			idle = 0
		}
		best.better(p, done.NNZL)
		left -= done.Work
		s.stats.Changed += done.Changed
	}
	if s.stopped {
		return nil, s.stats
	}
	s.stats.NNZL, s.stats.Gained = best.entries, min(from.entries, s.filled.entries)-best.entries
	s.stats.FlopsLU = flopsUnder(s.g, best.order)
	return best.order, s.stats
}

package windows

import "github.com/nrkit/nrkit/sparsity"

// Options are the knobs of [Improve]. The zero value is the default.
type Options struct {
	// Work is what to spend, in words of rows that are read; a word takes about
	// four nanoseconds. 0 means 100 for each row and entry of the graph.
	Work int64

	// Columns is the most columns of a window; 0 means 32 in the first pass, 32 more
	// in each further one, and 192 from the sixth on.
	Columns int

	// Tries is the number of orders that are made for a window; 0 means 1.
	Tries int

	// PerEntry, unless 0, makes the search lower the time of a factorization by columns,
	// and not the entries: a column with c entries below the diagonal costs
	// c·(c+PerEntry), where an update of an entry costs 1.
	PerEntry int64

	// Seed tells runs apart.
	Seed uint64

	// Stop is asked before each window whether to return the order at hand. nil
	// never stops.
	Stop func() bool
}

// Stats says what [Improve] did.
type Stats struct {
	NNZL    int64 // entries of L in the new order, with the diagonal
	Gained  int64 // how many more there were before; negative where time was gained for entries
	Windows int   // windows that were looked at
	Changed int   // windows with a better order
	Work    int64 // as Options.Work counts it
}

// maxBound is the most vertices that the boundaries of all nodes may have for the
// order to be improved.
const maxBound = 1 << 27

// patience is how many passes that change nothing follow each other before the
// order counts as the best that can be found.
const patience = 16

// Improve returns an order of the graph g with no more entries in L than p has,
// a postorder of its elimination tree.
//
// Method: in each pass over the tree, windows are laid around its nodes in random
// order until every node has been in one. A window grows downwards from its node,
// the largest front first. Its graph has the columns and the vertices
// above that they meet, after everything below is eliminated. It is held as bits
// and ordered by greedy rules with random ties: least fill, fill by degree, fill
// less growth of degrees, least degree; most rules also blur their scores. Fill is
// exact. A try ends as soon as it adds as many edges as the order at hand, and no
// try is made where that adds none. The window keeps the best order. Passes follow
// each other until the work is spent, or sixteen have changed nothing.
//
// This is large neighbourhood search [1] with minimum fill [2] as the heuristic. [3]
// orders leaves of a dissection by themselves, with the vertices above as a halo.
//
// Shapes: g is n×n, structurally symmetric, canonical, without diagonal: what
// [sparsity.Symmetrize] returns. Neither g nor p is modified; they share no
// memory with the result.
//
// Cost: opt.Work, and O(|g| + boundaries of all supernodes) of time and memory.
// Where the boundaries are more than 2²⁷ vertices, nothing is improved.
//
// It panics if g is not square or p has another length.
//
// [1] P. Shaw, CP98, LNCS 1520:417–431, 1998. [2] E. Rothberg, S. C. Eisenstat,
// SIAM J. Matrix Anal. Appl. 19(3):682–695, 1998. [3] F. Pellegrini, J. Roman, P.
// Amestoy, Concurrency: Pract. Exper. 12(2–3):69–84, 2000.
func Improve(g *sparsity.Pattern, p sparsity.Perm, opt Options) (sparsity.Perm, Stats) {
	switch {
	case !g.Square():
		panic(errNotSquare)
	case len(p) != g.Cols:
		panic(errLength)
	}
	if opt.Work <= 0 {
		opt.Work = 100 * int64(g.Cols+g.NNZ())
	}
	if opt.Tries <= 0 {
		opt.Tries = 1
	}
	s := newSearch(g, p, opt)
	s.stats.NNZL = s.total
	if s.bounds <= maxBound {
		for idle := 0; idle < patience && !s.spent(); idle++ {
			if s.pass() {
				idle = 0
			}
		}
		s.stats.NNZL = s.entries()
	}
	s.stats.Gained = s.total - s.stats.NNZL
	return s.order(), s.stats
}

// A search is one call of Improve.
type search struct {
	*tree
	window

	opt    Options
	random uint64
	stats  Stats
}

func newSearch(g *sparsity.Pattern, p sparsity.Perm, opt Options) *search {
	s := &search{tree: newTree(g, p), opt: opt, random: opt.Seed*0x9e3779b97f4a7c15 + 0x2545f4914f6cdd1d}
	s.number = make([]int32, g.Cols)
	for k := range s.number {
		s.number[k] = -1
	}
	return s
}

// spent reports whether to end.
func (s *search) spent() bool {
	return s.stats.Work >= s.opt.Work || s.opt.Stop != nil && s.opt.Stop()
}

// pass lays windows until every node has been in one, or the work is spent. It
// reports whether it changed any.
func (s *search) pass() bool {
	before := s.stats.Changed
	s.passes++
	columns := s.columnsOf()
	s.spend(len(s.nodes))
	for _, id := range s.shuffled() {
		if len(s.nodes[id].cols) == 0 || s.nodes[id].seen == s.passes {
			continue
		}
		top := s.climb(id, columns)
		if s.nodes[top].topped == s.passes {
			continue
		}
		s.nodes[top].topped = s.passes
		if s.spent() {
			break
		}
		s.stats.Windows++
		if s.open(top, columns) {
			s.improve()
		}
		s.stats.Work += s.takeWork()
	}
	return s.stats.Changed > before
}

// columnsOf returns the most columns of a window of the pass at hand. Small windows
// gain more for their work, as long as there is anything for them to gain.
func (s *search) columnsOf() int {
	if s.opt.Columns > 0 {
		return s.opt.Columns
	}
	return min(32*int(s.passes), 192)
}

// climb returns the first node from id upwards with enough columns below for a
// window. It ends where a single vertex is above, as no window grows down past it.
func (s *search) climb(id int32, columns int) int32 {
	enough := int32(columns/2) + int32(s.next()>>20%uint64(columns))
	for x := &s.nodes[id]; x.size < enough && x.spans(); x = &s.nodes[id] {
		id = x.parent
	}
	return id
}

// shuffled returns the nodes in random order.
func (s *search) shuffled() []int32 {
	var tops []int32
	for k := range s.nodes {
		if len(s.nodes[k].cols) > 0 {
			tops = append(tops, int32(k))
		}
	}
	for i := len(tops) - 1; i > 0; i-- {
		j := int(s.next() % uint64(i+1))
		tops[i], tops[j] = tops[j], tops[i]
	}
	return tops
}

// improve orders the window some times and keeps what is best.
func (s *search) improve() {
	least := s.cost
	for range s.opt.Tries {
		if c := s.try(s.pickRule(), least); c < least {
			least = c
			s.best = append(s.best[:0], s.chosen...)
		}
		if s.opt.PerEntry == 0 && least == s.minimum {
			break
		}
	}
	if least < s.cost {
		s.stats.Changed++
		s.replace()
	}
}

// next returns a random number; xorshift64 by Marsaglia.
func (s *search) next() uint64 {
	s.random ^= s.random << 13
	s.random ^= s.random >> 7
	s.random ^= s.random << 17
	return s.random
}

// chance returns a random number from 0 to below 1.
func (s *search) chance() float64 { return float64(s.next()>>40) / (1 << 24) }

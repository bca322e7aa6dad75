package separator

// Options are the knobs of [Work.Find]. The zero value is the default.
type Options struct {
	// Seed chooses among equals.
	Seed uint64

	// Imbalance is by how much a side may exceed half of the whole weight, as a
	// fraction. 0 means 0.2.
	Imbalance float64

	// Trials is how many separators of the smallest graph are tried. 0 means 3.
	Trials int

	// Runs is how many times a graph of at least Large vertices is taken down to
	// the smallest one from a 32nd of its size. If the graph of that size has
	// Large vertices too, two thirds of these runs are made, and each of them
	// consists of Runs. 0 means 3 and 3000.
	Runs, Large int

	// Stop is asked on the way, before each graph that is made smaller or divided,
	// whether to give up. Sides then hold anything. nil never stops.
	Stop func() bool
}

// Find puts each vertex of g on a side, Left or Right, or in the Separator, so
// that no edge joins left and right, the separator is light, and neither side
// much heavier than the other.
//
// Shapes: side has the length of g and is overwritten. g is not modified.
//
// It panics if side has another length.
func (w *Work) Find(g *Graph, side []int8, opt Options) {
	if len(side) != g.Len() {
		panic(errSides)
	}
	if opt.Imbalance == 0 {
		opt.Imbalance = 0.2
	}
	if opt.Trials == 0 {
		opt.Trials = 3
	}
	if opt.Runs == 0 {
		opt.Runs = 3
	}
	if opt.Large == 0 {
		opt.Large = 3000
	}
	if g.Len() == 0 {
		return
	}
	w.words.reset()
	w.edges.reset()
	s := search{Work: w, opt: opt, random: random(opt.Seed), total: g.Total()}
	s.limit = int32(float64(s.total) * (1 + opt.Imbalance) / 2)
	s.runs(g, side, opt.Trials)
}

// charge is what separators are charged for imbalance when the best of several
// is chosen. While one is improved there is no charge: it would keep the
// separator from drifting to where it is smaller.
const charge = 0.4

// A search is one call of Find.
type search struct {
	*Work
	opt    Options
	random random
	total  int32 // weight of all vertices
	limit  int32 // that a side should not exceed
	ended  bool  // Stop said so
}

// stops asks whether to give up.
func (s *search) stops() bool {
	if s.opt.Stop != nil && !s.ended {
		s.ended = s.opt.Stop()
	}
	return s.ended
}

// A level is a graph, and how its vertices came together in the next one.
type level struct {
	g  *Graph
	to []int32
}

// runs divides g. A large one is made smaller in a few steps, and several
// divisions of that are made, each by way of its own coarse graphs. If that is
// large too, each of them is the best of several, so that fewer will do.
func (s *search) runs(g *Graph, side []int8, trials int) {
	n := g.Len()
	if n < s.opt.Large {
		s.once(g, side, trials)
		return
	}
	levels, coarse := s.coarsen(g, max(100, n/60), 5)
	if len(levels) == 0 {
		s.once(g, side, trials)
		return
	}
	runs := s.opt.Runs
	if coarse.Len() >= s.opt.Large {
		runs = max(1, runs*2/3)
	}
	words, edges := s.words.used, s.edges.used
	best := make([]int8, coarse.Len())
	now := make([]int8, coarse.Len())
	var least score
	for run := range runs {
		s.runs(coarse, now, max(1, s.opt.Trials*2/3))
		if sc := s.scoreOf(coarse, now); run == 0 || sc.better(least) {
			least = sc
			best, now = now, best
		}
		s.words.used, s.edges.used = words, edges
	}
	s.project(levels, best, side)
}

// once divides g by way of coarse graphs.
func (s *search) once(g *Graph, side []int8, trials int) {
	levels, coarse := s.coarsen(g, min(max(g.Len()/8, 40), 100), 64)
	if len(levels) == 0 {
		s.initial(coarse, side, trials)
		return
	}
	small := make([]int8, coarse.Len())
	s.initial(coarse, small, trials)
	s.project(levels, small, side)
}

// coarsen returns ever smaller graphs, down to about size vertices, the last
// of them by itself.
func (s *search) coarsen(g *Graph, size, most int) ([]level, *Graph) {
	var levels []level
	limit := int32(min(1.5*float64(s.total)/float64(size), float64(s.total)))
	for g.Len() > size && len(levels) < most && len(g.Edges) > g.Len() && !s.stops() {
		n := g.Len()
		to := s.words.take(n)
		m := s.words.take(n)
		coarse := s.matching(g, m, limit, &s.random)
		if coarse > n-n/20 {
			break
		}
		c := s.contract(g, m, to, coarse)
		levels = append(levels, level{g, to})
		g = c
	}
	return levels, g
}

// division returns the division of g by side, not counted.
func (s *search) division(g *Graph, side []int8) *division {
	n := g.Len()
	d := &division{g: g, side: side, total: s.total, limit: s.limit, near: s.words.take(n), heap: &s.heap,
		moves: s.moves, taken: s.taken, list: s.list, seen: s.words.take(n)}
	clear(d.seen)
	d.heap.place = s.words.take(n)
	return d
}

// keep takes back the memory that a division may have enlarged.
func (s *search) keep(d *division) {
	s.moves, s.taken, s.list = d.moves[:0], d.taken[:0], d.list[:0]
}

// initial divides a small graph: the best of several that grew from one
// vertex.
func (s *search) initial(g *Graph, side []int8, trials int) {
	if s.stops() || s.pieces(g, side, s.limit) {
		return
	}
	mark := s.words.used
	trial := make([]int8, g.Len())
	d := s.division(g, trial)
	var least score
	for t := range trials {
		d.grow(&s.random)
		d.improve(4)
		if sc := d.charged(charge); t == 0 || sc.better(least) {
			least = sc
			copy(side, trial)
		}
	}
	s.keep(d)
	s.words.used = mark
}

// project takes the division of the coarse graph back through the levels and
// improves it on each.
func (s *search) project(levels []level, coarse, side []int8) {
	for k := len(levels) - 1; k >= 0 && !s.stops(); k-- {
		l := levels[k]
		fine := side
		if k > 0 {
			fine = make([]int8, l.g.Len())
		}
		for v, c := range l.to {
			fine[v] = coarse[c]
		}
		mark := s.words.used
		d := s.division(l.g, fine)
		d.begin()
		d.improve(4)
		s.bend(d, reach)
		s.keep(d)
		s.words.used = mark
		coarse = fine
	}
}

// scoreOf returns the score of a division.
func (s *search) scoreOf(g *Graph, side []int8) score {
	d := division{g: g, side: side, total: s.total, limit: s.limit, list: s.list}
	d.begin()
	s.list = d.list[:0]
	return d.charged(charge)
}

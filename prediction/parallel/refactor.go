package parallel

import (
	"cmp"
	"math"
	"slices"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// mostEntries is the most entries of L for which Speedups simulates workers.
const mostEntries = 1 << 26

// Speedups returns how many times as fast newton/lu refactors on numbers of workers as
// on one, estimated. Serial is its time in seconds on one; a is the matrix, and x its
// analysis under the tree of A+Aᵀ.
//
// ok is false for another tree, and for factors that are too large to simulate. No
// result is below 1: one worker does the work if more do not pay.
//
// Method: the columns get weights whose sum is serial: an update by a short column and
// the multiply-adds of each column that updates them. Subtrees without anything in
// common are dealt to the workers, the heaviest first. The columns above the subtrees
// are begun in ascending order, one or four adjacent columns at a time, by the first free worker,
// which waits for each source that another worker has not finished. Several sizes of subtrees are
// tried. The start of the workers, the wait for a result of another worker, cache lines that
// another worker had, and the moves of U take the times of [lu.Machine]. The Solver of newton/lu has
// an estimate from the plan of its factors; docs/parallel.md compares both with measured times.
//
// Shapes: a is square and canonical. Nothing is modified.
//
// Cost: O(|L| log n) for each number of workers and size of subtrees; 40 bytes for each column.
//
// It panics if a number of workers is below 1.
func Speedups(a *sparsity.Pattern, x *symbolic.Analysis, serial float64, m *prediction.Machine, workers ...int) (speedups []float64, ok bool) {
	for _, w := range workers {
		if w < 1 {
			panic("parallel: workers below 1")
		}
	}
	if x.Tree != symbolic.SymmetricTree || x.NNZL > mostEntries {
		return nil, false
	}
	speedups = make([]float64, len(workers))
	var s *simulation
	for i, w := range workers {
		speedups[i] = 1
		if w == 1 || serial <= 0 || a.Cols == 0 {
			continue
		}
		if s == nil {
			s = newSimulation(a, x, serial, m)
		}
		for _, pieces := range []int{1, 2, 4, 8, 16} {
			for _, grain := range []int{1, 4} {
				speedups[i] = max(speedups[i], serial/s.run(w, pieces, grain))
			}
		}
	}
	return speedups, true
}

// A simulation has the columns of one matrix in the order of elimination.
type simulation struct {
	graph   *sparsity.Pattern // A+Aᵀ, permuted
	parent  []int32
	block   []int32             // first column of the block of each column
	update  []float64           // seconds of an update from each column
	weight  []float64           // seconds of each column with the updates that it receives
	values  []float64           // of each column of L
	lines   []float64           // seconds to get their cache lines from another worker
	latency float64             // until a worker sees what another has done
	take    float64             // to take columns above the subtrees
	flag    float64             // to tell others that a column is done
	begin   float64             // to get the first line of adjacent columns
	move    float64             // seconds of a move of an entry of U
	startOf func(w int) float64 // until worker w works
	machine lu.Machine

	mark    []int32 // the last column in whose row each column is
	sources []int32 // of one column
	done    []float64
	by      []int
	seen    []uint64 // the workers that have each column: bit w for worker w, modulo 64
}

// newSimulation returns the columns with their weights.
func newSimulation(a *sparsity.Pattern, x *symbolic.Analysis, serial float64, m *prediction.Machine) *simulation {
	rows := x.Order.Rows
	if rows == nil {
		rows = x.Order.Cols
	}
	n := a.Cols
	machine := SolverMachine(m)
	s := &simulation{
		graph: sparsity.Symmetrize(sparsity.Permute(a, rows, x.Order.Cols)), parent: x.Etree.Parent,
		block: make([]int32, n), update: make([]float64, n), weight: make([]float64, n), values: make([]float64, n), lines: make([]float64, n),
		latency: machine.Latency(), take: machine.Link(), flag: machine.Flag(), begin: machine.Columns(0), mark: make([]int32, n), done: make([]float64, n), by: make([]int, n), seen: make([]uint64, n),
	}
	for b := 1; b < len(x.Order.BlockPtr); b++ {
		for j := x.Order.BlockPtr[b-1]; j < x.Order.BlockPtr[b]; j++ {
			s.block[j] = x.Order.BlockPtr[b-1]
		}
	}
	start := max(0, m.Column-3*m.Update[prediction.L1])
	each := m.At(m.Update, 12*2*x.NNZL)
	sum := 0.0
	for j := range n {
		s.update[j] = start + each*float64(x.Counts[j]-1)
	}
	for j := range n {
		w := start + each*float64(x.Counts[j])
		for _, k := range s.row(int32(j)) {
			w += s.update[k]
		}
		s.weight[j] = w
		sum += w
	}
	for j := range n {
		s.weight[j] *= serial / sum
		s.update[j] *= serial / sum
		s.values[j] = float64(x.Counts[j] - 1)
		s.lines[j] = machine.Values(s.values[j])
	}
	s.startOf, s.machine, s.move = machine.Start, machine, movesOfUpdate*1e-9*m.Update[prediction.L1]
	return s
}

// row returns the columns that update column j, in no order: the row subtree of j.
// The result is valid until the next call.
func (s *simulation) row(j int32) []int32 {
	list := s.sources[:0]
	for _, i := range s.graph.Col(int(j)) {
		if i < s.block[j] {
			continue
		}
		for k := i; k >= 0 && k < j && s.mark[k] != j+1; k = s.parent[k] {
			s.mark[k] = j + 1
			list = append(list, k)
		}
	}
	s.sources = list
	return list
}

// movesOfUpdate is the time of a move of an entry of U to its row, in multiply-adds.
const movesOfUpdate = 2.5

// run returns the seconds on so many workers, with subtrees of at most one part in
// workers×pieces of the work, and up to grain columns above them at a time.
func (s *simulation) run(workers, pieces, grain int) float64 {
	total := slices.Clone(s.weight)
	sum := 0.0
	for j, p := range s.parent {
		sum += s.weight[j]
		if p >= 0 {
			total[p] += total[j]
		}
	}
	most := sum / float64(workers*pieces)
	free := s.subtrees(workers, total, most)
	clear(s.done)
	clear(s.mark)
	w, last, length, moves := 0, -1, 0, 0
	for j := range s.parent {
		if total[j] <= most {
			continue
		}
		if j != last+1 || length == grain {
			w, length = first(free), 0
			free[w] += s.take
		}
		last, length = j, length+1
		free[w] = s.link(int32(j), w, free[w], s.moved(j, workers))
		moves += len(s.sources)
		s.done[j], s.by[j], s.seen[j] = free[w], w, 1<<(w%64)
	}
	return slices.Max(free) + s.spread(moves, workers) + s.machine.Join(workers)
}

// spread returns the seconds of the moves of entries of U to their rows, whose cache lines
// another worker had.
func (s *simulation) spread(moves, workers int) float64 {
	p := float64(workers)
	return float64(moves) / p * (s.move + 2*(1-1/p)*s.machine.Values(1))
}

// moved returns by how much column j takes longer because other workers had its cache
// lines before: L below the diagonal and as many entries of U.
func (s *simulation) moved(j, workers int) float64 {
	return s.machine.Own(2*s.values[j], workers)
}

// A subtree is one that a worker computes as a whole.
type subtree struct {
	root int
	time float64
}

// subtrees deals the subtrees of at most the time given, and returns when the workers are
// free.
func (s *simulation) subtrees(workers int, total []float64, most float64) (free []float64) {
	more := make([]float64, len(total)) // of each subtree
	var roots []subtree
	for j, p := range s.parent {
		more[j] += s.moved(j, workers)
		if total[j] <= most && (p < 0 || total[p] > most) {
			roots = append(roots, subtree{j, total[j] + more[j]})
		}
		if p >= 0 {
			more[p] += more[j]
		}
	}
	slices.SortFunc(roots, func(a, b subtree) int { return cmp.Or(cmp.Compare(b.time, a.time), cmp.Compare(a.root, b.root)) })
	free = make([]float64, workers)
	for w := range free {
		free[w] = s.startOf(w) + s.machine.Scales(len(total), workers) + 2*s.machine.Join(workers)
	}
	for _, r := range roots {
		w := first(free)
		free[w] += r.time
		s.seen[r.root] = 1 << (w % 64)
	}
	for j := len(total) - 1; j >= 0; j-- { // a subtree has the worker of its root
		if p := s.parent[j]; p >= 0 && total[j] <= most && total[p] <= most {
			s.seen[j] = s.seen[p]
		}
	}
	begin := slices.Max(free) + s.machine.Join(workers)
	for w := range free {
		free[w] = begin
	}
	return free
}

// link returns when worker w has column j, which it begins at time t and which takes so much
// longer for its cache lines.
func (s *simulation) link(j int32, w int, t, longer float64) float64 {
	rest, bit := s.weight[j], uint64(1)<<(w%64)
	list := s.row(j)
	slices.Sort(list)
	last := int32(-2) // of the columns of others
	for _, k := range list {
		if at := s.done[k]; at > 0 && s.by[k] != w {
			t = math.Max(t, at+s.latency)
		}
		if s.seen[k]&bit == 0 {
			s.seen[k] |= bit
			if k != last+1 {
				t += s.begin
			}
			last = k
			t += s.lines[k]
		}
		t += s.update[k]
		rest -= s.update[k]
	}
	return t + math.Max(0, rest) + longer + s.flag
}

// first returns the worker that is free first.
func first(free []float64) int {
	best := 0
	for w, t := range free {
		if t < free[best] {
			best = w
		}
	}
	return best
}

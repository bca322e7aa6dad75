package ordering

import (
	"cmp"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nrkit/nrkit/ordering/internal/windows"
	"github.com/nrkit/nrkit/sparsity"
)

// TuneOptions are the knobs of [Tune]. The zero value is the default.
type TuneOptions struct {
	// Seed is the seed of dissections and of the local search.
	Seed uint64

	// Times is how many factorizations the order is for. With more of them, the search
	// takes longer; 0 means 1000.
	Times int64

	// Workers is how many goroutines run; 0 means 1. The result does not depend on it.
	Workers int

	// Stop is called repeatedly, from several goroutines. If it returns true, the search
	// stops. nil never stops.
	Stop func() bool
}

// TuneStats says what [Tune] did.
type TuneStats struct {
	Cost   int64 // of the order, see ColumnCost
	Before int64 // the least cost of the starts

	Dissected int // dissections that joined the starts
}

// perEntry is the cost of an entry of U in multiply-adds: of the loop over a column of L,
// whose length the processor cannot foresee, and of a division for the entry of L at the
// mirrored position.
const perEntry = 10

// ColumnCost returns what a factorization by columns of the graph g costs in the order p,
// in multiply-adds: c·(c+10) for each column of L with c entries below the diagonal.
//
// It panics if g is not square or p has another length.
func ColumnCost(g *sparsity.Pattern, p sparsity.Perm) int64 {
	cost := int64(0)
	for _, c := range columnsUnder(g, p) {
		cost += int64(c-1) * (int64(c-1) + perEntry)
	}
	return cost
}

// Tune returns an ordering of the graph g under which a factorization by columns, such as
// in KLU, takes little time. It starts from the given orders, and its cost is never more
// than the least of theirs.
//
// Method: on graphs that fill much, nested dissections down to small leaves, from several
// seeds, join the starts. The cheapest starts by [ColumnCost] are improved window by
// window, see package ordering/internal/windows, until the work is spent. Of the results,
// the cheapest is returned.
//
// Shapes: g as in [AMD]; each start is a permutation of its columns. Nothing is modified.
//
// Cost: up to eight [ND], which take no longer than opt.Times factorizations, and two local
// searches, which take a quarter of that time, between 0.03 and 7 s each. These are
// estimates: nothing depends on the clock.
//
// If opt.Stop says so, the permutation is nil.
//
// It panics if g is not square, if there are no starts, or in the same cases as ND.
func Tune(g *sparsity.Pattern, starts []sparsity.Perm, opt TuneOptions) (sparsity.Perm, TuneStats) {
	if !g.Square() {
		panic(errNotSquare)
	}
	if len(starts) == 0 {
		panic(errNoStart)
	}
	t := &tuning{g: g, opt: opt}
	for _, step := range []func(){func() { t.compare(starts) }, t.dissect, t.improve} {
		if step(); t.stop() {
			return nil, t.stats
		}
	}
	t.stats.Cost = t.list[0].cost
	return t.list[0].order, t.stats
}

// tuning is one call of Tune.
type tuning struct {
	g     *sparsity.Pattern
	opt   TuneOptions
	stats TuneStats
	list  []priced // the cheapest first

	stopped atomic.Bool
}

// A priced is an order and its cost.
type priced struct {
	order sparsity.Perm
	cost  int64
}

// stop asks whether to give up, and remembers it.
func (t *tuning) stop() bool {
	if t.opt.Stop != nil && !t.stopped.Load() && t.opt.Stop() {
		t.stopped.Store(true)
	}
	return t.stopped.Load()
}

// compare finds the costs of the starts.
func (t *tuning) compare(starts []sparsity.Perm) {
	t.list = make([]priced, len(starts))
	t.each(len(starts), func(k int) { t.list[k] = priced{starts[k], ColumnCost(t.g, starts[k])} })
	t.sort()
	t.stats.Before = t.list[0].cost
}

// sort puts the cheapest first. Of orders that cost the same, which mostly fill the same,
// the first stays.
func (t *tuning) sort() {
	slices.SortStableFunc(t.list, func(a, b priced) int { return cmp.Compare(a.cost, b.cost) })
	t.list = slices.CompactFunc(t.list, func(a, b priced) bool { return a.cost == b.cost })
}

// tunedRows is how many rows may be dissected in all. dissectEach is how many multiply-adds
// take as long as a dissection, for each vertex and entry of the graph.
const tunedRows, dissectEach = 400_000, 2000

// dissect adds nested dissections to the starts.
func (t *tuning) dissect() {
	size := max(1, t.g.Cols)
	n := min(manyDissections, tunedRows/size, int(min(t.adds()/(dissectEach*float64(size+t.g.NNZ())), manyDissections)))
	if float64(entriesUnder(t.g, t.list[0].order)) <= meshFill*float64(t.g.Cols+t.g.NNZ()/2) {
		return
	}
	found := make([]priced, n)
	t.each(n, func(k int) {
		p, _ := ND(t.g, NDOptions{Seed: t.opt.Seed + uint64(k), Leaf: smallLeaf, Stop: func(NDStats) bool { return t.stop() }})
		if p != nil {
			found[k] = priced{p, ColumnCost(t.g, p)}
		}
	})
	if t.stop() {
		return
	}
	t.list = append(t.list, found...)
	t.stats.Dissected = n
	t.sort()
}

// adds returns the cost of all factorizations under the best start.
func (t *tuning) adds() float64 {
	times := t.opt.Times
	if times <= 0 {
		times = 1000
	}
	return float64(times) * float64(t.list[0].cost)
}

// The words that the local search of one start may read: at least, at most, and for each
// multiply-add of all factorizations. A word takes about seven times as long as a
// multiply-add.
const fewestWords, mostWords, wordsEach = 5_000_000, 1_000_000_000, 1.0 / 50

// words returns how many words the local search of one start may read.
func (t *tuning) words() int64 {
	return int64(min(max(wordsEach*t.adds(), fewestWords), mostWords))
}

// mostTuned is how many starts are improved.
const mostTuned = 2

// improve replaces the cheapest starts by what the local search makes of them.
func (t *tuning) improve() {
	words := t.words()
	t.list = t.list[:min(mostTuned, len(t.list))]
	t.each(len(t.list), func(k int) { t.list[k] = t.improved(t.list[k], words) })
	t.sort()
}

// improved returns the cheapest order that the local search makes of m.
func (t *tuning) improved(m priced, words int64) priced {
	best, idle := m, 0
	for round := uint64(0); round < mostRounds && idle < mostIdle && words > 0 && !t.stop(); round++ {
		p, done := windows.Improve(t.g, m.order, windows.Options{Work: words, Seed: mix(t.opt.Seed, round), PerEntry: perEntry, Stop: t.stop})
		words -= done.Work
		idle++
		if cost := ColumnCost(t.g, p); cost < best.cost {
			best, idle = priced{p, cost}, 0
		}
	}
	return best
}

// each calls f for 0 to n-1, on as many goroutines as the options say.
func (t *tuning) each(n int, f func(k int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(max(1, t.opt.Workers), n) {
		wg.Go(func() {
			for k := int(next.Add(1)) - 1; k < n && !t.stop(); k = int(next.Add(1)) - 1 {
				f(k)
			}
		})
	}
	wg.Wait()
}

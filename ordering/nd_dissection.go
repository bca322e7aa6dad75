package ordering

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/nrkit/nrkit/ordering/internal/separator"
	"github.com/nrkit/nrkit/sparsity"
)

// A dissection is one call of [ND].
type dissection struct {
	g    *sparsity.Pattern
	opt  NDOptions
	p    sparsity.Perm // the order, filled part by part
	gone []bool        // of each vertex: it has its place in p, or is a hub

	ptr, ids []int32 // ids[ptr[k]:ptr[k+1]] are the vertices that vertex k of the core stands for

	fringe cost // of the vertices placed first

	free chan *dissector // those that have nothing to do

	lock    sync.Mutex
	stats   NDStats // guarded by lock
	stopped atomic.Bool
}

// A dissector is the memory that one goroutine works in.
type dissector struct {
	separator.Work
	local []int32 // number of a vertex in the graph at hand, or -1

	// Of a patch: its edges as they are found, and its graph.
	ptr, rows []int32
	graph     sparsity.Pattern
	next      []int64
}

func newDissection(g *sparsity.Pattern, opt NDOptions) *dissection {
	opt.Workers = max(1, opt.Workers)
	n := g.Cols
	d := &dissection{g: g, opt: opt, p: make(sparsity.Perm, n), gone: make([]bool, n),
		free: make(chan *dissector, opt.Workers)}
	for range opt.Workers {
		d.free <- &dissector{}
	}
	return d
}

// leafOf returns the most vertices of a part of the graph g that is not divided. Where
// few edges fill, as in circuits, minimum degree is good on larger parts.
func (d *dissection) leafOf(g *separator.Graph) int {
	switch {
	case d.opt.Leaf > 0:
		return d.opt.Leaf
	case len(g.Edges) < meshDegree*g.Len():
		return leafSparse
	}
	return leafMesh
}

// The most vertices of a leaf, by whether vertices have fewer neighbours in the
// mean than meshDegree.
const meshDegree, leafSparse, leafMesh = 5, 400, 150

// both runs two functions, at the same time where a dissector is free and big
// says that it pays.
func (d *dissection) both(w *dissector, big bool, left, right func(*dissector)) {
	if big {
		if wait := d.beside(right); wait != nil {
			left(w)
			wait()
			return
		}
	}
	left(w)
	right(w)
}

// beside lets another goroutine run f, if a dissector is free. It returns a
// function that waits for it to end, or nil.
func (d *dissection) beside(f func(*dissector)) (wait func()) {
	select {
	case other := <-d.free:
		done := make(chan struct{})
		go func() {
			defer close(done)
			f(other)
			d.free <- other
		}()
		return func() { <-done }
	default:
		return nil
	}
}

// report adds to the statistics and asks whether to stop.
func (d *dissection) report(change func(*NDStats)) {
	d.lock.Lock()
	defer d.lock.Unlock()
	change(&d.stats)
	if d.opt.Stop != nil && !d.stopped.Load() && d.opt.Stop(d.stats) {
		d.stopped.Store(true)
	}
}

// stopNow asks whether to stop on the way to a part.
func (d *dissection) stopNow() bool {
	if d.opt.Stop != nil && !d.stopped.Load() {
		d.report(func(*NDStats) {})
	}
	return d.stopped.Load()
}

// takeHubs returns the hubs, those with fewer entries first.
func (d *dissection) takeHubs() []int32 {
	g := d.g
	limit := int64(denseDegree(g.Cols, d.opt.Dense))
	degree := func(v int32) int64 { return g.ColPtr[v+1] - g.ColPtr[v] }
	var hubs []int32
	for v := range int32(g.Cols) {
		if degree(v) > limit {
			hubs = append(hubs, v)
			d.gone[v] = true
		}
	}
	slices.SortStableFunc(hubs, func(a, b int32) int { return int(degree(a) - degree(b)) })
	d.stats.Hubs = len(hubs)
	return hubs
}

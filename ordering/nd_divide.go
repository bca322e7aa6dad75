package ordering

import "github.com/nrkit/nrkit/ordering/internal/separator"

// A task is a part of the core to order: the graph of its vertices ids, whose
// columns begin at place at.
type task struct {
	g    *separator.Graph
	ids  []int32
	at   int
	seed uint64
	root bool // it is all of a component

	// alone says that it is all that there is besides hubs and fringe.
	alone bool
	// follows says that another part tells whether minimum degree does as well.
	follows bool
}

// A region is a part that is ordered.
type region struct {
	cost
	elements []element // the components of the part
	near     bool      // minimum degree does about as well as division
	tried    int       // vertices of the largest part of it that was ordered as a whole
}

// solve orders a part by division, or as a whole.
func (d *dissection) solve(w *dissector, t task) region {
	size := int(t.g.Total())
	if d.stopped.Load() {
		return region{}
	}
	if size <= d.leafOf(t.g) {
		return d.leaf(w, t)
	}
	whole := func() *trial { return nil } // what all of a component is as a whole, if that is known
	if t.root && !d.opt.Divided {
		if mayBeChordal(t.g) {
			a := d.attempt(w, t)
			if a.run(d.stops); a.chordal() {
				return d.accept(a, t.at)
			}
			whole = func() *trial { return a }
		} else {
			whole = d.ahead(t)
		}
	}
	side := make([]int8, t.g.Len())
	w.Find(t.g, side, separator.Options{Seed: t.seed, Stop: d.stopNow})
	known := whole()
	if d.stopped.Load() {
		return region{}
	}
	follows := t.follows || len(t.g.Edges) >= solidDegree*t.g.Len()
	graphs, sets := halves(t.g, t.ids, side)
	if len(sets[separator.Left]) == 0 || len(sets[separator.Right]) == 0 {
		return d.undivided(w, t, known)
	}
	left := task{g: graphs[0], ids: sets[0], at: t.at, seed: mix(t.seed, 0), follows: t.follows}
	right := task{g: graphs[1], ids: sets[1], at: t.at + int(graphs[0].Total()), seed: mix(t.seed, 1),
		follows: follows}
	var a, b region
	d.both(w, size > 600, func(w *dissector) { a = d.solve(w, left) }, func(w *dissector) { b = d.solve(w, right) })
	if d.stopped.Load() {
		return region{}
	}
	cut := d.expand(sets[separator.Separator])
	r := d.separator(w, cut, t.at+size-len(cut), a, b)
	d.report(func(s *NDStats) {
		s.Divisions++
		s.Separator = max(s.Separator, len(cut))
		s.NNZL += r.fill - a.fill - b.fill
		s.FlopsLU += r.flops - a.flops - b.flops
	})
	r.near, r.tried = a.near || b.near, max(a.tried, b.tried)
	if !d.opt.Divided && r.near && (size >= trialStep*r.tried || t.root) {
		d.try(w, t, known, &r, d.p[t.at:t.at+size])
	}
	return r
}

// try orders a divided part, which is placed already, as a whole too, unless
// that is known or another part tells, and keeps the better of both.
func (d *dissection) try(w *dissector, t task, known *trial, r *region, placed []int32) {
	if t.follows {
		r.near = false
		return
	}
	if known == nil {
		known = d.attempt(w, t)
		known.run(d.stops)
	}
	if known.order != nil {
		d.compare(known, r, placed)
	}
}

// solidDegree is how many neighbours vertices have in the mean in parts of
// which only the first half is tried as a whole: they are of three dimensions,
// where dissection hardly ever loses.
const solidDegree = 8

// trialStep is how many times as large as the last one a part is that is
// ordered as a whole again.
const trialStep = 4

// firstTrial is how many vertices a divided part has at least that is ordered
// as a whole.
const firstTrial = 1200

// leaf orders a part as a whole.
func (d *dissection) leaf(w *dissector, t task) region {
	return d.acceptUnlessStopped(d.prepare(w, d.expand(t.ids)), t.at)
}

// undivided orders a part without a separator as a whole. What is known of it as
// such may be nil.
func (d *dissection) undivided(w *dissector, t task, known *trial) region {
	switch {
	case known != nil:
		return d.accept(known, t.at)
	case t.root && !d.opt.Divided: // as others would have done ahead
		return d.acceptUnlessStopped(d.attempt(w, t), t.at)
	}
	return d.leaf(w, t)
}

// acceptUnlessStopped orders and accepts a trial.
func (d *dissection) acceptUnlessStopped(a *trial, at int) region {
	a.run(d.stops)
	if a.order == nil {
		return region{}
	}
	return d.accept(a, at)
}

// mix returns the seed of a child.
func mix(seed, child uint64) uint64 {
	z := seed*0x9e3779b97f4a7c15 + child + 1
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	return z ^ z>>31
}

// halves returns the graphs of both sides, and the vertices of both and of the
// separator. That of the left takes the place of g.
func halves(g *separator.Graph, ids []int32, side []int8) (graphs [2]*separator.Graph, sets [3][]int32) {
	n := g.Len()
	var count, edges [3]int
	index := make([]int32, n)
	for v, s := range side {
		index[v] = int32(count[s])
		count[s]++
		edges[s] += int(g.Ptr[v+1] - g.Ptr[v])
	}
	all := make([]int32, n)
	at := 0
	for s := range sets {
		sets[s] = all[at : at : at+count[s]]
		at += count[s]
	}
	left := &separator.Graph{Ptr: g.Ptr[:1], Weight: g.Weight[:0], Edges: g.Edges[:0]}
	right := &separator.Graph{Ptr: make([]int32, 1, count[separator.Right]+1),
		Weight: make([]int32, 0, count[separator.Right]), Edges: make([]separator.Edge, 0, edges[separator.Right])}
	graphs = [2]*separator.Graph{left, right}
	start := g.Ptr[0]
	for v, s := range side {
		// What has been written to the left is no longer than what was read.
		end := g.Ptr[v+1]
		of := g.Edges[start:end]
		start = end
		sets[s] = append(sets[s], ids[v])
		if s == separator.Separator {
			continue
		}
		h := graphs[s]
		out := h.Edges
		for _, e := range of {
			if side[e.To] == s {
				out = append(out, separator.Edge{To: index[e.To], Weight: e.Weight})
			}
		}
		h.Edges = out
		h.Ptr = append(h.Ptr, int32(len(out)))
		h.Weight = append(h.Weight, g.Weight[v])
	}
	return graphs, sets
}

package solvers

import "container/heap"

// replay follows analyses and factorisations through the calls in order of time. An
// address is another object after it was freed, and after it was made again.
func (r *reader) replay() {
	o := objects{run: r.run, raw: r.raw, analyses: map[address]int32{}, factors: map[address]int32{}}
	r.inTime(func(call int32, ends bool) {
		o.process = r.tracks[r.run.Threads[r.run.Calls[call].Thread].track].process
		if ends {
			o.end(call)
		} else {
			o.begin(call)
		}
	})
	r.raw, r.byThread = nil, nil
}

// An edge is the begin or the end of a call.
type edge struct {
	call int32
	ends bool
}

// inTime calls do with the begins and ends of all calls in order of time. The edges of
// one thread that fall together have the order in which the calls nest.
func (r *reader) inTime(do func(call int32, ends bool)) {
	var threads edges
	for k := range r.byThread {
		s := &threadEdges{calls: r.run.Calls, list: r.byThread[k]}
		if s.next() {
			threads = append(threads, s)
		}
	}
	heap.Init(&threads)
	for len(threads) > 1 {
		s := threads[0]
		do(s.edge.call, s.edge.ends)
		if s.next() {
			heap.Fix(&threads, 0)
		} else {
			heap.Pop(&threads)
		}
	}
	for _, s := range threads {
		do(s.edge.call, s.edge.ends)
		for s.next() {
			do(s.edge.call, s.edge.ends)
		}
	}
}

// threadEdges goes through the edges of a thread.
type threadEdges struct {
	calls []Call
	list  []int32 // calls that have not begun
	open  []int32
	edge  edge
	time  int64
}

// next goes to the next edge; false after the last.
func (s *threadEdges) next() bool {
	inner := int32(-1)
	if n := len(s.open); n > 0 {
		inner = s.open[n-1]
	}
	if len(s.list) > 0 && s.calls[s.list[0]].Parent == inner {
		s.edge = edge{s.list[0], false}
		s.time = s.calls[s.list[0]].Begin
		s.open = append(s.open, s.list[0])
		s.list = s.list[1:]
		return true
	}
	if inner < 0 {
		return false
	}
	s.edge = edge{inner, true}
	s.time = s.calls[inner].End
	s.open = s.open[:len(s.open)-1]
	return true
}

// edges is a heap of threads by the time of their next edge. At one time, ends are
// before begins.
type edges []*threadEdges

func (e edges) Len() int { return len(e) }
func (e edges) Less(a, b int) bool {
	if e[a].time != e[b].time {
		return e[a].time < e[b].time
	}
	if e[a].edge.ends != e[b].edge.ends {
		return e[a].edge.ends
	}
	return e[a].edge.call < e[b].edge.call
}
func (e edges) Swap(a, b int) { e[a], e[b] = e[b], e[a] }
func (e *edges) Push(x any)   { *e = append(*e, x.(*threadEdges)) }
func (e *edges) Pop() any {
	last := len(*e) - 1
	x := (*e)[last]
	*e = (*e)[:last]
	return x
}

// objects are the analyses and factorisations that exist at a time.
type objects struct {
	run      *Run
	raw      []pointers
	process  int32
	analyses map[address]int32
	factors  map[address]int32
}

// begin takes what a call uses and frees.
func (o *objects) begin(k int32) {
	c, p := &o.run.Calls[k], &o.raw[k]
	if p.usesAnalysis != 0 {
		c.Analysis = o.analysis(p.usesAnalysis)
	}
	if p.usesFactors != 0 {
		c.Factors = o.factorisation(p.usesFactors)
		if f := &o.run.Factorisations[c.Factors-1]; c.Analysis == 0 {
			c.Analysis = f.Analysis
		}
	}
	if p.frees == 0 {
		return
	}
	at := address{o.process, p.frees}
	if id, ok := o.analyses[at]; ok {
		o.run.Analyses[id-1].Freed = true
		c.Analysis = id
		c.Flags |= Frees
		delete(o.analyses, at)
	}
	if id, ok := o.factors[at]; ok {
		o.run.Factorisations[id-1].Freed = true
		c.Factors = id
		c.Flags |= Frees
		delete(o.factors, at)
	}
}

// end takes what a call has made.
func (o *objects) end(k int32) {
	c, p := &o.run.Calls[k], &o.raw[k]
	made, exists := o.analyses[address{o.process, p.makesAnalysis}]
	switch {
	case p.makesAnalysis == 0:
	case exists && o.within(o.run.Analyses[made-1].Call, k): // a call in this one made it
		o.run.Analyses[made-1].Call = k
		c.Analysis = made
		c.Flags |= MakesAnalysis
	default:
		o.run.Analyses = append(o.run.Analyses, Analysis{Call: k, Pattern: c.Pattern})
		c.Analysis = int32(len(o.run.Analyses))
		c.Flags |= MakesAnalysis
		o.analyses[address{o.process, p.makesAnalysis}] = c.Analysis
	}
	old, exists := o.factors[address{o.process, p.makesFactors}]
	switch {
	case p.makesFactors == 0:
	case exists && o.within(o.run.Factorisations[old-1].Call, k):
		o.run.Factorisations[old-1].Call = k
		c.Factors = old
		c.Flags |= MakesFactors
		return
	case exists && c.Phase == PhaseRefactor: // in place
		c.Factors = old
	default:
		o.run.Factorisations = append(o.run.Factorisations, Factorisation{Call: k, Analysis: c.Analysis, Pattern: c.Pattern})
		c.Factors = int32(len(o.run.Factorisations))
		c.Flags |= MakesFactors
		o.factors[address{o.process, p.makesFactors}] = c.Factors
	}
	o.count(k)
}

// count adds a call to the calls that use its objects.
func (o *objects) count(k int32) {
	c := &o.run.Calls[k]
	if c.Factors == 0 || o.repeated(k) {
		return
	}
	f := &o.run.Factorisations[c.Factors-1]
	switch {
	case c.Has(MakesFactors) && f.Analysis > 0:
		o.run.Analyses[f.Analysis-1].Factorisations++
	case c.Phase == PhaseRefactor:
		f.Refactorisations++
		if f.Analysis > 0 {
			o.run.Analyses[f.Analysis-1].Refactorisations++
		}
	}
	if c.Phase.Solves() {
		f.Solves++
	}
}

// repeated says whether a call lies in a call that does the same with the same
// factorisation.
func (o *objects) repeated(k int32) bool {
	c := &o.run.Calls[k]
	for a := c.Parent; a >= 0; a = o.run.Calls[a].Parent {
		if x := &o.run.Calls[a]; x.Phase == c.Phase && x.Factors == c.Factors {
			return true
		}
	}
	return false
}

// within says whether the call a lies in the call k.
func (o *objects) within(a, k int32) bool {
	for a > k {
		a = o.run.Calls[a].Parent
	}
	return a == k
}

// analysis returns the analysis at an address. If no call made one there, it was made
// before the watching began, or in a way that is not watched.
func (o *objects) analysis(at uint64) int32 {
	key := address{o.process, at}
	id, ok := o.analyses[key]
	if !ok {
		o.run.Analyses = append(o.run.Analyses, Analysis{Call: -1})
		id = int32(len(o.run.Analyses))
		o.analyses[key] = id
	}
	return id
}

// factorisation returns the factorisation at an address, likewise.
func (o *objects) factorisation(at uint64) int32 {
	key := address{o.process, at}
	id, ok := o.factors[key]
	if !ok {
		o.run.Factorisations = append(o.run.Factorisations, Factorisation{Call: -1})
		id = int32(len(o.run.Factorisations))
		o.factors[key] = id
	}
	return id
}

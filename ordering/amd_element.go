package ordering

// formElement turns the variable me into an element: the union of its
// variables and of those of its elements, which are absorbed. It returns their
// number.
//
// Afterwards the variables of me are in no degree list and their nv is
// negated, as is that of me.
func (a *amd) formElement(me int32) int32 {
	v := &a.nodes[me]
	columns := v.nv
	a.eliminated += int(columns)
	v.nv = -columns
	if v.elems == 0 {
		a.elementInPlace(v)
	} else {
		a.elementFromElements(me, v)
	}
	v.elems = flip(columns + v.degree)
	return v.length
}

// elementInPlace makes the list of the variable v, which has no elements, the
// list of an element by dropping dead nodes from it.
func (a *amd) elementInPlace(v *node) {
	nodes, adj, head := a.nodes, a.adj, a.head
	to, degree := int(v.start), int32(0)
	for p, end := to, to+int(v.length); p < end; p++ {
		i := adj[p]
		u := &nodes[i]
		if nv := u.nv; nv > 0 {
			degree += nv
			u.nv = -nv
			unlink(nodes, head, u)
			adj[to] = i
			to++
		}
	}
	v.length, v.degree = int32(to)-v.start, degree
}

// elementFromElements makes the union of the lists of me in free space.
func (a *amd) elementFromElements(me int32, v *node) {
	a.makeRoom(v)
	first := a.free
	degree := int32(0)
	p := int(v.start)
	for end := p + int(v.elems); p < end; p++ {
		e := &a.nodes[a.adj[p]]
		degree += a.gather(int(e.start), int(e.start+e.length))
		e.start, e.mark = flip(me), 0
	}
	degree += a.gather(p, int(v.start+v.length))
	v.start, v.length, v.degree = first, a.free-first, degree
}

// gather moves the variables in adj[from:to] that were not claimed to free
// space and returns their weight.
func (a *amd) gather(from, to int) (degree int32) {
	nodes, adj, head, free := a.nodes, a.adj, a.head, a.free
	for p := from; p < to; p++ {
		i := adj[p]
		v := &nodes[i]
		if nv := v.nv; nv > 0 {
			degree += nv
			v.nv = -nv
			unlink(nodes, head, v)
			adj[free] = i
			free++
		}
	}
	a.free = free
	return degree
}

// makeRoom compresses adj if the free space might not hold the element of the
// variable v. After compression it does: the lists of the quotient graph take
// no more than those of g, and the element has less than n nodes.
func (a *amd) makeRoom(v *node) {
	if room := len(a.adj) - int(a.free); room >= a.n {
		return
	}
	need := int(v.length - v.elems)
	for _, e := range a.adj[v.start : v.start+v.elems] {
		need += int(a.nodes[e].length)
	}
	if min(need, a.n) > len(a.adj)-int(a.free) {
		a.compress()
	}
}

// compress moves all lists to the front of adj, in the order they are in.
//
// Method: the first word of each list changes places with its owner's start;
// a sweep over adj then recognises a list by that word, which is negative.
func (a *amd) compress() {
	nodes, adj := a.nodes, a.adj
	for i := range nodes {
		if v := &nodes[i]; v.start >= 0 {
			v.start, adj[v.start] = adj[v.start], flip(int32(i))
		}
	}
	to := int32(0)
	for from := int32(0); from < a.free; {
		owner := flip(adj[from])
		if owner < 0 {
			from++
			continue
		}
		v := &nodes[owner]
		adj[to], v.start = v.start, to
		copy(adj[to+1:to+v.length], adj[from+1:from+v.length])
		to += v.length
		from += v.length
	}
	a.free = to
	a.stats.Compressed++
}

package ordering

// formElement turns the variable me into an element: the union of its
// variables and of those of its elements, which are absorbed.
//
// Afterwards the variables of me are in no degree list and their nv is
// negated, as is that of me.
func (a *amd) formElement(me int32) {
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
}

// elementInPlace makes the list of the variable v, which has no elements, the
// list of an element by dropping dead nodes from it.
func (a *amd) elementInPlace(v *node) {
	list := a.adj[v.start : v.start+v.length]
	kept := list[:0]
	degree := int32(0)
	for _, i := range list {
		if nv := a.nodes[i].nv; nv > 0 {
			degree += nv
			a.claim(i)
			kept = append(kept, i)
		}
	}
	v.length, v.degree = int32(len(kept)), degree
}

// elementFromElements makes the union of the lists of me in free space.
func (a *amd) elementFromElements(me int32, v *node) {
	a.makeRoom(v)
	nodes, adj, free := a.nodes, a.adj, a.free
	first, degree := free, int32(0)
	elements := adj[v.start : v.start+v.elems]
	for k := range len(elements) + 1 {
		// The elements in their order, then the variables of me itself.
		list := adj[v.start+v.elems : v.start+v.length]
		if k < len(elements) {
			e := &nodes[elements[k]]
			list = adj[e.start : e.start+e.length]
			e.start, e.mark = flip(me), 0
		}
		for _, i := range list {
			if nv := nodes[i].nv; nv > 0 {
				degree += nv
				a.claim(i)
				adj[free] = i
				free++
			}
		}
	}
	v.start, v.length, v.degree = first, free-first, degree
	a.free = free
}

// claim negates nv of the variable i and takes it out of its degree list.
func (a *amd) claim(i int32) {
	v := &a.nodes[i]
	v.nv = -v.nv
	if v.next >= 0 {
		a.nodes[v.next].prev = v.prev
	}
	if v.prev >= 0 {
		a.nodes[v.prev].next = v.next
	} else {
		a.head[v.degree] = v.next
	}
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

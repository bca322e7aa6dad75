package ordering

// setDifferences finds, for every element e with variables in common with me,
// the weight of Le \ Lme, the vertices that are in e and not in me.
//
// Afterwards nodes[e].mark - a.mark is that weight if e has a variable in
// common with me; the marks of all other nodes are smaller than a.mark.
func (a *amd) setDifferences(me int32) {
	nodes, adj, mark := a.nodes, a.adj, a.mark
	m := &nodes[me]
	for _, i := range adj[m.start : m.start+m.length] {
		v := &nodes[i]
		nv := -v.nv
		for _, x := range adj[v.start : v.start+v.elems] {
			e := &nodes[x]
			if e.mark >= mark {
				e.mark -= nv
			} else if e.mark != 0 {
				e.mark = e.degree + mark - nv
			}
		}
	}
}

// updateDegrees brings the variables of me up to date. From the list of each
// it drops absorbed nodes and what me covers, and puts me in front. It bounds
// the part of its external degree that lies outside me, and puts it into a
// hash bucket. A variable left with no neighbour outside me is eliminated with
// it.
func (a *amd) updateDegrees(me int32) {
	nodes, adj := a.nodes, a.adj
	m := &nodes[me]
	for _, i := range adj[m.start : m.start+m.length] {
		v := &nodes[i]
		list := adj[v.start : v.start+v.length]
		elems, degree, hash := a.keepElements(me, list[:v.elems])
		kept := elems
		for _, j := range list[v.elems:] {
			if nv := nodes[j].nv; nv > 0 {
				degree += int(nv)
				hash += scramble(j)
				list[kept] = j
				kept++
			}
		}
		if kept == 0 {
			a.eliminateWith(me, m, v)
			continue
		}
		v.degree = int32(min(int(v.degree), degree))
		// There is room for one more: at least one word of the list was
		// dropped, me itself or an element that me absorbed.
		list[kept] = list[elems]
		list[elems] = list[0]
		list[0] = me
		v.length, v.elems = int32(kept+1), int32(elems+1)
		slot := &a.bucket[hash>>a.hashShift]
		v.next, v.prev = *slot, int32(hash)
		*slot = i
	}
}

// keepElements moves the elements of list that stay in it to its front, and
// returns their number, the weight of what lies in them and not in me, and the
// sum of their hashes. With aggressive absorption, elements that lie in me are
// absorbed into it.
func (a *amd) keepElements(me int32, list []int32) (kept, degree int, hash uint32) {
	nodes, mark := a.nodes, a.mark
	for _, x := range list {
		e := &nodes[x]
		if e.mark == 0 {
			continue
		}
		outside := e.mark - mark
		if outside == 0 && a.aggressive {
			e.start, e.mark = flip(me), 0
			a.stats.Aggressive++
			continue
		}
		degree += int(outside)
		hash += scramble(x)
		list[kept] = x
		kept++
	}
	return kept, degree, hash
}

// scramble spreads the index i over 32 bits, so that the sums of different
// sets differ in almost all cases, foremost in their high bits.
func scramble(i int32) uint32 {
	x := uint32(i)
	return x * (x ^ 0x9e3779b9)
}

// eliminateWith absorbs the variable v into the element me, which is m: its
// columns follow those of me, with the same neighbours.
func (a *amd) eliminateWith(me int32, m, v *node) {
	nv := -v.nv
	v.start, v.nv, v.elems = flip(me), 0, -1
	m.degree -= nv
	m.nv -= nv // both are negated
	a.eliminated += int(nv)
	a.stats.Mass += int(nv)
}

// finishElement puts the variables of me back into degree lists, with degrees
// that are bounds now, drops the others from the list of me, and counts the
// columns of me.
func (a *amd) finishElement(me int32) {
	nodes := a.nodes
	m := &nodes[me]
	list := a.adj[m.start : m.start+m.length]
	left := int32(a.n - a.eliminated)
	kept, minDegree := 0, a.minDegree
	for _, i := range list {
		v := &nodes[i]
		if v.nv == 0 {
			continue
		}
		nv := -v.nv
		v.nv = nv
		v.degree = int32(min(int(v.degree)+int(m.degree-nv), int(left-nv)))
		minDegree = min(minDegree, v.degree)
		a.insert(i, v)
		list[kept] = i
		kept++
	}
	a.minDegree = minDegree
	m.nv = -m.nv
	if m.start+m.length == a.free {
		a.free = m.start + int32(kept)
	}
	m.length = int32(kept)
	if kept == 0 {
		m.start, m.mark = -1, 0
	}
	a.stats.Pivots++
	a.countColumns(int(m.nv), int(m.degree)+a.stats.Dense)
}

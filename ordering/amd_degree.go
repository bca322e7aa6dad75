package ordering

// setDifferences finds, for every element e with variables in common with me,
// the weight of Le \ Lme, the vertices that are in e and not in me.
//
// Afterwards nodes[e].mark - a.mark is that weight if e has a variable in
// common with me; the marks of all other nodes are smaller than a.mark. With
// aggressive absorption an e with weight 0 is absorbed into me.
//
// The new mark is chosen without branches, which would be taken at random.
func (a *amd) setDifferences(me int32) {
	nodes, adj, mark := a.nodes, a.adj, a.mark
	m := &nodes[me]
	for _, i := range adj[m.start : m.start+m.length] {
		v := &nodes[i]
		nv := -v.nv
		p := int(v.start)
		for end := p + int(v.elems); p < end; p++ {
			e := &nodes[adj[p]]
			old := e.mark
			weight := e.degree + mark
			if old >= mark {
				weight = old
			}
			weight -= nv
			if old == 0 {
				weight = 0
			}
			if weight == mark && a.aggressive {
				a.absorb(me, e)
				continue
			}
			e.mark = weight
		}
	}
}

// absorb absorbs the element e into me, of which it is a part.
func (a *amd) absorb(me int32, e *node) {
	e.start, e.mark = flip(me), 0
	a.stats.Aggressive++
}

// updateDegrees brings the variables of me up to date. From the list of each
// it drops absorbed nodes and what me covers, and puts me in front. It bounds
// the part of its external degree that lies outside me, and puts it into a
// hash bucket. A variable left with no neighbour outside me is eliminated with
// it.
func (a *amd) updateDegrees(me int32) {
	nodes, adj := a.nodes, a.adj
	m := &nodes[me]
	bucket, shift := a.openBuckets(int(m.length))
	for _, i := range adj[m.start : m.start+m.length] {
		v := &nodes[i]
		list := adj[v.start : v.start+v.length]
		elems, kept, degree, hash := prune(nodes, list, int(v.elems), a.mark)
		if kept == 0 && a.inClass(i) {
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
		if a.class != nil {
			hash += uint32(a.class[i])
		}
		hash *= 0x9e3779b1
		slot := &bucket[hash>>(shift&31)]
		first := *slot - 1
		v.next, v.prev = first, int32(hash)
		if first >= 0 && nodes[first].next < 0 {
			a.shared = append(a.shared, int32(hash>>(shift&31)))
		}
		*slot = i + 1
	}
}

// prune drops dead nodes and variables of the current element from the list of
// a variable, which has elems elements. It returns how many elements stay, how
// many nodes in all, the weight of what lies in them and not in the current
// element, and the sum of their numbers. It is not inlined so that its loops
// have the registers to themselves.
//
//go:noinline
func prune(nodes []node, list []int32, elems int, mark int32) (keptElems, kept, weight int, hash uint32) {
	head := list[:elems]
	for p := 0; p < len(head); p++ {
		x := uint32(head[p])
		outside := nodes[x].mark - mark
		head[kept] = int32(x)
		// Absorbed elements are dropped without a branch, which would be
		// taken at random.
		kept += int(uint32(^outside) >> 31)
		if outside < 0 {
			x = 0
		}
		outside = max(outside, 0)
		weight += int(uint32(outside))
		hash += x
	}
	keptElems = kept
	for p := elems; p < len(list); p++ {
		j := uint32(list[p])
		if nv := nodes[j].nv; nv > 0 {
			weight += int(uint32(nv))
			hash += j
			list[kept] = int32(j)
			kept++
		}
	}
	return keptElems, kept, weight, hash
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
// that are bounds now, but those of later classes into none. It drops what is
// no variable any more from the list of me, and counts the columns of me.
func (a *amd) finishElement(me int32) {
	nodes, head := a.nodes, a.head
	m := &nodes[me]
	list := a.adj[m.start : m.start+m.length]
	degree, left := int(m.degree), a.n-a.eliminated
	kept, least := 0, a.minDegree
	for _, i := range list {
		v := &nodes[i]
		if v.nv == 0 {
			continue
		}
		nv := int(-v.nv)
		v.nv = int32(nv)
		v.degree = int32(min(int(v.degree)+degree, left) - nv)
		list[kept] = i
		kept++
		if !a.inClass(i) {
			a.unlisted(i)
			continue
		}
		least = min(least, v.degree)
		link(nodes, head, i, v)
	}
	a.minDegree = least
	if m.start+m.length == a.free {
		a.free = m.start + int32(kept)
	}
	m.nv, m.length = -m.nv, int32(kept)
	if kept == 0 {
		m.start = -1
	}
	a.stats.Pivots++
	a.countColumns(int(m.nv), degree+a.stats.Dense)
}

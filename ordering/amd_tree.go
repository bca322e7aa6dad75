package ordering

import "github.com/nrkit/nrkit/sparsity"

// permutation returns the order of the vertices: a postorder of the assembly
// tree, with the vertices of each element together.
//
// It ends the life of the quotient graph. The parent of an element is still
// flip(start), and the size of its front flip(elems).
func (a *amd) permutation() sparsity.Perm {
	a.resolve()
	a.linkChildren()
	p := make(sparsity.Perm, a.n)
	placed := int32(0)
	for i := range a.nodes {
		if v := &a.nodes[i]; v.nv != 0 && v.start == -1 {
			placed = a.placeTree(p, int32(i), placed)
		}
	}
	a.placeAbsorbed(p, placed)
	return p
}

// resolve makes every absorbed variable point to the element that holds it, or
// nowhere if that is a dense row, and length -1 in all nodes.
func (a *amd) resolve() {
	nodes := a.nodes
	for i := range nodes {
		v := &nodes[i]
		v.length = -1
		if v.nv != 0 || v.start == -1 {
			continue
		}
		e := flip(v.start)
		for nodes[e].nv == 0 {
			e = flip(nodes[e].start)
		}
		// Shorten the way for those that come later.
		for v.nv == 0 && v.start != flip(e) {
			next := flip(v.start)
			v.start = flip(e)
			v = &nodes[next]
		}
	}
}

// linkChildren chains the children of each element, ascending: length is the
// first child and next the next sibling, -1 at the end.
func (a *amd) linkChildren() {
	nodes := a.nodes
	for i := len(nodes) - 1; i >= 0; i-- {
		v := &nodes[i]
		if v.nv == 0 || v.start == -1 {
			continue
		}
		first := &nodes[flip(v.start)].length
		v.next = *first
		*first = int32(i)
	}
}

// placeTree walks the tree of root in postorder, gives each element as many
// places in p as it has columns, from placed on, and itself the last of them.
// It leaves the first place of an element in degree, and returns the first
// place that is still free.
func (a *amd) placeTree(p sparsity.Perm, root, placed int32) int32 {
	nodes := a.nodes
	for i := root; ; {
		v := &nodes[i]
		for v.length >= 0 { // down to a leaf
			a.largestLast(v)
			i = v.length
			v = &nodes[i]
		}
		for { // up to the first node with a sibling
			v.degree = placed
			placed += v.nv
			p[placed-1] = i
			if i == root {
				return placed
			}
			if v.next >= 0 {
				i = v.next
				break
			}
			i = flip(v.start)
			v = &nodes[i]
		}
	}
}

// largestLast moves the child of v with the largest front to the end of its
// chain, the last one if there are several.
func (a *amd) largestLast(v *node) {
	nodes := a.nodes
	if nodes[v.length].next < 0 {
		return
	}
	var largest, before, last *node
	link, front := int32(-1), int32(-1)
	for c := v.length; c >= 0; c = last.next {
		w := &nodes[c]
		if size := flip(w.elems); size >= front {
			largest, before, link, front = w, last, c, size
		}
		last = w
	}
	if largest == last {
		return
	}
	if before == nil {
		v.length = largest.next
	} else {
		before.next = largest.next
	}
	last.next, largest.next = link, -1
}

// placeAbsorbed places the absorbed variables before their elements, ascending,
// and the dense rows from next on.
func (a *amd) placeAbsorbed(p sparsity.Perm, next int32) {
	nodes := a.nodes
	for i := range nodes {
		v := &nodes[i]
		if v.nv != 0 {
			continue
		}
		at := &next
		if v.start != -1 {
			at = &nodes[flip(v.start)].degree
		}
		p[*at] = int32(i)
		*at++
	}
}

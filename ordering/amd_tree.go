package ordering

import "github.com/nrkit/nrkit/sparsity"

// permutation returns the order of the vertices: a postorder of the assembly
// tree, with the vertices of each element together.
//
// It ends the life of the quotient graph. The nodes become those of the tree:
// start is the parent, an element or -1; for elements, elems is the size of
// the front; for absorbed variables start is the element that holds them.
func (a *amd) permutation() sparsity.Perm {
	nodes := a.nodes
	for i := range nodes {
		v := &nodes[i]
		v.start, v.elems = flip(v.start), flip(v.elems)
	}
	for i := range nodes {
		if nodes[i].nv == 0 {
			a.resolve(int32(i))
		}
	}
	return a.place(a.linkChildren())
}

// resolve lets the variables on the way from variable i to the element that
// holds it point to that element. Dense rows have none.
func (a *amd) resolve(i int32) {
	nodes := a.nodes
	e := nodes[i].start
	if e < 0 {
		return
	}
	for nodes[e].nv == 0 {
		e = nodes[e].start
	}
	for nodes[i].nv == 0 {
		i, nodes[i].start = nodes[i].start, e
	}
}

// linkChildren chains the children of each element: length is the first child
// and next the next sibling, -1 at the end. They ascend, but for the child with
// the largest front, the last such one, which is put last. It returns the
// first root; roots are chained by next, ascending.
func (a *amd) linkChildren() int32 {
	nodes := a.nodes
	for i := range nodes {
		nodes[i].length = -1
	}
	root := int32(-1)
	for i := len(nodes) - 1; i >= 0; i-- {
		v := &nodes[i]
		if v.nv == 0 {
			continue
		}
		chain := &root
		if v.start >= 0 {
			chain = &nodes[v.start].length
		}
		v.next = *chain
		*chain = int32(i)
	}
	for i := range nodes {
		if v := &nodes[i]; v.nv > 0 && v.length >= 0 {
			a.largestLast(v)
		}
	}
	return root
}

// largestLast moves the child of v with the largest front to the end.
func (a *amd) largestLast(v *node) {
	nodes := a.nodes
	largest, beforeLargest, size := int32(-1), int32(-1), int32(-1)
	last := int32(-1)
	for c := v.length; c >= 0; c = nodes[c].next {
		if nodes[c].elems >= size {
			largest, beforeLargest, size = c, last, nodes[c].elems
		}
		last = c
	}
	if largest == last {
		return
	}
	if beforeLargest < 0 {
		v.length = nodes[largest].next
	} else {
		nodes[beforeLargest].next = nodes[largest].next
	}
	nodes[last].next = largest
	nodes[largest].next = -1
}

// place walks the trees in postorder and returns the order of the vertices:
// those absorbed into an element ascending, then the element itself. Dense rows
// follow, ascending.
func (a *amd) place(root int32) sparsity.Perm {
	nodes := a.nodes
	next := int32(0) // the first free place
	for root >= 0 {
		i := root
		for nodes[i].length >= 0 {
			i = nodes[i].length
		}
		for {
			v := &nodes[i]
			v.degree = next
			next += v.nv
			if i == root {
				root = v.next
				break
			}
			i = v.start
			if v.next >= 0 {
				for i = v.next; nodes[i].length >= 0; {
					i = nodes[i].length
				}
			}
		}
	}
	p := make(sparsity.Perm, len(nodes))
	for i := range nodes {
		v := &nodes[i]
		if v.nv > 0 {
			continue
		}
		at := &next
		if v.start >= 0 {
			at = &nodes[v.start].degree
		}
		p[*at] = int32(i)
		*at++
	}
	for i := range nodes {
		if v := &nodes[i]; v.nv > 0 {
			p[v.degree] = int32(i)
		}
	}
	return p
}

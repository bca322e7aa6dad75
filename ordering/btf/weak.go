package btf

import "github.com/nrkit/nrkit/sparsity"

// WeakComponents returns the connected components of the graph of A+Aᵀ for a
// square pattern, and of the bipartite graph of rows and columns for another.
//
// Node i is row and column i of a square pattern. Otherwise node i is row i
// and node Rows+j column j. Components are numbered in the order of their
// first nodes.
//
// Method: union–find with path halving; the search ends early when all is one
// component.
//
// Shapes: a is any m×n; rows may be unsorted, duplicates are harmless. a is
// not modified and shares no memory with the result.
//
// Cost: O(|a| log n) worst case, near O(|a|) in practice.
//
// a must satisfy Check.
func WeakComponents(a *sparsity.Pattern) Components {
	u := newUnion(a.Rows)
	first := 0
	if !a.Square() {
		u = newUnion(a.Rows + a.Cols)
		first = a.Rows
	}
	for j := range a.Cols {
		u.join(int32(first+j), a.Col(j))
		if u.sets <= 1 {
			break
		}
	}
	return u.components()
}

// A union is a family of disjoint sets. up[v] is v for the least element of a
// set and an element that is less than v otherwise.
type union struct {
	up   []int32
	sets int
}

// newUnion returns n sets of one element each.
func newUnion(n int) *union { return &union{up: sparsity.Identity(n), sets: n} }

// find returns the least element of the set of v.
func (u *union) find(v int32) int32 {
	up := u.up
	for p := up[v]; p != v; p = up[v] {
		q := up[p]
		up[v] = q
		v = q
	}
	return v
}

// join makes the sets of v and of the elements of list one.
func (u *union) join(v int32, list []int32) {
	root := u.find(v)
	for _, w := range list {
		r := u.find(w)
		if r == root {
			continue
		}
		u.sets--
		u.up[max(r, root)] = min(r, root)
		root = min(r, root)
	}
}

// components numbers the sets. u is of no use afterwards.
func (u *union) components() Components {
	count := int32(0)
	for v, p := range u.up {
		if int(p) == v {
			u.up[v] = count
			count++
		} else {
			u.up[v] = u.up[p] // p < v has its number
		}
	}
	return Components{Count: int(count), Of: u.up}
}

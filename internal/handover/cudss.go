package handover

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// leafRows is the number of rows that a part should at least have on average, and
// fewestLevels and mostLevels are the limits of the number of levels.
const (
	leafRows     = 64
	fewestLevels = 2
	mostLevels   = 10
)

// writeCuDSS writes a user permutation and its partition tree.
func writeCuDSS(w *writer, a *sparsity.Pattern, o *Order) {
	levels := fewestLevels
	for levels < mostLevels && leafRows<<levels <= a.Cols {
		levels++
	}
	p, sizes := partition(a, o.Cols, levels)
	w.head("cudss", o)
	w.number("nd_nlevels", levels)
	array(w, "user_perm", p, 0)
	array(w, "tree", sizes, 0)
}

// partition returns an order with the filled graph of p, and the sizes of the parts of
// a complete binary tree with the number of levels. The order has first the parts at the
// leaves, then the separators above them level by level, and the root at the end. No
// entry of A+Aᵀ joins two parts unless one is above the other in the tree.
//
// Method: a part takes the columns of its elimination trees from the root on until they
// branch; the subtrees then go to the two halves, the largest first, each to the half
// with fewer columns. A leaf takes whole subtrees.
func partition(a *sparsity.Pattern, p sparsity.Perm, levels int) (sparsity.Perm, []int32) {
	g := etree.Permuted(sparsity.Symmetrize(a), p)
	t := etree.Symmetric(g)
	d := &division{levels: levels, size: make([]int32, len(p)), part: make([]int32, len(p))}
	d.children = make([][]int32, len(p))
	var roots []int32
	for j, q := range t.Parent {
		d.size[j]++
		d.part[j] = -1
		if q < 0 {
			roots = append(roots, int32(j))
			continue
		}
		d.size[q] += d.size[j]
		d.children[q] = append(d.children[q], int32(j))
	}
	d.divide(roots, 0, 0)
	sizes := make([]int32, 1<<levels-1)
	for j := len(p) - 1; j >= 0; j-- {
		if d.part[j] < 0 { // inside a leaf, below its roots
			d.part[j] = d.part[t.Parent[j]]
		}
		sizes[d.part[j]]++
	}
	place := slices.Clone(sizes) // where the next column of each part goes
	var next int32
	for k, n := range sizes {
		place[k], next = next, next+n
	}
	q := make(sparsity.Perm, len(p))
	for j, i := range p {
		q[place[d.part[j]]] = i
		place[d.part[j]]++
	}
	return q, sizes
}

// A division is the state of partition.
type division struct {
	levels   int
	size     []int32   // columns of each subtree
	children [][]int32 // of each column
	part     []int32   // of each column; -1: as its parent
}

// divide gives the trees with the roots to the subtree of parts at a depth, whose first
// part is the one with a number among the parts of that depth.
func (d *division) divide(roots []int32, depth, number int) {
	index := int32(1<<d.levels - 1<<(depth+1) + number)
	if depth == d.levels-1 {
		for _, j := range roots {
			d.part[j] = index
		}
		return
	}
	for len(roots) == 1 {
		d.part[roots[0]] = index
		roots = d.children[roots[0]]
	}
	roots = slices.Clone(roots)
	slices.SortStableFunc(roots, func(i, j int32) int { return int(d.size[j] - d.size[i]) })
	var half [2][]int32
	var columns [2]int32
	for _, j := range roots {
		k := 0
		if columns[1] < columns[0] {
			k = 1
		}
		half[k] = append(half[k], j)
		columns[k] += d.size[j]
	}
	d.divide(half[0], depth+1, 2*number)
	d.divide(half[1], depth+1, 2*number+1)
}

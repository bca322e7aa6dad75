package supernode

import "github.com/nrkit/nrkit/etree"

// A Partition divides the columns 0..n-1 into supernodes of consecutive
// columns. Supernode s has the columns Start[s] to Start[s+1]-1; Start has one
// element more than there are supernodes, the first is 0 and the last n.
//
// Rows[s] is the number of rows of the panel of s: the entries of its first column,
// with the diagonal and the zeros that merging put into the column. A column that is
// c places further right has c rows fewer.
type Partition struct {
	Start []int32
	Rows  []int32
}

// Len returns the number of supernodes.
func (p Partition) Len() int { return len(p.Rows) }

// Columns returns the number of columns that p divides.
func (p Partition) Columns() int { return int(p.Start[len(p.Rows)]) }

// Width returns the number of columns of supernode s.
func (p Partition) Width(s int) int { return int(p.Start[s+1] - p.Start[s]) }

// Entries returns the number of entries that the panel of supernode s stores:
// a triangle and a rectangle below it.
func (p Partition) Entries(s int) int64 {
	w, r := int64(p.Width(s)), int64(p.Rows[s])
	return w*(w+1)/2 + w*(r-w)
}

// Of returns the supernode of each column.
func (p Partition) Of() []int32 {
	of := make([]int32, p.Columns())
	for s := range p.Rows {
		for j := p.Start[s]; j < p.Start[s+1]; j++ {
			of[j] = int32(s)
		}
	}
	return of
}

// Tree returns the assembly tree: the parent of a supernode is the supernode
// that holds the parent of its last column in t, which must be the tree that p
// was made from.
//
// It panics if t has another number of columns than p.
func (p Partition) Tree(t etree.Tree) etree.Tree {
	if t.Len() != p.Columns() {
		panic(errTree)
	}
	of := p.Of()
	parent := make([]int32, p.Len())
	for s := range parent {
		parent[s] = -1
		if up := t.Parent[p.Start[s+1]-1]; up >= 0 {
			parent[s] = of[up]
		}
	}
	return etree.Tree{Parent: parent}
}

// Sums adds up weight, given by column, over the columns of each supernode.
// It panics if there is not one weight for each column.
func (p Partition) Sums(weight []float64) []float64 {
	if len(weight) != p.Columns() {
		panic(errTree)
	}
	sums := make([]float64, p.Len())
	for s := range sums {
		for _, w := range weight[p.Start[s]:p.Start[s+1]] {
			sums[s] += w
		}
	}
	return sums
}

package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// A structure is where the entries of the rows of U are right of the diagonal.
// For the tree of A+Aᵀ these are also the entries of the columns of L below it.
//
// Columns of a chain of the tree whose structures are one and the same, but for
// the columns of the chain, share one list: the list of the first column, in which the
// columns of the chain come first. So memory is as for compressed subscripts [1],
// which on large matrices is far less than L.
//
// [1] A. H. Sherman, Yale Research Report 46, 1975.
type structure struct {
	at     []int64 // start of the list of each column
	counts []int32 // entries of each column, with the diagonal
	lists  []int32
}

// of returns the columns right of the diagonal in row k of U, in no order.
func (s *structure) of(k int) []int32 { return s.lists[s.at[k] : s.at[k]+int64(s.counts[k])-1] }

// structureOf returns the structure of f.
//
// Method: symbolic factorization of the first column of each chain, by its own
// entries in the matrix and the lists of its children; each list is read once by
// its parent. Cost: O(|A| + n + the lists).
func structureOf(f *factor) *structure {
	tree, n := f.tree, f.tree.Len()
	s := &structure{at: make([]int64, n), counts: f.upper}
	chained, follows := chains(tree, f.upper)
	child, next := childLists(tree)
	own := f.entries()
	mark := make([]int32, n) // the last column in whose list each one is, counted from 1
	for h := range int32(n) {
		if follows[h] {
			continue
		}
		s.at[h] = int64(len(s.lists))
		for k := h; chained[k]; {
			k = tree.Parent[k]
			mark[k] = h + 1
			s.lists = append(s.lists, k)
			s.at[k] = int64(len(s.lists))
		}
		add := func(columns []int32) {
			for _, k := range columns {
				if k > h && mark[k] != h+1 {
					mark[k] = h + 1
					s.lists = append(s.lists, k)
				}
			}
		}
		own(h, add)
		for c := child[h]; c >= 0; c = next[c] {
			add(s.of(int(c)))
		}
	}
	return s
}

// chains links columns to their parents where the structure of the parent is all
// that follows the parent in the structure of the column. Of several such children
// the first is linked.
// It returns which columns are linked to their parent, and which to a child.
func chains(t etree.Tree, counts []int32) (chained, follows []bool) {
	chained, follows = make([]bool, t.Len()), make([]bool, t.Len())
	for j, p := range t.Parent {
		if p >= 0 && counts[j] == counts[p]+1 && !follows[p] {
			chained[j], follows[p] = true, true
		}
	}
	return chained, follows
}

// childLists returns for each node its first child, and for each child the next
// one, or -1.
func childLists(t etree.Tree) (child, next []int32) {
	child, next = make([]int32, t.Len()), make([]int32, t.Len())
	for j := range child {
		child[j] = -1
	}
	for j := t.Len() - 1; j >= 0; j-- {
		if p := t.Parent[j]; p >= 0 {
			child[p], next[j] = int32(j), child[p]
		}
	}
	return child, next
}

// entries returns a function that hands on what row h of U has before fill: its
// column of A+Aᵀ; or, for the column tree, the columns of the rows of A whose first
// column it is, since the columns of a row are all joined.
func (f *factor) entries() func(h int32, add func(columns []int32)) {
	if f.columns == nil {
		return func(h int32, add func(columns []int32)) { add(f.graph.Col(int(h))) }
	}
	rows := sparsity.Transpose(f.columns)
	first := sparsity.NewPattern(rows.Cols, f.columns.Cols) // rows by their first column
	for i := range rows.Cols {
		if columns := rows.Col(i); len(columns) > 0 {
			first.ColPtr[columns[0]+1]++
		}
	}
	for j := range first.Cols {
		first.ColPtr[j+1] += first.ColPtr[j]
	}
	first.RowIdx = make([]int32, first.ColPtr[first.Cols])
	at := append([]int64(nil), first.ColPtr...)
	for i := range rows.Cols {
		if columns := rows.Col(i); len(columns) > 0 {
			first.RowIdx[at[columns[0]]] = int32(i)
			at[columns[0]]++
		}
	}
	return func(h int32, add func(columns []int32)) {
		for _, i := range first.Col(int(h)) {
			add(rows.Col(int(i)))
		}
	}
}

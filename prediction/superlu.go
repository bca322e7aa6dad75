package prediction

import (
	"slices"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A SuperLUFactors has the counts of what SuperLU stores and does in its symmetric mode
// with pivots from the diagonal.
type SuperLUFactors struct {
	L          int64   `json:"l"`          // entries of L, with the diagonal and the zeros of relaxed supernodes
	U          int64   `json:"u"`          // entries of U, with the diagonal and the zeros of relaxed supernodes
	Flops      float64 `json:"flops"`      // flops of the factorization
	Supernodes int64   `json:"supernodes"` // runs of columns of L with one structure
	Segments   int64   `json:"segments"`   // updates of a column by a supernode
}

// relaxedColumns is the largest subtree that SuperLU makes a supernode: sp_ienv(2).
const relaxedColumns = 10

// longestSupernode is the most columns of a supernode of SuperLU: sp_ienv(3).
const longestSupernode = 200

// addSuperLU counts the factors of SuperLU for the permuted matrix. If the structure
// has too many entries, the counts of the whole matrix and of the panels stand for it.
//
// Method: leaf subtrees of the column tree become relaxed supernodes, all columns of
// which get the rows of their union (heap_relax_snode.c, dsnode_dfs.c). The structure
// of the other columns follows from these.
func (f *Features) addSuperLU(p *parts, o Options) {
	w := f.Whole
	f.SuperLU = SuperLUFactors{L: max(w.L, f.PanelEntries), U: w.U, Flops: w.Flops, Supernodes: f.Panels, Segments: w.Updates}
	if f.beyond(o) {
		return
	}
	whole, _ := p.form()
	united, starts := unite(whole)
	s, err := symbolic.StructureOf(united, o.limit(), o.Stop)
	if err != nil {
		return
	}
	f.SuperLU = SuperLUFactors{}
	f.SuperLU.count(s, starts)
}

// unite returns a with the same rows in all columns of a relaxed supernode, and for each
// column the first column of its relaxed supernode, -1 without one.
func unite(a *sparsity.Pattern) (united *sparsity.Pattern, first []int32) {
	first = relaxed(etree.Column(a))
	united = &sparsity.Pattern{Rows: a.Rows, Cols: a.Cols, ColPtr: make([]int64, 1, a.Cols+1), RowIdx: make([]int32, 0, len(a.RowIdx))}
	var rows []int32
	for j := 0; j < a.Cols; {
		end := j + 1
		for first[j] >= 0 && end < a.Cols && first[end] == first[j] {
			end++
		}
		rows = append(rows[:0], a.RowIdx[a.ColPtr[j]:a.ColPtr[end]]...)
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[end]] {
			if first[i] >= 0 && first[i] != first[j] {
				rows = append(rows, first[i]) // a column that meets a relaxed supernode has all its rows
			}
		}
		slices.Sort(rows)
		rows = slices.Compact(rows)
		for ; j < end; j++ {
			united.RowIdx = append(united.RowIdx, rows...)
			united.ColPtr = append(united.ColPtr, int64(len(united.RowIdx)))
		}
	}
	return united, first
}

// relaxed returns for each column the first column of its relaxed supernode, -1 without
// one. The supernodes are largest subtrees of at most relaxedColumns columns, if the
// columns are next to each other; otherwise the leaves of such a subtree.
func relaxed(t etree.Tree) []int32 {
	first := make([]int32, t.Len())
	for j := range first {
		first[j] = -1
	}
	post := t.Postorder()
	size := t.SubtreeSizes()
	for k := 0; k < len(post); {
		start, j := k, post[k] // a leaf
		for up := t.Parent[j]; up >= 0 && size[up] <= relaxedColumns; up = t.Parent[j] {
			j = up
		}
		k = start + int(size[j])
		columns := post[start:k]
		if low := slices.Min(columns); int(j-low) == k-1-start {
			for _, c := range columns {
				first[c] = low
			}
		} else {
			for _, c := range columns {
				if size[c] == 1 {
					first[c] = c
				}
			}
		}
		for k < len(post) && size[post[k]] > 1 {
			k++
		}
	}
	return first
}

// count counts entries, supernodes and updates of a structure.
func (c *SuperLUFactors) count(s *symbolic.LUStructure, relaxed []int32) {
	n := s.L.Cols
	rows := make([]int64, n)
	for _, i := range s.U.RowIdx {
		rows[i]++
	}
	of := supernodesOf(s.L, relaxed)
	for j := range n {
		l := s.L.ColPtr[j+1] - s.L.ColPtr[j]
		c.L, c.U = c.L+l+1, c.U+rows[j]+1
		c.Flops += 2*float64(l)*float64(rows[j]) + float64(l)
	}
	if n > 0 {
		c.Supernodes = int64(of[n-1]) + 1
	}
	seen := make([]int32, n)
	for j := range int32(n) {
		for _, i := range s.U.Col(int(j)) {
			if k := of[i]; k != of[j] && seen[k] != j+1 {
				seen[k] = j + 1
				c.Segments++
			}
		}
	}
}

// supernodesOf returns the number of the supernode of each column. A column continues the
// supernode before it if it has the same rows but one.
func supernodesOf(l *sparsity.Pattern, relaxed []int32) []int32 {
	of := make([]int32, l.Cols)
	seen := make([]int32, l.Cols)
	start, number := 0, int32(-1)
	for j := range l.Cols {
		switch {
		case j > 0 && relaxed[j] >= 0 && relaxed[j] == relaxed[j-1]:
		case j > 0 && relaxed[j] < 0 && relaxed[j-1] < 0 && j-start < longestSupernode && continues(l, seen, j):
		default:
			start = j
			number++
		}
		of[j] = number
		for _, i := range l.Col(j) {
			seen[i] = int32(j) + 1
		}
	}
	return of
}

// continues reports whether column j of L has the rows of the column before it, but for
// row j. seen holds 1 + the last column before j that has a row.
func continues(l *sparsity.Pattern, seen []int32, j int) bool {
	if len(l.Col(j-1)) != len(l.Col(j))+1 {
		return false
	}
	for _, i := range l.Col(j) {
		if seen[i] != int32(j) {
			return false
		}
	}
	return true
}

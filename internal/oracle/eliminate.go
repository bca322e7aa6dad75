package oracle

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A Factor is the structure of a Cholesky factor L: Rows[j] are the rows of
// column j below the diagonal, ascending.
type Factor struct {
	Rows [][]int32
}

// Eliminate plays the elimination game on the graph of A+Aᵀ, in the order of
// the columns: eliminating a node joins all its neighbours that are left.
func Eliminate(a *sparsity.Pattern) Factor {
	adjacent := make([]map[int32]bool, a.Cols)
	for j := range adjacent {
		adjacent[j] = map[int32]bool{}
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) != j {
				adjacent[j][i], adjacent[i][int32(j)] = true, true
			}
		}
	}
	f := Factor{make([][]int32, a.Cols)}
	for j := range adjacent {
		for i := range adjacent[j] {
			delete(adjacent[i], int32(j))
			f.Rows[j] = append(f.Rows[j], i)
		}
		slices.Sort(f.Rows[j])
		for _, u := range f.Rows[j] {
			for _, v := range f.Rows[j] {
				if u != v {
					adjacent[u][v] = true
				}
			}
		}
	}
	return f
}

// Parent returns the elimination tree: the first row of each column below the
// diagonal, or -1.
func (f Factor) Parent() []int32 {
	parent := make([]int32, len(f.Rows))
	for j, rows := range f.Rows {
		parent[j] = -1
		if len(rows) > 0 {
			parent[j] = rows[0]
		}
	}
	return parent
}

// ColumnCounts returns the entries of each column, the diagonal included.
func (f Factor) ColumnCounts() []int32 {
	counts := make([]int32, len(f.Rows))
	for j, rows := range f.Rows {
		counts[j] = int32(len(rows)) + 1
	}
	return counts
}

// RowCounts returns the entries of each row, the diagonal included.
func (f Factor) RowCounts() []int32 {
	counts := make([]int32, len(f.Rows))
	for j, rows := range f.Rows {
		counts[j]++
		for _, i := range rows {
			counts[i]++
		}
	}
	return counts
}

// Lower returns the factor as a pattern, the diagonal included.
func (f Factor) Lower() *sparsity.Pattern {
	l := sparsity.NewPattern(len(f.Rows), len(f.Rows))
	for j, rows := range f.Rows {
		l.RowIdx = append(append(l.RowIdx, int32(j)), rows...)
		l.ColPtr[j+1] = int64(len(l.RowIdx))
	}
	return l
}

// Normal returns the pattern of AᵀA by comparing all pairs of columns.
func Normal(a *sparsity.Pattern) *sparsity.Pattern {
	in := make([]map[int32]bool, a.Cols)
	for j := range in {
		in[j] = map[int32]bool{}
		for _, i := range a.Col(j) {
			in[j][i] = true
		}
	}
	b := sparsity.NewPattern(a.Cols, a.Cols)
	for j := range in {
		for i := range in {
			if meet(in[i], in[j]) {
				b.RowIdx = append(b.RowIdx, int32(i))
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

func meet(a, b map[int32]bool) bool {
	for x := range a {
		if b[x] {
			return true
		}
	}
	return false
}

package oracle

import "github.com/nrkit/nrkit/sparsity"

// LUStructure returns the structure of the factors of a dense array that is eliminated
// with pivots from the diagonal, each taken to be nonzero: L by columns with
// its diagonal, and U by columns with its diagonal.
func LUStructure(a *sparsity.Pattern) (l, u *sparsity.Pattern) {
	n := a.Cols
	in := make([][]bool, n)
	for i := range in {
		in[i] = make([]bool, n)
		in[i][i] = true
	}
	for j := range n {
		for _, i := range a.Col(j) {
			in[i][j] = true
		}
	}
	for k := range n {
		for i := k + 1; i < n; i++ {
			for j := k + 1; j < n; j++ {
				in[i][j] = in[i][j] || in[i][k] && in[k][j]
			}
		}
	}
	l, u = sparsity.NewPattern(n, n), sparsity.NewPattern(n, n)
	for j := range n {
		for i := range n {
			if in[i][j] && i >= j {
				l.RowIdx = append(l.RowIdx, int32(i))
			}
			if in[i][j] && i <= j {
				u.RowIdx = append(u.RowIdx, int32(i))
			}
		}
		l.ColPtr[j+1], u.ColPtr[j+1] = int64(len(l.RowIdx)), int64(len(u.RowIdx))
	}
	return l, u
}

// SolveLevels returns for each row of a triangular matrix, given by columns,
// the most rows that wait for each other before it. It looks for rows that can
// be done until all are.
func SolveLevels(triangle *sparsity.Pattern) []int {
	n := triangle.Cols
	needs := make([][]int, n)
	for j := range n {
		for _, i := range triangle.Col(j) {
			if int(i) != j {
				needs[i] = append(needs[i], j)
			}
		}
	}
	level := make([]int, n)
	done := make([]bool, n)
	for round, left := 0, n; left > 0; round++ {
		var ready []int
		for i := range n {
			ok := !done[i]
			for _, j := range needs[i] {
				ok = ok && done[j]
			}
			if ok {
				ready = append(ready, i)
			}
		}
		for _, i := range ready {
			done[i] = true
			level[i] = round
		}
		left -= len(ready)
	}
	return level
}

// Widths counts the elements of each level.
func Widths(level []int) []int {
	var count []int
	for _, l := range level {
		for len(count) <= l {
			count = append(count, 0)
		}
		count[l]++
	}
	return count
}

// PivotedStructure returns the structure of L and U of a dense array under one choice
// of row pivots: choose is given the rows that have an entry in the column in
// hand and returns one of them. The columns of l hold rows of a. A column in
// which no row is left has an empty column in l and no pivot.
func PivotedStructure(a *sparsity.Pattern, choose func(rows []int32) int32) (l [][]int32, u []map[int]bool) {
	live := make([]map[int]bool, a.Rows)
	for i := range live {
		live[i] = map[int]bool{}
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			live[i][j] = true
		}
	}
	l, u = make([][]int32, a.Cols), make([]map[int]bool, a.Cols)
	for k := range a.Cols {
		u[k] = map[int]bool{}
		var rows []int32
		for i, row := range live {
			if row[k] {
				rows = append(rows, int32(i))
			}
		}
		if len(rows) == 0 {
			continue
		}
		l[k] = rows
		pivot := choose(rows)
		u[k], live[pivot] = live[pivot], nil
		for _, i := range rows {
			if i == pivot {
				continue
			}
			for j := range u[k] {
				live[i][j] = true
			}
			delete(live[i], k)
		}
	}
	return l, u
}

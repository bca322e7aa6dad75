package oracle

import "github.com/nrkit/nrkit/sparsity"

// Householder eliminates the columns of a in order and returns the rows that
// take part in each step, which are the sizes of the columns of V, and the
// number of rows V has.
//
// Step j takes all rows that start at column j. One of them becomes row j of R,
// with the structure that the Cholesky factor of AᵀA has there; the others keep
// that structure too, without column j. A step that finds no row makes one.
func Householder(a *sparsity.Pattern) (counts []int32, rows int) {
	live := make([]map[int32]bool, a.Rows)
	for i := range live {
		live[i] = map[int32]bool{}
	}
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			live[i][int32(j)] = true
		}
	}
	r := Eliminate(Normal(a)).Rows
	rows = a.Rows
	counts = make([]int32, a.Cols)
	for j := range counts {
		var active []int
		for i, row := range live {
			if row[int32(j)] {
				active = append(active, i)
			}
		}
		counts[j] = int32(len(active))
		if len(active) == 0 {
			counts[j] = 1
			rows++
			continue
		}
		for _, i := range active[1:] {
			live[i] = map[int32]bool{}
			for _, c := range r[j] {
				live[i][c] = true
			}
		}
		live[active[0]] = nil
	}
	return counts, rows
}

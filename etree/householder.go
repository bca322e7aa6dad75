package etree

import "github.com/nrkit/nrkit/sparsity"

// HouseholderCounts returns the number of nonzeros of each column of V, the
// Householder vectors of A = QR, and the number of rows V has. Their sum is
// |V|, and bounds |L| of LU with any choice of row pivots.
//
// If no row is left for a column, the column gets a row of its own, so that every
// column has at least one entry. rows is a.Rows plus the number of these rows. It
// differs from a.Rows only if a is structurally rank deficient or has fewer rows
// than columns.
//
// Method: George, Liu and Ng [1]: a row enters at the leftmost column it has
// an entry in; column j keeps one of the rows that reach it and passes the
// others on to its parent.
//
// Shapes: a is m×n, t its tree from [Column]; rows may be unsorted, duplicates
// are harmless. Nothing is modified. Cost: O(|a| + m + n).
//
// It panics if the sizes differ.
//
// [1] A. George, J. W. H. Liu, E. G. Ng, SIAM J. Sci. Stat. Comput.
// 9(1):100–121, 1988.
func HouseholderCounts(a *sparsity.Pattern, t Tree) (counts []int32, rows int) {
	if len(t.Parent) != a.Cols {
		panic(errTreeSize)
	}
	counts = make([]int32, a.Cols)
	rows = a.Rows
	seen := make([]bool, a.Rows)
	for j, p := range t.Parent {
		for _, i := range a.Col(j) {
			if !seen[i] {
				seen[i] = true
				counts[j]++
			}
		}
		if counts[j] == 0 {
			counts[j] = 1
			rows++
		}
		if p >= 0 {
			counts[p] += counts[j] - 1
		}
	}
	return counts, rows
}

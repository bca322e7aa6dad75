package symbolic

import "github.com/nrkit/nrkit/sparsity"

// Envelope returns bandwidth and profile of A(rows, cols). The bandwidth is the
// largest |i-j| of an entry. The profile is the sum, over the rows i whose first
// entry lies left of the diagonal, of i minus the column of that entry. A nil
// permutation moves nothing.
//
// Cost: O(|a| + m + n). It panics if a length does not fit.
func Envelope(a *sparsity.Pattern, rows, cols sparsity.Perm) (bandwidth int, profile int64) {
	if rows != nil && len(rows) != a.Rows || cols != nil && len(cols) != a.Cols {
		panic(errOrder)
	}
	var place sparsity.Inverse // of each row
	if rows != nil {
		place = rows.Inverse()
	}
	// Columns come in ascending order, so a row's first entry is met first.
	seen := make([]bool, a.Rows)
	for k := range a.Cols {
		j := k
		if cols != nil {
			j = int(cols[k])
		}
		for _, i := range a.Col(j) {
			if place != nil {
				i = place[i]
			}
			d := int(i) - k
			if !seen[i] {
				seen[i] = true
				profile += int64(max(d, 0))
			}
			bandwidth = max(bandwidth, d, -d)
		}
	}
	return bandwidth, profile
}

// envelope returns Envelope of the matrix under ord. Where matrix and order are
// symmetric it reads g, the permuted graph, in one sweep without looking up
// where a row has gone.
func envelope(a, g *sparsity.Pattern, ord Order) (bandwidth int, profile int64) {
	if g == nil || ord.blocks() || !ord.symmetric() || g.NNZ()+diagonalEntries(a) != a.NNZ() {
		return Envelope(a, ord.Rows, ord.Cols)
	}
	for j := range g.Cols {
		first := int32(j) // of row j, which has the entries of column j
		for _, i := range g.Col(j) {
			first = min(first, i)
		}
		d := j - int(first)
		profile += int64(d)
		bandwidth = max(bandwidth, d) // the mirror of an entry right of the diagonal is left of it
	}
	return bandwidth, profile
}

// diagonalEntries counts the entries on the diagonal of a.
func diagonalEntries(a *sparsity.Pattern) int {
	count := 0
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if int(i) == j {
				count++
			}
		}
	}
	return count
}

package lu

import "github.com/nrkit/nrkit/sparsity"

// A fillLimit knows how many entries the columns that are not done have at
// least. The zero value sets no limit.
type fillLimit struct {
	most  int64   // entries that L, U and Off may have, the diagonal once
	least []int32 // entries of each column of the matrix, its pivot at least
	rest  int64   // of the columns that are not done
}

// newFillLimit returns the limit of so many entries for factors of a, the zero
// value for 0.
//
// Each position of a is an entry of L, U or Off, whatever the pivots; duplicates
// are one position.
func newFillLimit(a *sparsity.Pattern, most int64) fillLimit {
	if most == 0 {
		return fillLimit{}
	}
	f := fillLimit{most: most, least: make([]int32, a.Cols)}
	seen := make([]int32, a.Rows) // last column that the row was met in, plus one
	for j := range a.Cols {
		for _, i := range a.Col(j) {
			if seen[i] != int32(j)+1 {
				seen[i] = int32(j) + 1
				f.least[j]++
			}
		}
		f.least[j] = max(f.least[j], 1)
		f.rest += int64(f.least[j])
	}
	return f
}

// exceeded notes that column j of the matrix is at work, and reports whether the
// factors will be larger than the limit, where they have so many entries with it.
func (f *fillLimit) exceeded(j int32, entries int64) bool {
	if f.most == 0 {
		return false
	}
	f.rest -= int64(f.least[j])
	return entries+f.rest > f.most
}

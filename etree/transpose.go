package etree

import "github.com/nrkit/nrkit/sparsity"

// A pointer is a position in an array of row indices: 32 bits where they
// suffice, because a transposition moves through all pointers at random.
type pointer interface{ int32 | int64 }

// transposeUpper returns the transpose of the part of a above the diagonal:
// column j has the rows rows[ptr[j]:ptr[j+1]], ascending.
func transposeUpper[P pointer](a *sparsity.Pattern) (ptr []P, rows []int32) {
	ptr = make([]P, a.Cols+1)
	for j := range int32(a.Cols) {
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			if i < j {
				ptr[i]++
			}
		}
	}
	rows = make([]int32, endpoints(ptr))
	for j := int32(a.Cols) - 1; j >= 0; j-- {
		for _, i := range a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]] {
			if i < j {
				ptr[i]--
				rows[ptr[i]] = j
			}
		}
	}
	return ptr, rows
}

// endpoints replaces counts by their running sums and returns the last: ptr[i]
// becomes the end of list i. Filling the lists from their ends leaves ptr[i]
// at the start of list i, which is the end of list i-1.
func endpoints[P pointer](ptr []P) P {
	sum := P(0)
	for i, count := range ptr {
		sum += count
		ptr[i] = sum
	}
	return sum
}

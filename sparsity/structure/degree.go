package structure

import (
	"math/bits"

	"github.com/nrkit/nrkit/sparsity"
)

// Degrees describes how many entries rows, or columns, have.
type Degrees struct {
	Min    int     `json:"min"`
	Max    int     `json:"max"`
	Mean   float64 `json:"mean"`
	Median float64 `json:"median"`
	Empty  int     `json:"empty"`  // rows, or columns, without entries
	Argmax int     `json:"argmax"` // the first row, or column, with Max entries, from 0

	// Log2 counts them by the power of two: Log2[0] have no entry, Log2[k]
	// have at least 2^(k-1) and fewer than 2^k.
	Log2 []int `json:"log2_histogram"`
}

// RowDegrees returns the degrees of the rows of a; nil when a has no rows.
// Cost: O(|a| + rows).
func RowDegrees(a *sparsity.Pattern) *Degrees {
	count := make([]int32, a.Rows)
	for _, i := range a.RowIdx[:a.NNZ()] {
		count[i]++
	}
	return describe(count, a.Cols)
}

// ColDegrees returns the degrees of the columns of a; nil when a has none.
// Cost: O(cols).
func ColDegrees(a *sparsity.Pattern) *Degrees {
	count := make([]int32, a.Cols)
	for j := range count {
		count[j] = int32(a.ColPtr[j+1] - a.ColPtr[j])
	}
	return describe(count, a.Rows)
}

// describe summarises counts that are at most limit.
func describe(count []int32, limit int) *Degrees {
	if len(count) == 0 {
		return nil
	}
	d := &Degrees{Min: int(count[0]), Log2: make([]int, bits.Len(uint(limit))+1)}
	total, longest := int64(0), -1
	for k, c := range count {
		total += int64(c)
		d.Min = min(d.Min, int(c))
		if int(c) > longest {
			longest, d.Argmax = int(c), k
		}
		d.Log2[bits.Len32(uint32(c))]++
	}
	d.Max = longest
	d.Empty = d.Log2[0]
	d.Mean = float64(total) / float64(len(count))
	d.Median = medianOf(count, d.Max)
	d.Log2 = d.Log2[:bits.Len(uint(d.Max))+1]
	return d
}

// medianOf returns the median of counts that are at most limit, by counting.
func medianOf(count []int32, limit int) float64 {
	have := make([]int, limit+1)
	for _, c := range count {
		have[c]++
	}
	at := func(rank int) int {
		for v, n := range have {
			if rank < n {
				return v
			}
			rank -= n
		}
		return limit
	}
	n := len(count)
	return float64(at((n-1)/2)+at(n/2)) / 2
}

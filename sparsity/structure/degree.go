package structure

import (
	"math/bits"
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// DegreePair are the degrees of rows and columns; nil without rows or columns.
type DegreePair struct {
	Row *Degrees `json:"row,omitempty"` // entries per row; absent without rows
	Col *Degrees `json:"col,omitempty"` // entries per column; absent without columns
}

// Degrees describes how many entries rows, or columns, have. An entry on the
// diagonal counts like the others.
type Degrees struct {
	Min    int     `json:"min"`    // fewest entries of a row or column
	Max    int     `json:"max"`    // most entries of a row or column
	Mean   float64 `json:"mean"`   // mean number of entries
	Median float64 `json:"median"` // median number of entries
	Empty  int     `json:"empty"`  // number of rows or columns without entries
	Argmax int     `json:"argmax"` // first row or column with `max` entries, from 0

	// number of rows or columns with 0 entries, 1, 2 to 3, 4 to 7, … up to the
	// range of `max`
	Log2 []int `json:"log2_histogram"`
}

// colCounts returns the number of entries of each column.
func colCounts(a *sparsity.Pattern) []int32 {
	count := make([]int32, a.Cols)
	for j := range count {
		count[j] = int32(a.ColPtr[j+1] - a.ColPtr[j])
	}
	return count
}

// describe summarises counts that are at most limit; nil when there are none.
func describe(count []int32, limit int) *Degrees {
	if len(count) == 0 {
		return nil
	}
	d := &Degrees{Min: int(count[0]), Max: -1}
	// Nearly all counts are small: those are tallied one by one, the others by
	// their power of two only.
	var small [256]int
	log2 := make([]int, bits.Len(uint(limit))+1)
	total := int64(0)
	for k, c := range count {
		total += int64(c)
		if int(c) < len(small) {
			small[c]++
		} else {
			log2[bits.Len32(uint32(c))]++
		}
		if int(c) > d.Max {
			d.Max, d.Argmax = int(c), k
		}
		d.Min = min(d.Min, int(c))
	}
	for c, n := range small {
		if n > 0 {
			log2[bits.Len(uint(c))] += n
		}
	}
	d.Log2 = log2[:bits.Len(uint(d.Max))+1]
	d.Empty = d.Log2[0]
	d.Mean = float64(total) / float64(len(count))
	d.Median = medianOf(count, small[:])
	return d
}

// medianOf returns the median of counts, of which small[c] are equal to c and
// the rest larger than that.
func medianOf(count []int32, small []int) float64 {
	n := len(count)
	return float64(ranked(count, small, (n-1)/2)+ranked(count, small, n/2)) / 2
}

// ranked returns the count that stands at the given place in ascending order.
func ranked(count []int32, small []int, rank int) int {
	for c, n := range small {
		if rank < n {
			return c
		}
		rank -= n
	}
	var large []int32
	for _, c := range count {
		if int(c) >= len(small) {
			large = append(large, c)
		}
	}
	slices.Sort(large)
	return int(large[rank])
}

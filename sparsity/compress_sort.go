package sparsity

import "slices"

// A columnSorter sorts columns of a compressor one by one. It keeps its
// workspace between them.
type columnSorter struct {
	key    []uint64 // row<<32 | place in the column
	values []float64
}

// maxInsertion is the longest column that is sorted by insertion.
const maxInsertion = 32

// sort makes the rows of column j ascend strictly and sums duplicates in the
// order of their places. It returns how many entries are left, and how many of
// those that went were on the diagonal.
func (s *columnSorter) sort(c *compressor, j int) (left, diagonal int) {
	from, to := c.ptr[j], c.ptr[j+1]
	row := c.row[from:to]
	ascending, strict := true, true
	for k := 1; k < len(row); k++ {
		ascending = ascending && row[k-1] <= row[k]
		strict = strict && row[k-1] < row[k]
	}
	if strict {
		return len(row), 0
	}
	var re, im []float64
	if c.real {
		re = c.values[from:to]
	}
	if c.imag {
		im = c.imags[from:to]
	}
	if !ascending {
		if len(row) <= maxInsertion {
			insertionSort(row, re, im)
		} else {
			s.sortLong(row, re, im)
		}
	}
	return sumDuplicates(row, re, im, int32(j))
}

// insertionSort sorts row stably, and re and im with it unless nil.
func insertionSort(row []int32, re, im []float64) {
	for k := 1; k < len(row); k++ {
		for p := k; p > 0 && row[p-1] > row[p]; p-- {
			row[p-1], row[p] = row[p], row[p-1]
			if re != nil {
				re[p-1], re[p] = re[p], re[p-1]
			}
			if im != nil {
				im[p-1], im[p] = im[p], im[p-1]
			}
		}
	}
}

// sortLong does the same by sorting words of row and place.
func (s *columnSorter) sortLong(row []int32, re, im []float64) {
	s.key = s.key[:0]
	for k, i := range row {
		s.key = append(s.key, uint64(i)<<32|uint64(k))
	}
	slices.Sort(s.key)
	for k, x := range s.key {
		row[k] = int32(x >> 32)
	}
	s.gather(re)
	s.gather(im)
}

// gather reorders x as the keys were.
func (s *columnSorter) gather(x []float64) {
	if x == nil {
		return
	}
	s.values = append(s.values[:0], x...)
	for k, key := range s.key {
		x[k] = s.values[uint32(key)]
	}
}

// sumDuplicates sums the entries of equal rows, which are neighbours, in
// column j.
func sumDuplicates(row []int32, re, im []float64, j int32) (left, diagonal int) {
	last := 0
	for k := 1; k < len(row); k++ {
		if row[k] != row[last] {
			last++
			row[last] = row[k]
			if re != nil {
				re[last] = re[k]
			}
			if im != nil {
				im[last] = im[k]
			}
			continue
		}
		if row[k] == j {
			diagonal++
		}
		if re != nil {
			re[last] += re[k]
		}
		if im != nil {
			im[last] += im[k]
		}
	}
	return last + 1, diagonal
}

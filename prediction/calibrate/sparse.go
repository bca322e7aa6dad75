package calibrate

import "math/rand/v2"

const (
	columnEntries = 32      // entries of a column of the update
	entryBytes    = 12      // of a value and a row
	mostColumns   = 1 << 15 // columns of one run; the next run goes on with others
	vectorShare   = 24      // the dense vector has this part of the working set
)

// columns is a sparse matrix by columns, and an order in which its columns are used.
type columns struct {
	start  []int32 // of column k: start[k] to start[k+1]
	rows   []int32
	values []float64
	order  []int32
}

// newColumns returns columns with the numbers of entries that size gives, of a matrix
// with n rows and entries entries. The rows of a column are random and ascending, and no
// row comes twice: an update never waits for the update before.
func newColumns(r *rand.Rand, n, entries int, size func() int) *columns {
	c := &columns{rows: make([]int32, 0, entries), values: fractions(entries), start: []int32{0}}
	for len(c.rows) < entries {
		k := min(size(), entries-len(c.rows), n)
		for t := range k { // one row of each k-th part: distinct and ascending
			from, to := t*n/k, (t+1)*n/k
			c.rows = append(c.rows, int32(from+r.IntN(to-from)))
		}
		c.start = append(c.start, int32(len(c.rows)))
	}
	for i := range c.values {
		c.values[i] -= 0.75 // so that sums stay small
	}
	c.order = make([]int32, len(c.start)-1)
	for i, k := range r.Perm(len(c.order)) {
		c.order[i] = int32(k)
	}
	return c
}

// subtract subtracts the columns in list, scaled, from x. It is the loop of
// left-looking LU.
func (c *columns) subtract(x []float64, list []int32) {
	for _, k := range list {
		rows := c.rows[c.start[k]:c.start[k+1]]
		values := c.values[c.start[k]:][:len(rows)]
		xk := 1e-3
		p := 0
		for ; p < len(rows)-3; p += 4 {
			x[rows[p]] -= values[p] * xk
			x[rows[p+1]] -= values[p+1] * xk
			x[rows[p+2]] -= values[p+2] * xk
			x[rows[p+3]] -= values[p+3] * xk
		}
		for ; p < len(rows); p++ {
			x[rows[p]] -= values[p] * xk
		}
	}
}

// updateKernel returns updates by columns with a working set of so many bytes, in
// multiply-adds.
func updateKernel(bytes int64, seed uint64) kernel {
	n := max(columnEntries, int(bytes/vectorShare/8))
	entries := max(1, int((bytes-int64(8*n))/entryBytes/columnEntries)) * columnEntries
	c, x := newColumns(newRandom(seed), n, entries, func() int { return columnEntries }), make([]float64, n)
	piece, at := min(len(c.order), mostColumns), 0
	return kernel{ops: piece * columnEntries, warm: (len(c.order) + piece - 1) / piece, run: func(times int) {
		for range times {
			if at+piece > len(c.order) {
				at = 0
			}
			c.subtract(x, c.order[at:at+piece])
			at += piece
		}
	}}
}

// columnKernel returns updates by short columns, whose lengths no CPU predicts, with a
// working set of so many bytes, in columns.
func columnKernel(bytes int64, seed uint64) kernel {
	sizes, r := []int{1, 1, 1, 2, 2, 3, 6, 8}, newRandom(seed) // 3 on average
	n := max(columnEntries, int(bytes/vectorShare/8))
	entries := max(3, int((bytes-int64(8*n))/entryBytes))
	c, x := newColumns(r, n, entries, func() int { return sizes[r.IntN(len(sizes))] }), make([]float64, n)
	return kernel{ops: len(c.order), warm: 1, run: func(times int) {
		for range times {
			c.subtract(x, c.order)
		}
	}}
}

package sparsity

import "sync"

// A listOrder is what is known of the order of a list of entries.
type listOrder int

const (
	noOrder     listOrder = iota
	columnOrder           // by column, then row, strictly ascending
	rowOrder              // by row, then column, strictly ascending
)

// A compressor turns lists of entries into a compressed matrix. Its phases are
// survey, then copySorted, or place and canonicalize.
type compressor struct {
	parts      []Triplets
	mirror     Mirror
	rows, cols int
	total      int // entries in all parts
	real, imag bool
	shares     []share // one for each worker

	order listOrder

	ptr    []int64 // becomes ColPtr
	row    []int32 // becomes RowIdx
	values []float64
	imags  []float64
}

// A share is the parts first..last-1 of a list, for one worker.
type share struct {
	first, last int
	entry       int // number of the first entry in the list
}

// newCompressor checks that parts fit.
func newCompressor(parts []Triplets, mirror Mirror) *compressor {
	if len(parts) == 0 {
		panic(errNoParts)
	}
	c := &compressor{parts: parts, mirror: mirror, rows: parts[0].Rows, cols: parts[0].Cols}
	if c.rows < 0 || c.cols < 0 || c.rows > MaxDim || c.cols > MaxDim {
		panic(errDims)
	}
	if mirror != MirrorNone && c.rows != c.cols {
		panic(errNotSquare)
	}
	for k := range parts {
		t := &parts[k]
		n := len(t.Row)
		if t.Rows != c.rows || t.Cols != c.cols || len(t.Col) != n ||
			t.Values != nil && len(t.Values) != n || t.Imag != nil && len(t.Imag) != n {
			panic(errLengths)
		}
		c.total += n
		c.real = c.real || t.Values != nil
		c.imag = c.imag || t.Imag != nil
	}
	for k := range parts {
		t := &parts[k]
		if len(t.Row) > 0 && (c.real != (t.Values != nil) || c.imag != (t.Imag != nil)) {
			panic(errLengths)
		}
	}
	return c
}

// compress runs the phases.
func (c *compressor) compress() (m *Matrix, duplicates int) {
	c.survey()
	if c.order == columnOrder && c.mirror == MirrorNone {
		c.copySorted()
		return c.matrix(), 0
	}
	c.place()
	if c.order == noOrder {
		duplicates = c.canonicalize()
	}
	return c.matrix(), duplicates
}

// minShare is the number of entries below which another worker does not pay.
const minShare = 1 << 15

// share splits the parts among as many workers as pay, at most those given.
func (c *compressor) share(workers int) {
	c.shareAmong(max(1, min(workers, c.total/max(minShare, c.cols/2))))
}

// shareAmong splits the parts among workers, roughly equal in entries.
func (c *compressor) shareAmong(workers int) {
	at, k := 0, 0
	for w := range workers {
		s := share{first: k, entry: at}
		for k < len(c.parts) && (w == workers-1 || at < (w+1)*c.total/workers) {
			at += len(c.parts[k].Row)
			k++
		}
		s.last = k
		c.shares = append(c.shares, s)
	}
}

// each runs f for each share at the same time.
func (c *compressor) each(f func(w int, s share)) {
	parallel(len(c.shares), func(w int) { f(w, c.shares[w]) })
}

// parallel runs f(0) … f(n-1) at the same time. A panic of one of them is
// raised again in the caller.
func parallel(n int, f func(w int)) {
	if n == 1 {
		f(0)
		return
	}
	var wg sync.WaitGroup
	failed := make([]any, n)
	for w := range n {
		wg.Go(func() {
			defer func() { failed[w] = recover() }()
			f(w)
		})
	}
	wg.Wait()
	for _, e := range failed {
		if e != nil {
			panic(e)
		}
	}
}

// A run is what a survey finds in a sequence of entries.
type run struct {
	column, row  bool   // in that order
	first, last  uint64 // positions as column<<32 | row
	some         bool   // there are entries
	below, above bool   // there are entries below, above the diagonal
}

// survey checks all indices and finds the order of the list.
func (c *compressor) survey() {
	runs := make([]run, len(c.shares))
	c.each(func(w int, s share) {
		r := run{column: true, row: true}
		for k := s.first; k < s.last; k++ {
			r = r.join(c.surveyPart(&c.parts[k]))
		}
		runs[w] = r
	})
	all := run{column: true, row: true}
	for _, r := range runs {
		all = all.join(r)
	}
	switch {
	case c.mirror != MirrorNone && all.below && all.above:
	case all.column:
		c.order = columnOrder
	case all.row:
		c.order = rowOrder
	}
}

// surveyPart is survey for one part.
func (c *compressor) surveyPart(t *Triplets) run {
	n := len(t.Row)
	r := run{column: true, row: true, some: n > 0}
	col := t.Col[:n]
	bad, columnDescents, rowDescents := 0, 0, 0
	last, lastT := int64(-1), int64(-1)
	below, above := int32(0), int32(0) // negative when there are such entries
	for k, i := range t.Row {
		j := col[k]
		if uint32(i) >= uint32(c.rows) || uint32(j) >= uint32(c.cols) {
			bad++
		}
		at, atT := int64(j)<<32|int64(i), int64(i)<<32|int64(j)
		columnDescents += int(uint64(at-last-1) >> 63)
		rowDescents += int(uint64(atT-lastT-1) >> 63)
		last, lastT = at, atT
		below |= j - i
		above |= i - j
	}
	if bad > 0 {
		panic(errIndex)
	}
	if n > 0 {
		r.column, r.row = columnDescents == 0, rowDescents == 0
		r.first = uint64(col[0])<<32 | uint64(t.Row[0])
		r.last = uint64(last)
		r.below, r.above = below < 0, above < 0
	}
	return r
}

// join returns what holds for the entries of r followed by those of s.
func (r run) join(s run) run {
	if !r.some {
		return s
	}
	if !s.some {
		return r
	}
	swap := func(x uint64) uint64 { return x<<32 | x>>32 }
	return run{
		column: r.column && s.column && r.last < s.first,
		row:    r.row && s.row && swap(r.last) < swap(s.first),
		first:  r.first, last: s.last, some: true,
		below: r.below || s.below, above: r.above || s.above,
	}
}

// copySorted copies a list in column order.
func (c *compressor) copySorted() {
	c.ptr = make([]int64, c.cols+1)
	c.allocate(c.total)
	starts := make([]int32, len(c.parts)) // column behind the last one of the parts before
	entries := make([]int, len(c.parts))
	next, at := int32(0), 0
	for k := range c.parts {
		starts[k], entries[k] = next, at
		if n := len(c.parts[k].Col); n > 0 {
			next = c.parts[k].Col[n-1] + 1
			at += n
		}
	}
	c.each(func(_ int, s share) {
		for k := s.first; k < s.last; k++ {
			t := &c.parts[k]
			copy(c.row[entries[k]:], t.Row)
			if c.real {
				copy(c.values[entries[k]:], t.Values)
			}
			if c.imag {
				copy(c.imags[entries[k]:], t.Imag)
			}
			c.fillPointers(t.Col, starts[k], int64(entries[k]))
		}
	})
	for j := int(next); j <= c.cols; j++ {
		c.ptr[j] = int64(c.total)
	}
}

// fillPointers sets the pointers of the columns from next to the last of col,
// whose first element is entry at.
func (c *compressor) fillPointers(col []int32, next int32, at int64) {
	for k, j := range col {
		for ; next <= j; next++ {
			c.ptr[next] = at + int64(k)
		}
	}
}

// allocate makes the arrays for n entries.
func (c *compressor) allocate(n int) {
	c.row = make([]int32, n)
	if c.real {
		c.values = make([]float64, n)
	}
	if c.imag {
		c.imags = make([]float64, n)
	}
}

// matrix returns the result.
func (c *compressor) matrix() *Matrix {
	return &Matrix{
		Pattern: &Pattern{Rows: c.rows, Cols: c.cols, ColPtr: c.ptr, RowIdx: c.row},
		Values:  c.values,
		Imag:    c.imags,
	}
}

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

	known *Survey // of all parts, or nil
	own   bool    // the parts are given away
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
func newCompressor(parts []Triplets, opt CompressOptions) *compressor {
	if len(parts) == 0 {
		panic(errNoParts)
	}
	c := &compressor{parts: parts, mirror: opt.Mirror, known: opt.Survey, own: opt.Own,
		rows: parts[0].Rows, cols: parts[0].Cols}
	if c.rows < 0 || c.cols < 0 || c.rows > MaxDim || c.cols > MaxDim {
		panic(errDims)
	}
	if c.mirror != MirrorNone && c.rows != c.cols {
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

// survey checks all indices and finds the order of the list.
func (c *compressor) survey() {
	all := c.known
	if all == nil {
		surveys := make([]Survey, len(c.shares))
		c.each(func(w int, s share) {
			for k := s.first; k < s.last; k++ {
				surveys[w] = surveys[w].Join(c.parts[k].Survey())
			}
		})
		all = &Survey{}
		for _, s := range surveys {
			*all = all.Join(s)
		}
	}
	switch {
	case c.mirror != MirrorNone && all.below && all.above:
	case !all.columnDescends:
		c.order = columnOrder
	case !all.rowDescends:
		c.order = rowOrder
	}
}

// copySorted takes over a list in column order.
func (c *compressor) copySorted() {
	c.ptr = make([]int64, c.cols+1)
	kept := c.own && c.total > 0 && c.keep()
	if !kept {
		c.allocate(c.total)
	}
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
			if !kept {
				c.copyPart(&c.parts[k], entries[k])
			}
			c.fillPointers(c.parts[k].Col, starts[k], int64(entries[k]))
		}
	})
	for j := int(next); j <= c.cols; j++ {
		c.ptr[j] = int64(c.total)
	}
}

// keep makes the memory of the parts that of the result, if they are
// neighbours in memory.
func (c *compressor) keep() bool {
	var row []int32
	var values, imags []float64
	ok := true
	for k := range c.parts {
		t := &c.parts[k]
		ok = ok && extend(&row, t.Row) && extend(&values, t.Values) && extend(&imags, t.Imag)
	}
	if ok {
		c.row, c.values, c.imags = row, values, imags
	}
	return ok
}

// extend makes *s include next, which has to lie behind it in the same memory.
func extend[T any](s *[]T, next []T) bool {
	n := len(*s)
	switch {
	case len(next) == 0:
		return true
	case n == 0:
		*s = next
		return true
	case cap(*s) < n+len(next) || &(*s)[:n+1][n] != &next[0]:
		return false
	}
	*s = (*s)[:n+len(next)]
	return true
}

// copyPart copies the entries of t to those from at on.
func (c *compressor) copyPart(t *Triplets, at int) {
	copy(c.row[at:], t.Row)
	if c.real {
		copy(c.values[at:], t.Values)
	}
	if c.imag {
		copy(c.imags[at:], t.Imag)
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

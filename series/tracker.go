package series

import "github.com/nrkit/nrkit/sparsity"

// A tracker follows the pattern through a series.
type tracker struct {
	count int               // patterns added
	last  *sparsity.Pattern // the one added last

	// union has every position that occurred; everywhere[k] says whether its
	// entry k occurred in every pattern. Both are nil once shapes differ.
	union        *sparsity.Pattern
	everywhere   []bool
	shapeChanged bool

	steps []Step
	first *finding // nil as long as the pattern is fixed
}

// A finding is the first difference in the series.
type finding struct {
	from       int
	shape      bool
	row, col   int
	inLaterOne bool // the later file has the entry
}

// clone returns a tracker that continues independently. The patterns are
// shared: a tracker does not modify them.
func (t *tracker) clone() *tracker {
	c := *t
	c.everywhere = append([]bool(nil), t.everywhere...)
	c.steps = append([]Step(nil), t.steps...)
	return &c
}

// add appends p to the series. Where the union grew, it returns for each entry
// of the new union the index in the old one, -1 for a new entry; nil where it
// did not grow.
func (t *tracker) add(p *sparsity.Pattern) (grown []int64) {
	defer func() { t.count++ }()
	switch {
	case t.count == 0:
		t.start(p)
		return nil
	case p.Rows != t.last.Rows || p.Cols != t.last.Cols:
		t.addShape()
		t.last = p
		return nil
	}
	same := p.Equal(t.last)
	t.addStep(p, same)
	if same {
		return nil // the union has it already
	}
	t.last = p
	if t.shapeChanged || p.Equal(t.union) {
		return nil
	}
	if missing := t.mark(p); missing > 0 {
		return t.extend(p, missing)
	}
	return nil
}

// start takes p as the first pattern.
func (t *tracker) start(p *sparsity.Pattern) {
	t.last, t.union, t.everywhere = p, p, make([]bool, p.NNZ())
	for k := range t.everywhere {
		t.everywhere[k] = true
	}
}

// addShape records a step to another shape.
func (t *tracker) addShape() {
	if t.first == nil {
		t.first = &finding{from: t.count - 1, shape: true, row: -1, col: -1}
	}
	t.steps = append(t.steps, Step{From: t.count - 1, To: t.count, ShapeChanged: true})
	t.shapeChanged, t.union, t.everywhere = true, nil, nil
}

// addStep records the step from the last pattern to p, of the same shape; same
// says that they are equal.
func (t *tracker) addStep(p *sparsity.Pattern, same bool) {
	added, removed := 0, 0
	if !same {
		added, removed = t.difference(p)
	}
	t.steps = append(t.steps, Step{From: t.count - 1, To: t.count, Added: &added, Removed: &removed})
}

// difference counts the entries of p that the last pattern lacks, and those
// that p lacks, and keeps the first of them if it is the first of the series.
func (t *tracker) difference(p *sparsity.Pattern) (added, removed int) {
	note := func(i int32, j int, later bool) {
		if t.first == nil {
			t.first = &finding{from: t.count - 1, row: int(i), col: j, inLaterOne: later}
		}
	}
	for j := 0; j < p.Cols; j++ {
		x, y := t.last.Col(j), p.Col(j)
		for len(x) > 0 || len(y) > 0 {
			switch {
			case len(y) == 0 || len(x) > 0 && x[0] < y[0]:
				note(x[0], j, false)
				x, removed = x[1:], removed+1
			case len(x) == 0 || y[0] < x[0]:
				note(y[0], j, true)
				y, added = y[1:], added+1
			default:
				x, y = x[1:], y[1:]
			}
		}
	}
	return added, removed
}

// mark notes which entries of the union p lacks, and returns how many of its
// own the union lacks.
func (t *tracker) mark(p *sparsity.Pattern) (missing int) {
	u := t.union
	for j := 0; j < u.Cols; j++ {
		k, end := p.ColPtr[j], p.ColPtr[j+1]
		for x := u.ColPtr[j]; x < u.ColPtr[j+1]; x++ {
			for k < end && p.RowIdx[k] < u.RowIdx[x] {
				k, missing = k+1, missing+1
			}
			if k < end && p.RowIdx[k] == u.RowIdx[x] {
				k++
			} else {
				t.everywhere[x] = false
			}
		}
		missing += int(end - k)
	}
	return missing
}

// extend merges p, of whose entries the union lacks that many, into a new
// union; for the result see add.
func (t *tracker) extend(p *sparsity.Pattern, missing int) (grown []int64) {
	u := t.union
	size := u.NNZ() + missing
	w := sparsity.NewPattern(u.Rows, u.Cols)
	w.RowIdx = make([]int32, 0, size)
	grown = make([]int64, 0, size)
	everywhere := make([]bool, 0, size)
	for j := 0; j < u.Cols; j++ {
		y := p.Col(j)
		for k := u.ColPtr[j]; k < u.ColPtr[j+1]; k++ {
			i := u.RowIdx[k]
			for len(y) > 0 && y[0] < i {
				w.RowIdx, grown, everywhere = append(w.RowIdx, y[0]), append(grown, -1), append(everywhere, false)
				y = y[1:]
			}
			if len(y) > 0 && y[0] == i {
				y = y[1:]
			}
			w.RowIdx, grown, everywhere = append(w.RowIdx, i), append(grown, k), append(everywhere, t.everywhere[k])
		}
		for _, i := range y {
			w.RowIdx, grown, everywhere = append(w.RowIdx, i), append(grown, -1), append(everywhere, false)
		}
		w.ColPtr[j+1] = int64(len(w.RowIdx))
	}
	t.union, t.everywhere = w, everywhere
	return grown
}

// common returns how many positions occurred in every pattern.
func (t *tracker) common() int {
	n := 0
	for _, b := range t.everywhere {
		if b {
			n++
		}
	}
	return n
}

package analysis

import "github.com/nrkit/nrkit/series"

// series compares the inputs as iterations of one solve.
func (r *runner) series() (*series.Result, error) {
	var a series.Accumulator
	if r.first.RowNames != nil || r.first.ColNames != nil {
		a.Position = func(row, col int) string { return r.row(row) + ", " + r.column(col) }
	}
	r.pivots = r.newPivotTask()
	a.Add(r.first.Name, r.first.Matrix)
	r.pivots.add(r, r.first)
	for _, open := range r.rest {
		if err := r.ctx.Err(); err != nil {
			return nil, err
		}
		f, err := open()
		if err != nil {
			return nil, err
		}
		a.Add(f.Name, f.Matrix)
		r.pivots.add(r, f)
	}
	return a.Result(), nil
}

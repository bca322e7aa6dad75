package parquet

import (
	"slices"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/series/pivots"
)

// An iterationRow is a file of a series, or the only file.
type iterationRow struct {
	doc   *analysis.Document
	place int // from 0
	file  series.File
	step  *series.Step      // change from the file before; nil for the first
	pivot *pivots.Iteration // nil if it was not checked
}

func iterationsOf(d *analysis.Document) []iterationRow {
	if d.Series == nil {
		f := series.File{Name: d.Input.Name, Rows: d.Structure.Rows, Cols: d.Structure.Cols, NNZ: d.Structure.NNZ, HasValues: d.Structure.ExplicitZeros != nil, Complex: d.Input.Field == "complex"}
		if z := d.Structure.ExplicitZeros; z != nil {
			f.ExplicitZeros = *z
		}
		return []iterationRow{{doc: d, file: f}}
	}
	var rows []iterationRow
	for k, f := range d.Series.Files {
		r := iterationRow{doc: d, place: k, file: f}
		for i := range d.Series.Pattern.Steps {
			if s := &d.Series.Pattern.Steps[i]; s.To == k {
				r.step = s
			}
		}
		if d.Pivots != nil && k < len(d.Pivots.Iterations) {
			r.pivot = &d.Pivots.Iterations[k]
		}
		rows = append(rows, r)
	}
	return rows
}

func iterationsTable() *columns.Table[iterationRow] {
	change := func(get func(*series.Step) *int) func(*iterationRow) (int64, bool) {
		return func(r *iterationRow) (int64, bool) {
			if r.step == nil || get(r.step) == nil {
				return 0, false
			}
			return int64(*get(r.step)), true
		}
	}
	figure := func(get func(*pivots.Figures) float64) func(*iterationRow) (float64, bool) {
		return func(r *iterationRow) (float64, bool) {
			if r.pivot == nil {
				return 0, false
			}
			f := r.pivot.New
			if f == nil {
				f = r.pivot.Kept
			}
			if f == nil {
				return 0, false
			}
			return get(f), true
		}
	}
	return &columns.Table[iterationRow]{Program: "analyze", Name: "iterations", Version: version,
		About: "A row is a file of a series, in its order; without a series, the matrix.",
		Columns: slices.Concat(matrix(func(r *iterationRow) *analysis.Document { return r.doc }), []columns.Column[iterationRow]{
			columns.Int("place", "place of the file in the series, from 1", func(r *iterationRow) int64 { return int64(r.place) + 1 }),
			columns.Text("file", "name of the file", func(r *iterationRow) string { return valid(r.file.Name) }),
			columns.Int("rows", "number of rows", func(r *iterationRow) int64 { return int64(r.file.Rows) }),
			columns.Int("cols", "number of columns", func(r *iterationRow) int64 { return int64(r.file.Cols) }),
			columns.Int("nnz", "number of stored positions", func(r *iterationRow) int64 { return int64(r.file.NNZ) }),
			columns.MaybeInt("explicit_zeros", "number of positions whose stored value is zero; NULL without values", func(r *iterationRow) (int64, bool) { return int64(r.file.ExplicitZeros), r.file.HasValues }),
			columns.Bool("is_complex", "true if the values are complex", func(r *iterationRow) bool { return r.file.Complex }),
			columns.MaybeInt("added", "positions that the file before lacks; NULL for the first file, and if the shape changes", change(func(s *series.Step) *int { return s.Added })),
			columns.MaybeInt("removed", "positions that only the file before has; NULL as `added`", change(func(s *series.Step) *int { return s.Removed })),
			columns.MaybeText("new_pivots", "why new pivots were chosen: `first`, `error`, `zero` or `pattern`; NULL if the old pivots hold, or if unchecked", func(r *iterationRow) string {
				if r.pivot == nil {
					return ""
				}
				return r.pivot.Why
			}),
			columns.MaybeFloat("backward_error", "componentwise backward error of a solution, with the pivots with which the series goes on", figure(func(f *pivots.Figures) float64 { return f.Componentwise })),
			columns.MaybeFloat("reciprocal_growth", "reciprocal pivot growth with these pivots", figure(func(f *pivots.Figures) float64 { return f.ReciprocalGrowth })),
			columns.MaybeFloat("condition", "estimate of the condition number in the 1-norm", func(r *iterationRow) (float64, bool) {
				if r.pivot == nil {
					return 0, false
				}
				return r.pivot.Condition, r.pivot.Condition > 0
			}),
		}),
	}
}

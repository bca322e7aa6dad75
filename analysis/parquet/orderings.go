package parquet

import (
	"slices"
	"strings"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/columns"
	"github.com/nrkit/nrkit/symbolic"
)

// An orderingRow is a matrix under an ordering.
type orderingRow struct {
	doc   *analysis.Document
	o     *analysis.Ordering
	exact *analysis.Exact // nil without numeric LU
}

func orderingsOf(d *analysis.Document) []orderingRow {
	var rows []orderingRow
	for _, o := range d.Orderings {
		r := orderingRow{doc: d, o: o}
		if k := slices.IndexFunc(d.Exact, func(e *analysis.Exact) bool { return e.Method == o.Method }); k >= 0 {
			r.exact = d.Exact[k]
		}
		rows = append(rows, r)
	}
	return rows
}

// valid returns text as UTF-8.
func valid(s string) string { return strings.ToValidUTF8(s, "\ufffd") }

// matrix returns the columns that name the matrix.
func matrix[R any](doc func(*R) *analysis.Document) []columns.Column[R] {
	return []columns.Column[R]{
		columns.Text("matrix", "name of the file, of a series the first", func(r *R) string { return valid(doc(r).Input.Name) }),
		columns.MaybeText("sha256", "SHA-256 of this file as stored on disk", func(r *R) string { return doc(r).Input.SHA256 }),
	}
}

func orderingsTable() *columns.Table[orderingRow] {
	return &columns.Table[orderingRow]{Program: "analyze", Name: "orderings", Version: version,
		About:   "A row is a matrix under an ordering. The figures are the figures of `orderings` in [analyze/v1](formats.md).",
		Columns: slices.Concat(matrix(func(r *orderingRow) *analysis.Document { return r.doc }), structureColumns(), factorColumns(), parallelColumns(), otherColumns()),
	}
}

// structureColumns have the figures of the matrix.
func structureColumns() []columns.Column[orderingRow] {
	return []columns.Column[orderingRow]{
		columns.Text("field", "`real`, `integer`, `complex` or `pattern`", func(r *orderingRow) string { return r.doc.Input.Field }),
		columns.Int("rows", "number of rows", func(r *orderingRow) int64 { return int64(r.doc.Structure.Rows) }),
		columns.Int("cols", "number of columns", func(r *orderingRow) int64 { return int64(r.doc.Structure.Cols) }),
		columns.Int("nnz", "number of stored positions", func(r *orderingRow) int64 { return int64(r.doc.Structure.NNZ) }),
		columns.Int("structural_rank", "structural rank", func(r *orderingRow) int64 { return int64(r.doc.Structure.StructuralRank) }),
		columns.MaybeInt("diagonal_blocks", "blocks of the block triangular form; NULL if the matrix is not square or singular", func(r *orderingRow) (int64, bool) {
			b := r.doc.Structure.BlockTriangular
			if b == nil {
				return 0, false
			}
			return int64(b.Count), true
		}),
	}
}

// factorColumns have the sizes of the factors.
func factorColumns() []columns.Column[orderingRow] {
	diagonal := func(get func(*symbolic.NoPivoting) int64) func(*orderingRow) (int64, bool) {
		return func(r *orderingRow) (int64, bool) {
			if r.o.NoPivoting == nil {
				return 0, false
			}
			return get(r.o.NoPivoting), true
		}
	}
	return []columns.Column[orderingRow]{
		columns.Text("method", "name of the ordering", func(r *orderingRow) string { return r.o.Method }),
		columns.Text("tree", "`A+AT`: pivots from the diagonal. `ATA`: bounds for any row pivots; then `diagonal_…` compares with other rows", func(r *orderingRow) string { return r.o.Tree }),
		columns.Int("blocks", "diagonal blocks that were ordered separately", func(r *orderingRow) int64 { return int64(r.o.Blocks) }),
		columns.Int("nnz_l", "entries of L, with its diagonal", func(r *orderingRow) int64 { return r.o.NNZL }),
		columns.Int("nnz_u", "entries of U, with its diagonal", func(r *orderingRow) int64 { return r.o.NNZU }),
		columns.Int("nnz_lu", "entries of L and U, the diagonal counted once", func(r *orderingRow) int64 { return r.o.NNZLU }),
		columns.Int("nnz_total", "`nnz_lu` and the entries between diagonal blocks", func(r *orderingRow) int64 { return r.o.NNZTotal }),
		columns.Float("fill_ratio", "`nnz_total` divided by `nnz`", func(r *orderingRow) float64 { return r.o.FillRatio }),
		columns.Int("fill_in", "`nnz_total` minus `nnz`", func(r *orderingRow) int64 { return r.o.FillIn }),
		columns.Float("flops", "flops of the LU", func(r *orderingRow) float64 { return r.o.Flops }),
		columns.Float("flops_cholesky", "flops of a Cholesky factorization", func(r *orderingRow) float64 { return r.o.FlopsCholesky }),
		columns.Int("factor_bytes", "memory for the factors", func(r *orderingRow) int64 { return r.o.FactorBytes }),
		columns.MaybeInt("diagonal_nnz_total", "`nnz_total` for pivots from the diagonal; NULL for the tree `A+AT`", diagonal(func(p *symbolic.NoPivoting) int64 { return p.NNZTotal })),
		columns.MaybeFloat("diagonal_flops", "`flops` for pivots from the diagonal; NULL for the tree `A+AT`", func(r *orderingRow) (float64, bool) {
			if r.o.NoPivoting == nil {
				return 0, false
			}
			return r.o.NoPivoting.Flops, true
		}),
		columns.MaybeInt("diagonal_height", "`height` for pivots from the diagonal; NULL for the tree `A+AT`", diagonal(func(p *symbolic.NoPivoting) int64 { return int64(p.Height) })),
	}
}

// models returns the task models that compare with other rows.
func (r *orderingRow) models() *symbolic.TaskModels {
	if r.o.NoPivoting != nil {
		return r.o.NoPivoting.TaskModels
	}
	return r.o.TaskModels
}

// parallelColumns have what the trees and the task models say.
func parallelColumns() []columns.Column[orderingRow] {
	model := func(get func(*symbolic.TaskModels) (float64, bool)) func(*orderingRow) (float64, bool) {
		return func(r *orderingRow) (float64, bool) {
			if m := r.models(); m != nil {
				return get(m)
			}
			return 0, false
		}
	}
	gain := func(workers int) func(*orderingRow) (float64, bool) {
		return model(func(m *symbolic.TaskModels) (float64, bool) {
			flops := m.Columns.Work
			best := max(m.Columns.Gain(workers, flops), m.Pipelined.Gain(workers, flops), m.Panels.Gain(workers, flops))
			return best, best > 0
		})
	}
	levels := func(get func(*analysis.Ordering) *symbolic.LevelSets) func(*orderingRow) (int64, bool) {
		return func(r *orderingRow) (int64, bool) {
			if s := get(r.o); s != nil {
				return int64(s.Levels), true
			}
			return 0, false
		}
	}
	return []columns.Column[orderingRow]{
		columns.Int("height", "height of the elimination tree, in columns", func(r *orderingRow) int64 { return int64(r.o.Height) }),
		columns.Int("leaves", "leaves of the elimination tree", func(r *orderingRow) int64 { return int64(r.o.Leaves) }),
		columns.Int("roots", "roots of the elimination tree", func(r *orderingRow) int64 { return int64(r.o.Roots) }),
		columns.Int("widest_level", "columns of the widest level of the elimination tree", func(r *orderingRow) int64 { return int64(r.o.WidestLevel) }),
		columns.Float("parallelism_columns", "columns divided by `height`; no speed-up", func(r *orderingRow) float64 { return r.o.ParallelismColumns }),
		columns.Float("parallelism_work", "`flops` divided by `critical_path_flops`", func(r *orderingRow) float64 { return r.o.ParallelismWork }),
		columns.Float("critical_path_flops", "critical path in the task model of columns", func(r *orderingRow) float64 { return r.o.CriticalPathFlops }),
		columns.MaybeFloat("pipelined_parallelism", "work divided by critical path in the task model of pipelined columns", model(func(m *symbolic.TaskModels) (float64, bool) {
			if m.Pipelined == nil {
				return 0, false
			}
			return m.Pipelined.Parallelism, true
		})),
		columns.MaybeFloat("panels_parallelism", "work divided by critical path in the task model of panels", model(func(m *symbolic.TaskModels) (float64, bool) { return m.Panels.Parallelism, true })),
		columns.MaybeFloat("speedup_8", "predicted speed-up on 8 workers, in the best task model", gain(8)),
		columns.MaybeFloat("speedup_64", "predicted speed-up on 64 workers, in the best task model", gain(64)),
		columns.MaybeInt("solve_levels", "levels of the whole triangular solve", levels(func(o *analysis.Ordering) *symbolic.LevelSets { return o.LevelsSolve })),
		columns.MaybeInt("l_levels", "levels of the forward substitution within diagonal blocks", levels(func(o *analysis.Ordering) *symbolic.LevelSets { return o.LevelsL })),
		columns.MaybeInt("u_levels", "levels of the backward substitution within diagonal blocks", levels(func(o *analysis.Ordering) *symbolic.LevelSets { return o.LevelsU })),
	}
}

// otherColumns have supernodes, the numeric LU, the verdict and times.
func otherColumns() []columns.Column[orderingRow] {
	winner := func(get func(*analysis.Winners) string) func(*orderingRow) bool {
		return func(r *orderingRow) bool { return r.doc.Winners != nil && get(r.doc.Winners) == r.o.Method }
	}
	exact := func(get func(*analysis.Exact) int64) func(*orderingRow) (int64, bool) {
		return func(r *orderingRow) (int64, bool) {
			if r.exact == nil {
				return 0, false
			}
			return get(r.exact), true
		}
	}
	return []columns.Column[orderingRow]{
		columns.Int("supernodes", "relaxed supernodes", func(r *orderingRow) int64 { return int64(r.o.Supernodes.Relaxed.Count) }),
		columns.Int("largest_supernode", "columns of the widest relaxed supernode", func(r *orderingRow) int64 { return int64(r.o.Supernodes.Relaxed.Largest) }),
		columns.Int("fundamental_supernodes", "fundamental supernodes", func(r *orderingRow) int64 { return int64(r.o.Supernodes.Fundamental.Count) }),
		columns.Int("padding_zeros", "entries of relaxed supernodes that are not entries of L", func(r *orderingRow) int64 { return r.o.Supernodes.Relaxed.PaddingZeros }),
		columns.Int("assembly_height", "height of the assembly tree, in relaxed supernodes", func(r *orderingRow) int64 { return int64(r.o.Supernodes.Relaxed.Height) }),
		columns.Int("bandwidth", "bandwidth of the permuted matrix", func(r *orderingRow) int64 { return int64(r.o.Bandwidth) }),
		columns.Int("profile", "profile of the permuted matrix", func(r *orderingRow) int64 { return r.o.Profile }),
		columns.MaybeInt("exact_nnz_total", "entries that a numeric LU stores; NULL if none ran", exact(func(e *analysis.Exact) int64 { return e.NNZTotal })),
		columns.MaybeFloat("exact_flops", "flops of the numeric LU; NULL if none ran", func(r *orderingRow) (float64, bool) {
			if r.exact == nil {
				return 0, false
			}
			return r.exact.Flops, true
		}),
		columns.MaybeInt("exact_off_diagonal_pivots", "pivots of the numeric LU that are not the diagonal entry; NULL if none ran", exact(func(e *analysis.Exact) int64 { return int64(e.OffDiagonalPivots) })),
		columns.Bool("is_recommended", "true for the recommended ordering of the matrix", winner(func(w *analysis.Winners) string { return w.Recommended })),
		columns.Bool("has_least_fill", "true for the ordering with the fewest predicted entries", winner(func(w *analysis.Winners) string { return w.Fill })),
		columns.Bool("has_least_flops", "true for the ordering with the fewest predicted flops", winner(func(w *analysis.Winners) string { return w.Flops })),
		columns.MaybeInt("order_ns", "time to find the permutation; NULL without `--timings`", func(r *orderingRow) (int64, bool) { return r.o.OrderNS, r.o.OrderNS > 0 }),
		columns.MaybeInt("analyze_ns", "time of the analysis without `order_ns`; NULL without `--timings`", func(r *orderingRow) (int64, bool) { return r.o.AnalyzeNS, r.o.AnalyzeNS > 0 }),
	}
}

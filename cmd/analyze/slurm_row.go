package main

import (
	"slices"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/internal/slurm"
)

// rowSchema names the JSON form of an orderingRow.
const rowSchema = "analyze-row/v1"

// An orderingRow is a line of all.jsonl: a matrix under an ordering, or a matrix that
// could not be analysed. Its keys mean what the columns of analyze --parquet mean.
type orderingRow struct {
	Schema string `json:"schema"`          // name of the schema: `analyze-row/v1`
	Matrix string `json:"matrix"`          // path of the file, below the folder of the plan
	Error  string `json:"error,omitempty"` // why the matrix was not analysed; all other keys are then absent
	*orderingFigures
}

// The orderingFigures are the figures of a row without an error.
type orderingFigures struct {
	SHA256         string `json:"sha256,omitempty"` // SHA-256 of the file as stored on disk
	Field          string `json:"field"`            // `real`, `integer`, `complex` or `pattern`
	Rows           int    `json:"rows"`             // number of rows
	Cols           int    `json:"cols"`             // number of columns
	NNZ            int    `json:"nnz"`              // number of stored positions
	StructuralRank int    `json:"structural_rank"`  // structural rank
	DiagonalBlocks *int   `json:"diagonal_blocks"`  // blocks of the block triangular form; null if the matrix is not square or singular

	Method     string  `json:"method"`              // name of the ordering
	Tree       string  `json:"tree"`                // `A+AT`: pivots from the diagonal. `ATA`: bounds for any row pivots
	NNZL       int64   `json:"nnz_l"`               // entries of L, with its diagonal
	NNZU       int64   `json:"nnz_u"`               // entries of U, with its diagonal
	NNZLU      int64   `json:"nnz_lu"`              // entries of L and U, the diagonal counted once
	NNZTotal   int64   `json:"nnz_total"`           // `nnz_lu` and the entries between diagonal blocks
	FillRatio  float64 `json:"fill_ratio"`          // `nnz_total` divided by `nnz`
	Flops      float64 `json:"flops"`               // flops of the LU
	Bytes      int64   `json:"factor_bytes"`        // memory for the factors
	Height     int     `json:"height"`              // height of the elimination tree, in columns
	Leaves     int     `json:"leaves"`              // leaves of the elimination tree
	Widest     int     `json:"widest_level"`        // columns of the widest level of the elimination tree
	Columns    float64 `json:"parallelism_columns"` // columns divided by `height`; no speed-up
	Work       float64 `json:"parallelism_work"`    // `flops` divided by `critical_path_flops`
	Path       float64 `json:"critical_path_flops"` // critical path in the task model of columns
	Supernodes int     `json:"supernodes"`          // relaxed supernodes

	ExactNNZ    *int64   `json:"exact_nnz_total"`           // entries that a numeric LU stores; null if none ran
	ExactFlops  *float64 `json:"exact_flops"`               // flops of the numeric LU; null if none ran
	ExactPivots *int     `json:"exact_off_diagonal_pivots"` // pivots of the numeric LU off the diagonal; null if none ran

	Recommended bool `json:"is_recommended"` // true for the recommended ordering of the matrix
}

// rowsOf returns the rows of a document, in the order of its orderings.
func rowsOf(matrix string, d *analysis.Document) []orderingRow {
	var rows []orderingRow
	for _, o := range d.Orderings {
		f := &orderingFigures{SHA256: d.Input.SHA256, Field: d.Input.Field, Rows: d.Structure.Rows, Cols: d.Structure.Cols, NNZ: d.Structure.NNZ,
			StructuralRank: d.Structure.StructuralRank, Method: o.Method, Tree: o.Tree, NNZL: o.NNZL, NNZU: o.NNZU, NNZLU: o.NNZLU, NNZTotal: o.NNZTotal,
			FillRatio: o.FillRatio, Flops: o.Flops, Bytes: o.FactorBytes, Height: o.Height, Leaves: o.Leaves, Widest: o.WidestLevel,
			Columns: o.ParallelismColumns, Work: o.ParallelismWork, Path: o.CriticalPathFlops, Supernodes: o.Supernodes.Relaxed.Count,
			Recommended: d.Winners != nil && d.Winners.Recommended == o.Method}
		if b := d.Structure.BlockTriangular; b != nil {
			f.DiagonalBlocks = &b.Count
		}
		if k := slices.IndexFunc(d.Exact, func(e *analysis.Exact) bool { return e.Method == o.Method }); k >= 0 {
			e := d.Exact[k]
			f.ExactNNZ, f.ExactFlops, f.ExactPivots = &e.NNZTotal, &e.Flops, &e.OffDiagonalPivots
		}
		rows = append(rows, orderingRow{Schema: rowSchema, Matrix: matrix, orderingFigures: f})
	}
	return rows
}

// A tableRow is a line of a part: a row of a table of analyze --parquet.
type tableRow struct {
	Matrix string `json:"matrix"` // path of the file, below the folder of the plan
	parquet.Row
}

// A noted is what a try notes of a matrix: its lines, and the error that they have.
type noted struct {
	Lines string `json:"lines"`
	Error string `json:"error,omitempty"`
}

// add adds a line.
func (n *noted) add(v any) error {
	text, err := slurm.Line(v)
	n.Lines += string(text)
	return err
}

// noteOf returns what is noted of a document: its rows, then its rows of the tables, in
// which the matrix has the name of the plan.
func noteOf(matrix string, d *analysis.Document) (*noted, error) {
	n := &noted{}
	for _, r := range rowsOf(matrix, d) {
		if err := n.add(r); err != nil {
			return nil, err
		}
	}
	d.Input.Name = matrix
	tables, err := parquet.Rows(d)
	if err != nil {
		return nil, err
	}
	for _, r := range tables {
		if err := n.add(tableRow{matrix, r}); err != nil {
			return nil, err
		}
	}
	return n, nil
}

// failed returns what is noted of a matrix that could not be analysed.
func failed(matrix string, why error) (*noted, error) {
	n := &noted{Error: why.Error()}
	return n, n.add(orderingRow{Schema: rowSchema, Matrix: matrix, Error: n.Error})
}

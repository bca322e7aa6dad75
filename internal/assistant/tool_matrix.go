package assistant

import (
	"bufio"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/assembly"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/spelling"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// matrixArgs are the arguments of analyze_matrix.
type matrixArgs struct {
	Files     []string `json:"files" jsonschema:"matrix files; several are iterations of one Newton solve. Matrix Market, Rutherford-Boeing, SciPy .npz, PETSc or MATLAB .mat, also compressed"`
	Orderings []string `json:"orderings,omitempty" jsonschema:"orderings to compare, such as amd or btf+nd; best: all that may win; all: all. Default: those that suit the matrix"`
	Stamps    string   `json:"stamps,omitempty" jsonschema:"nr-devices file: how the devices of a circuit write the matrix"`
	Exact     *bool    `json:"exact,omitempty" jsonschema:"false: run no numeric LU, and recommend by predictions. Default: true"`
	Lenient   bool     `json:"lenient,omitempty" jsonschema:"read Matrix Market files that break the format, with a warning for each deviation"`
	Variable  string   `json:"variable,omitempty" jsonschema:"variable of a MATLAB file that has several"`
	Paged
}

func (a *matrixArgs) resolve(r *Roots) ([]string, error) {
	if len(a.Files) == 0 {
		return nil, hint.With(errors.New("files: want at least one matrix"), "for the trace of a run, use phases or diagnose")
	}
	list, err := files(r, a.Files)
	if err != nil {
		return nil, err
	}
	more, err := optional(r, &a.Stamps)
	return append(list, more...), err
}

// matrixFacts are the figures of a matrix.
type matrixFacts struct {
	Name             string  `json:"name"`
	Rows             int     `json:"rows"`
	Cols             int     `json:"cols"`
	NNZ              int     `json:"nnz" jsonschema:"distinct stored positions"`
	PatternSymmetry  float64 `json:"pattern_symmetry,omitempty" jsonschema:"share of off-diagonal positions whose mirror is stored"`
	StructuralRank   int     `json:"structural_rank"`
	Blocks           int     `json:"blocks,omitempty" jsonschema:"diagonal blocks of the block triangular form"`
	Recommended      string  `json:"recommended,omitempty" jsonschema:"recommended ordering"`
	Criterion        string  `json:"criterion,omitempty" jsonschema:"exact: a numeric LU decided; predicted: counts decided"`
	BestFill         string  `json:"best_fill,omitempty"`
	BestFlops        string  `json:"best_flops,omitempty"`
	BestParallel     string  `json:"best_parallel,omitempty"`
	FixedPattern     *bool   `json:"fixed_pattern,omitempty" jsonschema:"several files: whether all have one pattern"`
	SymbolicAnalysis string  `json:"symbolic_analysis,omitempty" jsonschema:"several files: how often symbolic analysis is needed"`
}

// matrixRow is one ordering.
type matrixRow struct {
	Method     string  `json:"method"`
	Tree       string  `json:"tree" jsonschema:"A+AT: pivots from the diagonal; ATA: bound for any pivots"`
	NNZTotal   int64   `json:"nnz_total" jsonschema:"entries that a solver stores"`
	FillRatio  float64 `json:"fill_ratio"`
	Flops      float64 `json:"flops"`
	Bytes      int64   `json:"factor_bytes"`
	Height     int     `json:"height" jsonschema:"of the elimination tree, in columns"`
	Columns    float64 `json:"parallelism_columns,omitempty" jsonschema:"work over critical path, columns as tasks"`
	Pipelined  float64 `json:"parallelism_pipelined,omitempty" jsonschema:"work over critical path, pipelined columns as tasks"`
	Panels     float64 `json:"parallelism_panels,omitempty" jsonschema:"work over critical path, tiles of panels as tasks"`
	ExactTotal int64   `json:"exact_nnz_total,omitempty" jsonschema:"entries of a numeric LU with pivoting, if one ran"`
}

func addMatrix(s *server, m *mcp.Server) error {
	return add[matrixArgs, matrixFacts, matrixRow](s, m, "analyze_matrix", "Analyze a sparse matrix",
		"Which fill-reducing ordering suits a sparse matrix such as a Jacobian, how much fill and work its LU has, and how parallel the LU is. "+
			"The summary is the verdict. A row is an ordering. Several files: whether the pattern stays the same.", analyzeMatrix)
}

func analyzeMatrix(ctx context.Context, _ *server, a *matrixArgs) (*answer, error) {
	known := append(analysis.Methods(), analysis.BestOf, "all")
	for _, name := range a.Orderings {
		if slices.Contains(known, name) || analysis.Known(name) {
			continue
		}
		advice := analysis.PeerHint(name)
		if s := spelling.Closest(name, known); advice == "" && s != "" {
			advice = "did you mean " + s + "?"
		}
		if advice == "" {
			advice = "orderings: " + strings.Join(known, ", ")
		}
		return nil, hint.With(fmt.Errorf("orderings: unknown ordering %q", name), advice)
	}
	o := analysis.Options{Orderings: a.Orderings, Budget: analysis.DefaultBudget(), Matching: analysis.MatchingAuto}
	if a.Exact != nil && !*a.Exact {
		o.Exact = []string{"none"}
	}
	var err error
	if a.Stamps != "" {
		if o.Stamps, err = readStamps(a.Stamps); err != nil {
			return nil, err
		}
	}
	var sources []analysis.Source
	for _, path := range a.Files {
		sources = append(sources, func() (*sparseio.File, error) { return readMatrix(path, a) })
	}
	doc, err := analysis.Run(ctx, sources, o)
	if err != nil {
		return nil, err
	}
	var warnings []string
	for _, w := range doc.Warnings {
		warnings = append(warnings, w.Message)
	}
	return answerOf(doc.Verdict, warnings, factsOfMatrix(doc), rowsOfMatrix(doc))
}

// readMatrix reads a matrix, and gives errors their hints.
func readMatrix(path string, a *matrixArgs) (*sparseio.File, error) {
	f, err := sparseio.Open(path, sparseio.Options{Lenient: a.Lenient, Variable: a.Variable})
	var syntax *sparseio.SyntaxError
	if errors.As(err, &syntax) {
		switch {
		case syntax.Lenient:
			return nil, hint.With(err, "with lenient, this file is read, and a warning reports how")
		case len(syntax.Variables) > 0:
			return nil, hint.With(err, "variable names one of the variables, for example "+syntax.Variables[0])
		}
		return nil, hint.With(err, "analyze_matrix reads matrices; phases and diagnose read traces; query reads captures and Parquet files")
	}
	return f, err
}

// readStamps reads an nr-devices file, which may be compressed by gzip.
func readStamps(path string) (*analysis.Stamps, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	sum := sha256.New()
	in := bufio.NewReader(io.TeeReader(f, sum))
	var text io.Reader = in
	if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" { // an error comes again with Read
		if text, err = gzip.NewReader(in); err != nil {
			return nil, fmt.Errorf("reading %s: %w", path, err)
		}
	}
	d, err := assembly.ReadDevices(path, text)
	if err != nil {
		return nil, err
	}
	if _, err := io.Copy(io.Discard, in); err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return &analysis.Stamps{Name: filepath.Base(path), SHA256: hex.EncodeToString(sum.Sum(nil)), Devices: d}, nil
}

func factsOfMatrix(doc *analysis.Document) *matrixFacts {
	st := doc.Structure
	f := &matrixFacts{Name: doc.Input.Name, Rows: st.Rows, Cols: st.Cols, NNZ: st.NNZ, StructuralRank: st.StructuralRank}
	if st.Symmetry != nil {
		f.PatternSymmetry = st.Symmetry.Pattern
	}
	if b := st.BlockTriangular; b != nil {
		f.Blocks = b.Count
	}
	if w := doc.Winners; w != nil {
		f.Recommended, f.Criterion, f.BestFill, f.BestFlops, f.BestParallel = w.Recommended, w.Criterion, w.Fill, w.Flops, w.Parallel
	}
	if s := doc.Series; s != nil {
		f.FixedPattern, f.SymbolicAnalysis = s.Pattern.Fixed, string(s.Reuse)
	}
	return f
}

func rowsOfMatrix(doc *analysis.Document) []matrixRow {
	exact := map[string]int64{}
	for _, e := range doc.Exact {
		exact[e.Method] = e.NNZTotal
	}
	var rows []matrixRow
	for _, o := range doc.Orderings {
		r := matrixRow{Method: o.Method, Tree: o.Tree, NNZTotal: o.NNZTotal, FillRatio: o.FillRatio, Flops: o.Flops, Bytes: o.FactorBytes, Height: o.Height, ExactTotal: exact[o.Method]}
		if m := o.TaskModels; m != nil {
			r.Columns, r.Panels = m.Columns.Parallelism, m.Panels.Parallelism
			if m.Pipelined != nil {
				r.Pipelined = m.Pipelined.Parallelism
			}
		}
		rows = append(rows, r)
	}
	return rows
}

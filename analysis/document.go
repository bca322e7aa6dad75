package analysis

import (
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
	"github.com/nrkit/nrkit/symbolic"
)

// Schema names the JSON form of a [Document].
const Schema = "analyze/v1"

// A Document is the result for a matrix, or for several matrices that belong to one
// Newton solve. Absent parts were not computed; Warnings say why.
type Document struct {
	Schema    string           `json:"schema"`
	Input     Input            `json:"input"`
	Structure *structure.Stats `json:"structure"`
	Names     *Names           `json:"names,omitempty"` // where rows or columns have names
	Matching  *Matching        `json:"matching,omitempty"`
	Orderings []*Ordering      `json:"orderings,omitempty"` // in the order of Methods
	Winners   *Winners         `json:"best,omitempty"`
	Portfolio *Portfolio       `json:"portfolio,omitempty"` // where BestOf was asked for
	// Candidates are what the recommended ordering won against, in the order in
	// which they were tried; absent where no numeric LU decided.
	Candidates []*Candidate      `json:"candidates,omitempty"`
	Exact      []*Exact          `json:"exact,omitempty"`
	Series     *series.Result    `json:"series,omitempty"`
	Assembly   *Assembly         `json:"assembly,omitempty"`
	Verdict    []string          `json:"verdict"`
	Warnings   []Warning         `json:"warnings"`
	Timings    *Timings          `json:"timings,omitempty"`
	Pattern    *sparsity.Pattern `json:"-"` // what was analyzed; with Options.Keep

	claims    []string   // keys of what Verdict says
	dependent [2][]Named // rows and columns that make the matrix structurally singular, the first of them
}

// Input describes the first file.
type Input struct {
	Name         string `json:"name"`
	Format       string `json:"format"`
	Layout       string `json:"layout"`
	Field        string `json:"field"`
	Symmetry     string `json:"symmetry"`
	SHA256       string `json:"sha256"`
	ZerosDropped int    `json:"zeros_dropped,omitempty"` // entries left out because Options.DropZeros asked for it
}

// An Ordering is the analysis of the matrix under one method. Figures of the
// tree "ATA" are bounds over all choices of row pivots; no_pivoting has what
// compares with the others.
type Ordering struct {
	*symbolic.Analysis

	Blocks        int            `json:"blocks"`                  // diagonal blocks ordered by themselves
	Bottleneck    *Bottleneck    `json:"bottleneck,omitempty"`    // absent where there is no work
	Concentration *Concentration `json:"concentration,omitempty"` // absent where there is no work
	Equivalent    *Equivalent    `json:"equivalent,omitempty"`    // of methods with one of Endings

	OrderNS   int64 `json:"order_ns,omitempty"`   // with Options.Timings
	AnalyzeNS int64 `json:"analyze_ns,omitempty"` // with Options.Timings
}

// A Bottleneck is the relaxed supernode with the most work on the critical
// path of the assembly tree.
type Bottleneck struct {
	Columns           int     `json:"columns"`
	Rows              int     `json:"rows"`                // of its panel, the columns included
	FlopShare         float64 `json:"flop_share"`          // of all flops
	CriticalPathShare float64 `json:"critical_path_share"` // of the critical path by supernodes
	Root              bool    `json:"root"`                // it is at the root of its tree
}

// Winners names the winning methods, each by its criterion.
type Winners struct {
	Fill     string `json:"fill"`     // fewest entries in L+U and between blocks
	Flops    string `json:"flops"`    // fewest flops
	Parallel string `json:"parallel"` // least predicted time on ParallelWorkers workers, in the best task model

	// Recommended has the fewest entries in L+U and between blocks, of equals the
	// fewest flops, and of these the least predicted time on ParallelWorkers workers:
	// of the candidates that a numeric LU factored, or, where Criterion is
	// CriterionPredicted, of the orderings by their predictions.
	Recommended string `json:"recommended"`

	Matching   string `json:"matching"`             // of the recommended candidate, and of all orderings of the document
	Criterion  string `json:"criterion"`            // CriterionExact or CriterionPredicted
	Unverified string `json:"unverified,omitempty"` // why no numeric LU decided; absent where one did
	Added      string `json:"added,omitempty"`      // the recommended method where it is an ordering of the document for no other reason

	ByWorkers []WinnerOn `json:"by_workers,omitempty"` // for 2, 4, … ParallelWorkers workers
}

// WinnerOn names the method with the least predicted time on a number of workers;
// among equal times the first method. The time is Graham's bound T1/p + (1-1/p)T∞ in
// the task model in which the bound is least. If a schedule of that model leaves no
// worker idle while a task is ready, it takes no longer than the bound.
type WinnerOn struct {
	Workers int     `json:"workers"`
	Method  string  `json:"method"`
	Model   string  `json:"model,omitempty"`   // columns, pipelined or panels; absent without work
	Flops   float64 `json:"flops"`             // the bound
	Speedup float64 `json:"speedup,omitempty"` // the flops of the method by the bound; absent without work
}

// A Warning says that a result is doubtful or why a part is absent. Code is a
// short stable word for programs.
type Warning struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// Timings are wall-clock times.
type Timings struct {
	ReadNS     int64 `json:"read_ns"`            // the first file
	SymbolicNS int64 `json:"symbolic_ns"`        // structure, series and orderings, side by side
	ExactNS    int64 `json:"exact_ns,omitempty"` // the numeric LUs
	TotalNS    int64 `json:"total_ns"`           // of Run
	Workers    int   `json:"workers"`
}

// warn appends a warning.
func (d *Document) warn(code, message string) {
	d.Warnings = append(d.Warnings, Warning{code, message})
}

// Ordering returns the analysis of the named method, nil when it did not run.
func (d *Document) Ordering(method string) *Ordering {
	for _, o := range d.Orderings {
		if o.Method == method {
			return o
		}
	}
	return nil
}

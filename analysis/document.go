package analysis

import (
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/series"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
	"github.com/nrkit/nrkit/symbolic"
)

// Schema names the JSON form of a [Document].
const Schema = "analyze/v1"

// A Document is the result for a matrix, or for several matrices that belong to one
// Newton solve. Absent parts were not computed; Warnings say why.
type Document struct {
	Schema string `json:"schema"` // name of the schema: `analyze/v1`
	Input  Input  `json:"input"`  // the first file

	// figures of the matrix as the file stores it. A stored entry counts also if
	// its value is zero
	Structure *structure.Stats `json:"structure"`

	// names of the rows and columns that stand out. Names come from files beside
	// the matrix, `--circuit` or `--stamps`: see
	// docs/formats.md#names-of-rows-and-columns. Absent without names
	Names *Names `json:"names,omitempty"`

	// how rows were moved before the orderings. `orderings` and `exact` describe
	// the matrix with moved rows, `structure` the matrix in the file. Absent if no
	// rows were matched
	Matching *Matching `json:"matching,omitempty"`

	// one element for each method that ran, in a fixed order. `--ordering` chooses
	// the methods; docs/orderings.md describes them
	Orderings []*Ordering `json:"orderings,omitempty"`

	// the winning methods, each by one criterion. Of equal methods the first wins.
	// For a method with `no_pivoting`, these figures count, because they compare
	// with counts for diagonal pivots
	Winners *Winners `json:"best,omitempty"`

	Portfolio *Portfolio `json:"portfolio,omitempty"` // how each ordering of the portfolio ended; absent without `--ordering best`

	// the candidates for `best.recommended`, in the order of their trials; absent
	// if no numeric LU was tried
	Candidates []*Candidate `json:"candidates,omitempty"`

	// predicted times of solvers, and the cheapest setting: see
	// docs/formats.md#prediction. These figures differ between machines. Absent if
	// the matrix has no LU, or complex values
	Prediction *Prediction `json:"prediction,omitempty"`

	Exact  []*Exact       `json:"exact,omitempty"`  // numeric LU of the recommended method, or of the methods that `--exact` names
	Series *series.Result `json:"series,omitempty"` // comparison of several files; absent for one file without `--series`
	// how long the pivots of a factorization hold in the series. Absent without
	// several files, without a numeric LU, and with a warning `pivots-absent`
	Pivots *pivots.Result `json:"pivots,omitempty"`

	Assembly *Assembly `json:"assembly,omitempty"` // where devices add to the Jacobian; absent without `--stamps` or `--circuit`

	// sentences for a person: what to use and its cost, then how parallel it is
	// and why, last what was not verified
	Verdict []string `json:"verdict"`

	Warnings []Warning         `json:"warnings"`          // what is doubtful, and why parts of the document are absent
	Timings  *Timings          `json:"timings,omitempty"` // wall-clock times; absent without `--timings`
	Pattern  *sparsity.Pattern `json:"-"`                 // what was analyzed; with Options.Keep

	claims    []string          // keys of what Verdict says
	untimed   string            // reason why there is no prediction although a machine is given
	dependent [2][]Named        // rows and columns that make the matrix structurally singular, the first of them
	absent    map[string]string // by method that did not run: the warning that says why
}

// Input describes the first file.
type Input struct {
	Name string `json:"name"` // file name without directories, or `stdin`

	// `matrix-market`, `rutherford-boeing`, `harwell-boeing`, `npz`, `petsc`,
	// `matlab`, `nr-devices` (only the positions of `--stamps`) or `circuit` (a
	// simulation with `--circuit`)
	Format string `json:"format"`

	Layout   string `json:"layout"`   // how the file stores entries: `coordinate`, `array`, `csc`, `csr`, `stamps`, …
	Field    string `json:"field"`    // `real`, `integer`, `complex` or `pattern`
	Symmetry string `json:"symmetry"` // `general`, `symmetric`, `skew-symmetric` or `hermitian`

	// hexadecimal SHA-256 of the file as stored on disk, compressed or not; empty
	// for a circuit
	SHA256 string `json:"sha256"`

	ZerosDropped int `json:"zeros_dropped,omitempty"` // number of entries that `--drop-zeros` removed; absent if 0
}

// An Ordering is the analysis of the matrix under one method. Figures of the
// tree "ATA" are bounds over all choices of row pivots; no_pivoting has what
// compares with the others.
type Ordering struct {
	*symbolic.Analysis

	Blocks int `json:"blocks"` // number of diagonal blocks that were ordered separately; 1 without `btf+`

	// the relaxed supernode with the most work on the critical path; absent
	// without work
	Bottleneck *Bottleneck `json:"bottleneck,omitempty"`

	Concentration *Concentration `json:"concentration,omitempty"` // where the work is, by relaxed supernodes; absent without work

	// comparison with the order before the ending `+lower` or `+shorter`, which
	// has the same filled graph; absent for methods without such an ending
	Equivalent *Equivalent `json:"equivalent,omitempty"`

	// time to find the permutation; with an ending, only the time after the
	// permutation of the method before the ending. Absent without `--timings`
	OrderNS int64 `json:"order_ns,omitempty"`

	// time of the analysis without `order_ns`: tree, counts and the rest. Absent
	// without `--timings`
	AnalyzeNS int64 `json:"analyze_ns,omitempty"`

	features *prediction.Features // for predicted times, if they do not depend on the most entries of a structure; otherwise nil
}

// A Bottleneck is the relaxed supernode with the most work on the critical
// path of the assembly tree.
type Bottleneck struct {
	Columns           int     `json:"columns"`             // columns of the supernode
	Rows              int     `json:"rows"`                // rows of its panel, including the columns
	FlopShare         float64 `json:"flop_share"`          // share of all flops in the supernode
	CriticalPathShare float64 `json:"critical_path_share"` // share of `critical_path_supernodes` in the supernode
	Root              bool    `json:"root"`                // true if the supernode is a root of the assembly tree
}

// Winners names the winning methods, each by its criterion.
type Winners struct {
	Fill  string `json:"fill"`  // method with the fewest predicted entries (`nnz_total`)
	Flops string `json:"flops"` // method with the fewest predicted flops

	// method with the least predicted time on 64 workers: the least Graham bound
	// of all task models. `pipelined` counts up to 4,194,304 entries of U, or 16
	// per matrix entry if that is more
	Parallel string `json:"parallel"`

	// recommended method: fewest entries, of equals the fewest flops, of these the
	// least predicted time on 64 workers. If `criterion` is `exact`, this compares
	// the `candidates` that a numeric LU factored, otherwise the predictions of
	// all orderings
	Recommended string `json:"recommended"`

	Matching string `json:"matching"` // matching of the recommended candidate: `none`, `structural` or `product`

	// `exact`: a numeric LU decided the recommendation. `predicted`: the counts
	// for pivots from the diagonal decided
	Criterion string `json:"criterion"`

	Unverified string `json:"unverified,omitempty"` // reason why no numeric LU decided; absent if one did

	// the recommended method, if it is in `orderings` only because it won; absent
	// otherwise
	Added string `json:"added,omitempty"`

	// the method with the least Graham bound of a task model for 2, 4, … 64
	// workers; of equals the first. See docs/formats.md#task_models
	ByWorkers []WinnerOn `json:"by_workers,omitempty"`
}

// WinnerOn names the method with the least predicted time on a number of workers;
// among equal times the first method. The time is Graham's bound T1/p + (1-1/p)T∞ in
// the task model in which the bound is least. If a schedule of that model leaves no
// worker idle while a task is ready, it takes no longer than the bound.
type WinnerOn struct {
	Workers int    `json:"workers"` // number of workers p
	Method  string `json:"method"`  // the winning method

	// the task model with the least bound: `columns`, `pipelined` or `panels`;
	// absent without work
	Model string `json:"model,omitempty"`

	// T1/p + (1 − 1/p)·T∞ of that model. Every schedule that leaves no worker idle
	// while a task is ready takes at most this many flops. For a method with
	// `no_pivoting`, `columns` takes T1 and T∞ from its `flops` and
	// `critical_path_flops`
	Flops float64 `json:"flops"`

	// speed-up by this bound: `flops` of the ordering divided by the bound; absent
	// without work
	Speedup float64 `json:"speedup,omitempty"`
}

// A Warning says that a result is doubtful or why a part is absent. Code is a
// short stable word for programs.
type Warning struct {
	Code    string `json:"code"`    // short word for programs: see docs/warnings.md. `lenient-…` needs `--lenient`
	Message string `json:"message"` // the warning as a sentence
}

// Timings are wall-clock times.
type Timings struct {
	ReadNS     int64 `json:"read_ns"`            // time to read the first file
	SymbolicNS int64 `json:"symbolic_ns"`        // time of structure, orderings and series, which run at the same time
	ExactNS    int64 `json:"exact_ns,omitempty"` // time of the numeric LUs; absent if 0
	TotalNS    int64 `json:"total_ns"`           // total time without reading the first file
	Workers    int   `json:"workers"`            // number of threads
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

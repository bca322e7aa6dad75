package prediction

import (
	"math"
	"slices"
	"strings"
)

// Features are the counts of one matrix under one ordering that the model reads. The
// symbolic analysis knows all of them: no factorization is needed.
//
// Factors are counted for pivots from the diagonal, inside the diagonal blocks.
type Features struct {
	Rows    int64 `json:"rows"`    // rows of the matrix
	Entries int64 `json:"entries"` // entries of the matrix

	// whether the pattern of the permuted matrix is symmetric within one block
	Symmetric bool `json:"symmetric"`

	// whether `l`, `u` and `flops` are upper bounds, because the exact structure was
	// not computed
	Bound bool `json:"bound"`

	L        int64   `json:"l"`         // entries of L, with the diagonal
	U        int64   `json:"u"`         // entries of U, with the diagonal
	OffBlock int64   `json:"off_block"` // entries of the matrix outside of the diagonal blocks
	Flops    float64 `json:"flops"`     // flops of the factorization: 2 per multiply-add, 1 per division

	Blocks       int64 `json:"blocks"`        // diagonal blocks
	LargestBlock int64 `json:"largest_block"` // rows of the largest diagonal block
	Singletons   int64 `json:"singletons"`    // diagonal blocks of one row

	// updates of a column by a column: entries of U above the diagonal in rows whose
	// column of L has entries
	Updates int64 `json:"updates"`

	// pivots whose column of L has entries below the diagonal
	Eliminations int64 `json:"eliminations"`

	// loops of a factorization by columns whose lengths a processor does not foresee
	Surprises int64 `json:"surprises"`

	// the same for a factorization by rows; 0 unless the matrix is symmetric. Of these and
	// the counts below, some are 0 if Options.Solvers leaves out all solvers that need them
	RowSurprises int64 `json:"row_surprises"`

	// the same counts for the whole matrix without its blocks, as solvers without a block
	// triangular form fill it
	Whole Whole `json:"whole"`

	// the counts of SuperLU, which adds zeros in its own way
	SuperLU SuperLUFactors `json:"superlu"`

	UMFPACK UMFPACKFronts `json:"umfpack"` // the counts of UMFPACK's frontal matrices

	// entries of permuted vectors that lie on another page than the entry before, in the
	// orders of the rows and of the columns
	Jumps int64 `json:"jumps"`

	OffDiagonal int64 `json:"off_diagonal"` // columns without an entry on the diagonal
	Unmatched   int64 `json:"unmatched"`    // if there are such columns: columns whose rows are all taken when each column takes the first free row

	// entries that KLU visits when it looks for a matching column by column. After
	// 4,000,000 visits, an estimate
	Searched int64 `json:"searched"`

	// vertices of the graph of A+Aᵀ inside the diagonal blocks that have neighbours, without
	// rows that have more than 10√n. Rows with the same neighbours,
	// each counted as its own neighbour, are one vertex
	Vertices  int64 `json:"vertices"`
	Edges     int64 `json:"edges"`      // entries in the rows of these vertices
	Joined    int64 `json:"joined"`     // rows that these vertices stand for
	DenseRows int64 `json:"dense_rows"` // rows that have more than 10√n neighbours

	// columns that are stored more than 256 KiB away from the column before them in the
	// order, at 12 bytes for each entry
	Far int64 `json:"far"`

	// sum over the rows of the matrix of the squared entries of the row: large if a row is
	// dense
	Squares float64 `json:"squares"`

	// entries of R of a QR factorization of the diagonal blocks: the bound of U for any
	// row pivots, which UMFPACK works through in its analysis
	AnyPivots int64 `json:"any_pivots"`

	LongestColumn int64 `json:"longest_column"` // entries of the longest column of L

	// entries of L of the graph of A+Aᵀ, with the diagonal: solvers that keep
	// symmetric structures store them
	SymmetricL int64 `json:"symmetric_l"`

	SymmetricFlops float64 `json:"symmetric_flops"` // flops of the LU of that graph
	CholeskyFlops  float64 `json:"cholesky_flops"`  // flops of the Cholesky factorization of that graph: the sum of the squared counts
	Panels         int64   `json:"panels"`          // relaxed supernodes of that graph
	PanelEntries   int64   `json:"panel_entries"`   // entries of L that the relaxed supernodes store, with added zeros
	PanelFlops     float64 `json:"panel_flops"`     // flops of the LU by relaxed supernodes, with added zeros
	Assembled      float64 `json:"assembled"`       // sum over the relaxed supernodes of the entries of their update matrix
	Height         int64   `json:"height"`          // height of the elimination tree, in columns
	Graph          int64   `json:"graph"`           // entries of A+Aᵀ inside the diagonal blocks, without the diagonal

	left uint // bits of the solvers, as Solvers lists them, whose own counts are left out
}

// leave leaves out what only solvers need that are not listed.
func (f *Features) leave(listed []Solver) {
	for k, s := range Solvers() {
		if !slices.Contains(listed, s) {
			f.left |= 1 << k
		}
	}
}

// counts reports whether the features have what a solver needs.
func (f *Features) counts(s Solver) bool {
	k := slices.Index(Solvers(), s)
	return k < 0 || f.left>>k&1 == 0
}

// A Whole has the counts of a factorization of the whole matrix, without blocks.
type Whole struct {
	L       int64   `json:"l"`       // entries of L, with the diagonal
	U       int64   `json:"u"`       // entries of U, with the diagonal
	Flops   float64 `json:"flops"`   // flops of the factorization
	Updates int64   `json:"updates"` // updates of a column by a column
}

// Supernodal reports whether CHOLMOD uses its supernodal method: if a Cholesky
// factorization has at least 40 flops for each entry of L. Otherwise it uses the
// simplicial method.
func (f *Features) Supernodal() bool {
	return f.CholeskyFlops >= 40*float64(f.SymmetricL)
}

// method names the method that CHOLMOD uses.
func (f *Features) method() string {
	if f.Supernodal() {
		return "supernodal"
	}
	return "simplicial"
}

// learned is how many short loops a processor learns to predict if the same work is
// repeated: a thousand updates take hardly longer than their multiply-adds, a million
// mispredict the end of each loop.
const learned = 10_000

// few is how many short loops are cheaper than later ones. On matrices of ten rows,
// newton/lu takes half of the time for each loop that it takes on matrices of hundreds of
// rows. Of 60, 100, 200, 300 and 1,000, the errors were least with 60 and 100.
const few = 100

// early is how many short loops are too many for processors that learn less. On an Emerald
// Rapids, an update of SuperLU takes twice as long from a thousand updates on; a Zen 4
// knows four thousand.
const early = 1_000

// count returns a count by its name in the coefficients. `unlearned_` in front of a
// name x means x²/(x+learned), `early_` x³/(x²+early²), and `many_` x²/(x+few).
func (f *Features) count(name string) float64 {
	if base, ok := strings.CutPrefix(name, "many_"); ok {
		x := f.count(base)
		return x * x / (x + few)
	}
	if base, ok := strings.CutPrefix(name, "unlearned_"); ok {
		x := f.count(base)
		return x * x / (x + learned)
	}
	if base, ok := strings.CutPrefix(name, "early_"); ok {
		x := f.count(base)
		return x * x * x / (x*x + early*early)
	}
	switch name {
	case "one":
		return 1
	case "rows":
		return float64(f.Rows)
	case "entries":
		return float64(f.Entries)
	case "off_block":
		return float64(f.OffBlock)
	case "factor_entries":
		return float64(f.L + f.U - f.Rows)
	case "l":
		return float64(f.L)
	case "u":
		return float64(f.U)
	case "blocks":
		return float64(f.Blocks)
	case "updates":
		return float64(f.Updates)
	case "surprises":
		return unlearned(f.Surprises, f.Updates)
	case "row_surprises":
		return unlearned(f.RowSurprises, f.Updates)
	case "blocks_of_more":
		return float64(f.Blocks - f.Singletons)
	case "any_pivots":
		return float64(f.AnyPivots)
	case "squares":
		return f.Squares
	case "far":
		return float64(f.Far)
	case "stored":
		return float64(f.stored())
	case "eliminations":
		return float64(f.Eliminations)
	case "whole_entries":
		return float64(f.Whole.L + f.Whole.U)
	case "multiply_adds":
		return f.Flops / 2
	case "superlu_entries":
		return float64(f.SuperLU.L + f.SuperLU.U)
	case "superlu_multiply_adds":
		return f.SuperLU.Flops / 2
	case "superlu_supernodes":
		return float64(f.SuperLU.Supernodes)
	case "superlu_segments":
		return float64(f.SuperLU.Segments)
	case "front_instructions":
		return f.UMFPACK.Instructions
	case "front_multiply_adds":
		return f.UMFPACK.MultiplyAdds
	case "front_assemblies":
		return float64(f.UMFPACK.Assemblies)
	case "front_surprises":
		return f.UMFPACK.Surprises
	case "front_early_surprises":
		return f.UMFPACK.EarlySurprises
	case "jumps":
		return float64(f.Jumps)
	case "off_diagonal":
		return float64(f.OffDiagonal)
	case "unmatched":
		return float64(f.Unmatched)
	case "searched":
		return float64(f.Searched)
	case "vertices":
		return float64(f.Vertices)
	case "edges":
		return float64(f.Edges)
	case "joined":
		return float64(f.Joined)
	case "singletons":
		return float64(f.Singletons)
	case "graph":
		return float64(f.Graph)
	case "least_multiply_adds": // of a Cholesky factorization at least
		return math.Min(f.Flops, f.CholeskyFlops) / 2
	case "symmetric_l":
		return float64(f.SymmetricL)
	case "symmetric_multiply_adds":
		return f.SymmetricFlops / 2
	case "panels":
		return float64(f.Panels)
	case "panel_entries":
		return float64(f.PanelEntries)
	case "panel_multiply_adds":
		return f.PanelFlops / 2
	case "assembled":
		return f.Assembled
	}
	panic("prediction: no count " + name)
}

// unlearned returns the part of the surprises in so many updates that a processor has not
// learned, if the same work is repeated: half of them at ten thousand updates.
func unlearned(surprises, updates int64) float64 {
	return float64(surprises) * float64(updates) / float64(updates+learned)
}

// bytes returns the bytes of a working set.
func (f *Features) bytes(set string) float64 {
	const index, value = 4, 8
	switch set {
	case "":
		return 0
	case "vector":
		return value * float64(f.Rows)
	case "matrix":
		return (index + value) * float64(f.Entries)
	case "l":
		return (index + value) * float64(f.L)
	case "factors":
		return (index + value) * float64(f.L+f.U+f.OffBlock)
	case "all":
		return (index + value) * float64(f.L+f.U+f.OffBlock+f.Entries)
	case "whole":
		return (index + value) * float64(f.Whole.L+f.Whole.U)
	case "fronts":
		return (index + value) * float64(f.Whole.L+f.Whole.U+f.Entries)
	case "pattern":
		return index * float64(f.Entries+f.Rows)
	case "superlu":
		return (index + value) * float64(f.SuperLU.L+f.SuperLU.U)
	case "panels":
		return value * float64(f.PanelEntries)
	}
	panic("prediction: no working set " + set)
}

package symbolic

import (
	"github.com/nrkit/nrkit/internal/invariant"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
)

// The trees that an order can ask for.
const (
	SymmetricTree = "A+AT" // pivots from the diagonal
	ColumnTree    = "ATA"  // any row pivots
)

// An Order is an ordering to analyse: the matrix A(Rows, Cols).
type Order struct {
	Method string // its name, for the result
	Tree   string // SymmetricTree, also when empty, or ColumnTree

	// Rows and Cols are the permutations. Rows nil is the same as Cols, Cols
	// nil moves nothing. For the column tree the order of the rows is of no
	// consequence, except to the figures without pivoting.
	Rows, Cols sparsity.Perm

	// BlockPtr are the limits of the diagonal blocks of a block triangular
	// form, ascending from 0 to the number of columns. Nil is a single block.
	BlockPtr []int32
}

// Permutations returns the permutations of o, an order of a matrix of so many rows and
// columns, neither of them nil. Rows of a square matrix without a permutation go where
// the columns go; rows of another matrix stay.
func (o *Order) Permutations(height, width int) (rows, cols sparsity.Perm) {
	rows, cols = o.Rows, o.Cols
	if cols == nil {
		cols = sparsity.Identity(width)
	}
	switch {
	case rows != nil:
	case height == width:
		rows = cols
	default:
		rows = sparsity.Identity(height)
	}
	return rows, cols
}

// MostPipelined returns the default of [Options.PipelinedEntries] for a matrix with
// the number of entries: 64 per entry, and at least 1<<26. Under Options.Costs,
// which computes little besides, the numbers are 16 and 1<<22.
func MostPipelined(entries int, costs bool) int64 {
	if costs {
		return max(1<<22, 16*int64(entries))
	}
	return max(1<<26, 64*int64(entries))
}

// Options are the options of an analysis besides the order.
type Options struct {
	// Graph is sparsity.Symmetrize of the matrix, if the caller has it already. It
	// is then not formed again for each order.
	Graph *sparsity.Pattern

	// Blocks are the diagonal blocks of the matrix, if the caller has them already
	// and ord permutes within them. Their graph is then not formed again for each
	// order. An order that does not permute within them is analysed as if Blocks
	// were nil.
	Blocks *Blocks

	// Singular says that the matrix is structurally singular. Then no choice of row
	// pivots gives an LU, and bounds over all row pivots do not hold for pivots from
	// a diagonal that is assumed to be full. NoPivoting therefore has the figures of
	// A+Aᵀ alone.
	Singular bool

	// Costs computes only the figures by which orders are compared: Fill, Height,
	// CriticalPathFlops and ParallelismWork, TaskModels without schedules, Etree,
	// Counts and Work, and NoPivoting where it applies.
	Costs bool

	// Counts also leaves out TaskModels, which need the structure of the factors.
	// The other figures under Costs need only counts. Counts implies Costs.
	Counts bool

	// PipelinedEntries is the most entries of U for which the model of pipelined
	// columns is computed: its critical path takes one to two nanoseconds an entry,
	// and its schedule ten and 4 bytes, up to 1<<25 entries. Default [MostPipelined];
	// negative: none.
	PipelinedEntries int64

	Relax      supernode.RelaxOptions // limits of merging, default CHOLMOD's
	Workers    []int                  // of the schedule, ascending, default 1, 2, 4, … 1024
	ValueBytes int                    // size of one value of the factors, default 8
	Scratch    *Scratch               // memory to work in, which saves allocating it for each order; default new

	// LULevels asks for the levels of the LU factorization without pivoting, of a
	// square matrix. Default nil: not computed, because they need the structure of L
	// and U, while the other figures need only counts.
	LULevels *LULevelOptions
}

// resolve returns ord with its defaults filled in, after checking that it fits
// the matrix.
func (ord Order) resolve(a *sparsity.Pattern) Order {
	if ord.Tree == "" {
		ord.Tree = SymmetricTree
	}
	if ord.Tree != SymmetricTree && ord.Tree != ColumnTree {
		panic(errTree)
	}
	if !a.Square() && (ord.Tree == SymmetricTree || ord.BlockPtr != nil) {
		panic(errNotSquare)
	}
	if ord.Rows == nil && a.Square() {
		ord.Rows = ord.Cols
	}
	if ord.Rows != nil && len(ord.Rows) != a.Rows || ord.Cols != nil && len(ord.Cols) != a.Cols {
		panic(errOrder)
	}
	ord.checkBlocks(a.Cols)
	if invariant.Enabled {
		invariant.Must("symbolic: pattern", a.Check())
		invariant.Must("symbolic: row order", ord.Rows.Check())
		invariant.Must("symbolic: column order", ord.Cols.Check())
	}
	return ord
}

func (ord Order) checkBlocks(n int) {
	ptr := ord.BlockPtr
	if ptr == nil {
		return
	}
	if len(ptr) == 0 || ptr[0] != 0 || int(ptr[len(ptr)-1]) != n {
		panic(errBlocks)
	}
	for b := 1; b < len(ptr); b++ {
		if ptr[b] < ptr[b-1] {
			panic(errBlocks)
		}
	}
}

// blocks reports whether ord has more than one block.
func (ord Order) blocks() bool { return len(ord.BlockPtr) > 2 }

// symmetric reports whether ord permutes rows and columns alike.
func (ord Order) symmetric() bool {
	if len(ord.Rows) == 0 || len(ord.Cols) == 0 {
		return len(ord.Rows) == len(ord.Cols)
	}
	if &ord.Rows[0] == &ord.Cols[0] {
		return true
	}
	for k, i := range ord.Rows {
		if ord.Cols[k] != i {
			return false
		}
	}
	return true
}

// resolve returns opt with its defaults filled in.
func (opt Options) resolve(a *sparsity.Pattern) Options {
	if opt.Graph != nil && (opt.Graph.Rows != a.Rows || opt.Graph.Cols != a.Cols) {
		panic(errGraph)
	}
	if opt.Relax == (supernode.RelaxOptions{}) {
		opt.Relax = supernode.DefaultRelax()
	}
	if opt.Workers == nil {
		opt.Workers = []int{1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024}
	}
	opt.Costs = opt.Costs || opt.Counts
	if opt.PipelinedEntries == 0 {
		opt.PipelinedEntries = MostPipelined(a.NNZ(), opt.Costs)
	}
	if opt.ValueBytes == 0 {
		opt.ValueBytes = 8
	}
	if opt.Scratch == nil {
		opt.Scratch = &Scratch{}
	}
	last := 0
	for _, p := range opt.Workers {
		if p <= last {
			panic(errWorkers)
		}
		last = p
	}
	return opt
}

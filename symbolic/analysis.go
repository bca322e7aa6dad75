package symbolic

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/supernode"
)

// An Analysis is the result for a matrix under one order. For the column tree its
// figures are bounds over all row pivots, see the package comment.
type Analysis struct {
	// name of the method for `--ordering`. Names of equivalent orders end in
	// `+lower` or `+shorter`
	Method string `json:"method"`

	// `A+AT`: counts for pivots from the diagonal. `ATA`: upper bounds for any row
	// pivots
	Tree string `json:"tree"`

	Fill
	Shape
	Parallelism

	TaskModels *TaskModels `json:"task_models"` // critical paths and schedules under three models of a task

	// subtrees of the elimination tree; columns of disjoint subtrees do not update
	// each other.
	//
	// It is nil under Options.Costs.
	Subtrees *Subtrees `json:"subtrees,omitempty"`

	Supernodes Supernodes `json:"supernodes"` // adjacent columns with the same structure below a dense triangle

	// list schedules on 1, 2, 4, … 1024 workers. Tasks are relaxed supernodes, the
	// highest level runs first, communication is free. Other models are in
	// `task_models`
	Schedule []Speedup `json:"schedule"`

	Bandwidth int `json:"bandwidth"` // largest abs(row − column) of an entry of the permuted matrix

	// sum over the rows i of the permuted matrix of i − first column of row i, at
	// least 0 per row
	Profile int64 `json:"profile"`

	// levels of the forward substitution within the diagonal blocks, all blocks at
	// once; absent for the tree `ATA`
	LevelsL *LevelSets `json:"levels_l,omitempty"`

	// levels of the backward substitution within the diagonal blocks, all blocks
	// at once; absent for the tree `ATA`
	LevelsU *LevelSets `json:"levels_u,omitempty"`

	// levels of the whole triangular solve, in which diagonal blocks wait for each
	// other: see docs/lu-levels.md#the-whole-triangular-solve. Each row counts as
	// two operations. Absent for the tree `ATA`
	//
	// It is nil, too, under an order that is not block upper triangular. See
	// [SolveLevelsWhole].
	LevelsSolve *LevelSets `json:"levels_solve,omitempty"`

	// column levels of a factorization without pivoting. Absent without `--levels
	// lu`, except for the recommended method of `--ordering best` with at most
	// 2,000,000 entries
	LULevels *LULevels `json:"lu_levels,omitempty"`

	// figures of the same order for pivots from the diagonal; absent unless the
	// tree is `ATA` and the matrix is square
	NoPivoting *NoPivoting `json:"no_pivoting,omitempty"`

	// one row that alone makes the bound exceed all of L and U without pivoting;
	// absent for the tree `A+AT`, and if no row does so
	Vacuous *DenseRow `json:"vacuous,omitempty"`

	// For drawing and for files; in the numbering of the permuted matrix,
	// except Partition, which numbers columns by their place in Postorder.
	Order     Order               `json:"-"`
	Etree     etree.Tree          `json:"-"`
	Postorder sparsity.Perm       `json:"-"`
	Counts    []int32             `json:"-"` // entries of each row of U, with the diagonal
	Work      []float64           `json:"-"` // flops of each column
	Partition supernode.Partition `json:"-"` // relaxed
	Tasks     etree.Tree          `json:"-"` // assembly tree of Partition
	TaskWork  []float64           `json:"-"` // flops of the columns of each of its nodes
}

// NoPivoting bounds a factorization with pivots from the diagonal, under an order
// whose bound is for any pivots. Compare these figures with orders for the symmetric
// tree, whose figures also assume pivots from the diagonal.
//
// The bound for any pivots holds for diagonal pivots as well. Each column of L and
// each row of U therefore counts with the smaller of that bound and the count of
// [SymmetricTree] for the same order: no figure exceeds the same figure of either.
// Under [Options.Singular] the count of [SymmetricTree] is used alone. Height and
// critical path are the smaller values of the two trees.
type NoPivoting struct {
	Fill
	Height            int     `json:"height"`              // height of the elimination tree, in columns: the smaller of the two bounds
	CriticalPathFlops float64 `json:"critical_path_flops"` // T∞ in the task model of columns: the smaller of the two bounds
	ParallelismWork   float64 `json:"parallelism_work"`    // `flops` divided by `critical_path_flops`

	// task models of the structure of A+Aᵀ, or of the bound for any pivots if that
	// has fewer flops. Their `work` can exceed `flops`, and `columns.parallelism`
	// can differ from `parallelism_work`
	TaskModels *TaskModels `json:"task_models"`
}

// Analyze returns the analysis of the matrix with pattern a under ord.
//
// Method: the stages below; each is linear, or nearly so, in the entries of a
// and the columns, but for the schedule, which is O(s log s) in the number s
// of supernodes for each number of workers that does not yet reach the
// critical path.
//
// Shapes: a is canonical, and square unless ord asks for the column tree.
// Nothing is modified; the result may share the permutations of ord.
//
// It panics if ord or opt do not fit a.
func Analyze(a *sparsity.Pattern, ord Order, opt Options) *Analysis {
	ord, opt = ord.resolve(a), opt.resolve(a)
	x := &Analysis{Method: ord.Method, Tree: ord.Tree, Order: ord}

	// Permute, tree, postorder, counts.
	var f *factor
	if ord.Tree == ColumnTree {
		f = columnFactor(a, ord)
	} else {
		f = symmetricFactor(a, ord, opt)
	}
	x.Etree, x.Counts, x.Work = f.tree, f.upper, f.work()
	if opt.Costs {
		x.addCosts(a, f, opt)
		return x
	}
	x.Postorder = f.tree.PostorderBy(f.upper) // the longest column of several children last
	x.Bandwidth, x.Profile = envelope(a, f.graph, ord)

	// Fill, flops, memory; height and level sets; critical path.
	x.Fill = f.fill(x.Work, opt)
	var path float64
	x.Shape, path = shapeOf(f.tree, x.Work, opt.Scratch)
	x.Parallelism = parallelismOf(f.tree.Len(), x.Flops, path, x.Height)
	trees := subtreesOf(f.tree, x.Work)
	x.Subtrees = &trees

	// Supernodes, and the critical path and schedule of the assembly tree.
	tasks, cost := x.addSupernodes(f, opt)
	x.Tasks, x.TaskWork = tasks, cost
	x.CriticalPathSupernodes = tasks.CriticalPath(cost)
	x.ParallelismSupernodes = ratio(x.Flops, x.CriticalPathSupernodes)
	x.Schedule = speedups(tasks, cost, opt.Workers, x.CriticalPathSupernodes, opt.Scratch)

	// Task models: columns, pipelined columns, panels in two dimensions.
	x.TaskModels = f.taskModels(x.Work, x.CriticalPathFlops, f.panelsOf(x.Partition, tasks, x.Postorder), opt)

	// Solves, or what pivots from the diagonal give under the same order.
	if ord.Tree == ColumnTree {
		x.addNoPivoting(a, f, opt)
	} else {
		x.addSolveLevels()
		x.LevelsSolve = wholeSolve(a, x.Etree, ord)
	}
	x.addLULevels(a, opt)
	return x
}

// addCosts adds what [Options.Costs] leaves.
func (x *Analysis) addCosts(a *sparsity.Pattern, f *factor, opt Options) {
	x.Fill = f.fill(x.Work, opt)
	_, shape, path := climb(f.tree, x.Work, opt.Scratch)
	x.Height, x.CriticalPathFlops, x.ParallelismWork = shape.Height, path, ratio(x.Flops, path)
	if !opt.Counts {
		x.TaskModels = f.taskModels(x.Work, path, f.relaxed(f.tree.PostorderBy(f.upper), x.Work, opt), opt)
	}
	if x.Tree == ColumnTree {
		x.addNoPivoting(a, f, opt)
	}
}

// addLULevels adds what opt.LULevels asks for.
func (x *Analysis) addLULevels(a *sparsity.Pattern, opt Options) {
	if opt.LULevels == nil || !a.Square() {
		return
	}
	b, _ := diagonalBlocks(sparsity.Permute(a, x.Order.Rows, x.Order.Cols), x.Order.BlockPtr)
	x.LULevels = LULevelsOf(b, *opt.LULevels)
}

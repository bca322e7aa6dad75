package symbolic_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// Costs alone are those of the whole analysis.
func TestCosts(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			for _, ord.Tree = range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				whole, costs := symbolic.Analyze(a, ord, symbolic.Options{}), symbolic.Analyze(a, ord, symbolic.Options{Costs: true})
				if costs.Fill != whole.Fill || costs.Height != whole.Height || costs.CriticalPathFlops != whole.CriticalPathFlops ||
					costs.ParallelismWork != whole.ParallelismWork || !slices.Equal(costs.Counts, whole.Counts) {
					t.Errorf("%s, %s: want %+v, got %+v", ord.Method, ord.Tree, whole.Fill, costs.Fill)
				}
				if x, y := costs.NoPivoting, whole.NoPivoting; (x == nil) != (y == nil) || x != nil && (x.Fill != y.Fill || x.Height != y.Height ||
					x.CriticalPathFlops != y.CriticalPathFlops || x.TaskModels.Pipelined.CriticalPath != y.TaskModels.Pipelined.CriticalPath ||
					x.TaskModels.Panels.CriticalPath != y.TaskModels.Panels.CriticalPath) {
					t.Errorf("%s: without pivoting want %v, got %v", ord.Method, y, x)
				}
				if costs.LevelWidths != nil || costs.Schedule != nil || costs.LevelsL != nil {
					t.Errorf("%s: more than costs", ord.Method)
				}
			}
		}
	})
}

// An analysis with the blocks at hand is the same as one without, for orders
// within them and for others.
func TestBlocks(t *testing.T) {
	within := 0
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, base := range orders(a, seed) {
			if base.Rows == nil || base.Cols == nil {
				continue
			}
			ptr := base.BlockPtr
			if ptr == nil {
				ptr = []int32{0, int32(a.Cols)}
			}
			b := symbolic.BlocksOf(a, base.Rows, base.Cols, ptr)
			for _, ord := range append(orders(a, seed), shuffled(base, ptr, seed)) {
				with, without := symbolic.Analyze(a, ord, symbolic.Options{Blocks: b}), symbolic.Analyze(a, ord, symbolic.Options{})
				if with.Fill != without.Fill || with.Height != without.Height || with.Bandwidth != without.Bandwidth || with.Profile != without.Profile ||
					!slices.Equal(with.Etree.Parent, without.Etree.Parent) || !slices.Equal(with.Counts, without.Counts) {
					t.Errorf("%s in blocks of %s: want %+v, got %+v", ord.Method, base.Method, without.Fill, with.Fill)
				}
				if q, ok := b.Places(ord); ok {
					within++
					if q.Check() != nil || len(q) != a.Cols {
						t.Errorf("%s in blocks of %s: no permutation: %v", ord.Method, base.Method, q)
					}
				} else if ord.Method == "shuffled" {
					t.Errorf("an order within the blocks of %s is not taken for one", base.Method)
				}
			}
		}
	})
	if within < 100 {
		t.Errorf("want many orders within blocks, got %d", within)
	}
}

// shuffled returns an order that moves rows and columns of base alike, within
// blocks.
func shuffled(base symbolic.Order, ptr []int32, seed uint64) symbolic.Order {
	ord := symbolic.Order{Method: "shuffled", Rows: slices.Clone(base.Rows), Cols: slices.Clone(base.Cols), BlockPtr: ptr}
	r := rand.New(rand.NewPCG(seed, 9))
	for b := range len(ptr) - 1 {
		rows, cols := ord.Rows[ptr[b]:ptr[b+1]], ord.Cols[ptr[b]:ptr[b+1]]
		r.Shuffle(len(rows), func(x, y int) {
			rows[x], rows[y] = rows[y], rows[x]
			cols[x], cols[y] = cols[y], cols[x]
		})
	}
	return ord
}

func TestNoBlocks(t *testing.T) {
	var none *symbolic.Blocks
	if _, ok := none.Places(symbolic.Order{}); ok {
		t.Error("an order within no blocks")
	}
	a := matgen.Tridiagonal(4)
	b := symbolic.BlocksOf(a, sparsity.Identity(4), sparsity.Identity(4), []int32{0, 2, 4})
	if b.Off != 2 || b.Graph.NNZ() != 4 {
		t.Errorf("want 2 entries outside and 2 edges inside, got %d and %v", b.Off, b.Graph.RowIdx)
	}
	crossed := symbolic.Order{Rows: sparsity.Perm{0, 2, 1, 3}, Cols: sparsity.Perm{0, 2, 1, 3}, BlockPtr: []int32{0, 2, 4}}
	if _, ok := b.Places(crossed); ok {
		t.Error("a column outside of its block")
	}
}

// Of a singular matrix only the counts of A+Aᵀ bound what pivots from the diagonal
// give.
func TestSingular(t *testing.T) {
	less := 0
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			ord.Tree = symbolic.ColumnTree
			x := symbolic.Analyze(a, ord, symbolic.Options{Singular: true})
			free := symbolic.Analyze(a, ord, symbolic.Options{})
			ord.Tree = symbolic.SymmetricTree
			if want := symbolic.Analyze(a, ord, symbolic.Options{}); x.NoPivoting.Fill != want.Fill || x.NoPivoting.Height != want.Height ||
				x.NoPivoting.CriticalPathFlops != want.CriticalPathFlops {
				t.Errorf("%s: want %+v, got %+v", ord.Method, want.Fill, x.NoPivoting.Fill)
			}
			if x.Fill != free.Fill {
				t.Errorf("%s: the bound for any pivots is another: want %+v, got %+v", ord.Method, free.Fill, x.Fill)
			}
			if free.NoPivoting.NNZLU < x.NoPivoting.NNZLU {
				less++
			}
		}
	})
	if less == 0 {
		t.Error("want matrices where it matters")
	}
}

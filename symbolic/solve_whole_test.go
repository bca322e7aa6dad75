package symbolic_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// between returns the entries of A(Rows, Cols) outside the diagonal blocks, by
// definition, and whether all are above them.
func between(a *sparsity.Pattern, ord symbolic.Order) (off *sparsity.Pattern, above bool) {
	if ord.Rows == nil {
		ord.Rows = ord.Cols
	}
	b, above := sparsity.Permute(a, ord.Rows, ord.Cols), true
	off = sparsity.NewPattern(b.Rows, b.Cols)
	block := func(i int32) (which int) {
		for which < len(ord.BlockPtr)-2 && i >= ord.BlockPtr[which+1] {
			which++
		}
		return which
	}
	for j := range b.Cols {
		for _, i := range b.Col(j) {
			if rows, cols := block(i), block(int32(j)); rows != cols {
				off.RowIdx = append(off.RowIdx, i)
				above = above && rows < cols
			}
		}
		off.ColPtr[j+1] = int64(len(off.RowIdx))
	}
	return off, above
}

// triangularOrders returns orders that make a block upper triangular: its form,
// with a random order in each block, and one block.
func triangularOrders(a *sparsity.Pattern, seed uint64) []symbolic.Order {
	f := btf.BlockTriangular(a)
	rows, cols := slices.Clone(f.RowPerm), slices.Clone(f.ColPerm)
	for b := range f.Blocks() {
		lo := f.BlockPtr[b]
		for k, i := range matgen.RandomPerm(f.Size(b), seed+uint64(b)) {
			rows[lo+int32(k)], cols[lo+int32(k)] = f.RowPerm[lo+i], f.ColPerm[lo+i]
		}
	}
	return []symbolic.Order{
		{Method: "form", Rows: f.RowPerm, Cols: f.ColPerm, BlockPtr: f.BlockPtr},
		{Method: "within", Rows: rows, Cols: cols, BlockPtr: f.BlockPtr},
		{Method: "one block", Rows: rows, Cols: cols, BlockPtr: []int32{0, int32(a.Cols)}},
	}
}

// TestWholeSolve compares with the rounds in which operations become ready, one
// after the other, of the structure of a dense elimination. An order that is not
// block triangular has no such solve.
func TestWholeSolve(t *testing.T) {
	seen := map[bool]int{}
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range append(orders(a, seed), triangularOrders(a, seed)...) {
			d, _ := apply(a, ord)
			off, above := between(a, ord)
			seen[above]++
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			if (x.LevelsSolve != nil) != above {
				t.Fatalf("%s: a solve %v, block triangular %v", ord.Method, x.LevelsSolve, above)
			}
			if !above {
				continue
			}
			l, u := oracle.LUStructure(sparsity.Symmetrize(d))
			if got, want := x.LevelsSolve.Widths, oracle.Widths(oracle.WholeSolveLevels(l, u, off)); !slices.Equal(got, want) {
				t.Fatalf("%s: want %v, got %v", ord.Method, want, got)
			}
			if s := *x.LevelsSolve; len(ord.BlockPtr) <= 2 && s.Levels != x.LevelsL.Levels+x.LevelsU.Levels || s.Levels < x.LevelsL.Levels+x.LevelsU.Levels {
				t.Fatalf("%s: %d steps, levels of L %d, of U %d", ord.Method, s.Levels, x.LevelsL.Levels, x.LevelsU.Levels)
			}
			// L and U whose structures differ.
			l, u = oracle.LUStructure(d)
			got := symbolic.SolveLevelsWhole(l, u, off, ord.BlockPtr)
			if want := oracle.Widths(oracle.WholeSolveLevels(l, u, off)); !slices.Equal(got.Widths, want) {
				t.Fatalf("%s, L and U: want %v, got %v", ord.Method, want, got.Widths)
			}
		}
	})
	if seen[true] < 100 || seen[false] < 100 {
		t.Errorf("orders that are block triangular: %v", seen)
	}
}

// chain returns a chain of full blocks of two, where row r of each block has an
// entry in column c of the next.
func chain(blocks, r, c int) (a *sparsity.Pattern, ord symbolic.Order) {
	n := 2 * blocks
	a = sparsity.NewPattern(n, n)
	ord.BlockPtr = []int32{0}
	for j := range n {
		first := j / 2 * 2
		if first > 0 && j%2 == c {
			a.RowIdx = append(a.RowIdx, int32(first-2+r))
		}
		a.RowIdx = append(a.RowIdx, int32(first), int32(first+1))
		a.ColPtr[j+1] = int64(len(a.RowIdx))
		if j%2 == 1 {
			ord.BlockPtr = append(ord.BlockPtr, int32(j+1))
		}
	}
	return a, ord
}

// TestWholeSolveOfChain: a block of two takes four steps, y₀ y₁ x₁ x₀. The
// block before it starts at y₀ or y₁ when x₁ or x₀ is there, so that 5,000 blocks
// take 2, 3 or 4 steps each, where each block by itself says four in all.
func TestWholeSolveOfChain(t *testing.T) {
	for _, c := range []struct{ row, column, each, first int }{{0, 0, 4, 4}, {0, 1, 3, 4}, {1, 0, 3, 4}, {1, 1, 2, 4}} {
		for _, blocks := range []int{1, 2, 5000} {
			a, ord := chain(blocks, c.row, c.column)
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			if want := c.first + c.each*(blocks-1); x.LevelsSolve.Levels != want || x.LevelsL.Levels != 2 || x.LevelsU.Levels != 2 {
				t.Errorf("%d blocks, row %d reads column %d: want %d steps, got %d; within blocks %d and %d",
					blocks, c.row, c.column, want, x.LevelsSolve.Levels, x.LevelsL.Levels, x.LevelsU.Levels)
			}
		}
	}
}

// columnByColumn returns a maximum matching of a square pattern: the diagonal, then
// for each column in turn the first free row, then a shortest augmenting path.
func columnByColumn(a *sparsity.Pattern) btf.Matching {
	m := btf.Matching{RowOf: make([]int32, a.Cols), ColOf: make([]int32, a.Cols)}
	for j := range m.RowOf {
		m.RowOf[j], m.ColOf[j] = -1, -1
	}
	pair := func(i, j int32) { m.RowOf[j], m.ColOf[i] = i, j }
	for j := range int32(a.Cols) {
		if slices.Contains(a.Col(int(j)), j) {
			pair(j, j)
		}
	}
	for j := range int32(a.Cols) {
		free := slices.IndexFunc(a.Col(int(j)), func(i int32) bool { return m.ColOf[i] < 0 })
		if m.RowOf[j] < 0 && free >= 0 {
			pair(a.Col(int(j))[free], j)
		}
	}
	for j := range int32(a.Cols) {
		if m.RowOf[j] < 0 {
			augment(a, m, j, pair)
		}
	}
	m.Size = a.Cols
	return m
}

// augment matches column j along a shortest path, which there is.
func augment(a *sparsity.Pattern, m btf.Matching, j int32, pair func(i, j int32)) {
	from := map[int32]int32{} // column from which a row was reached
	for queue := []int32{j}; ; queue = queue[1:] {
		for _, i := range a.Col(int(queue[0])) {
			if _, seen := from[i]; seen {
				continue
			}
			from[i] = queue[0]
			if m.ColOf[i] >= 0 {
				queue = append(queue, m.ColOf[i])
				continue
			}
			for i >= 0 {
				column := from[i]
				before := m.RowOf[column]
				pair(i, column)
				if i = before; column == j {
					return
				}
			}
		}
	}
}

// TestStoredWholeSolve: the steps of bp_1200 under another matching, as a slow
// program counted them. Its blocks are the same, and 6 of its 822 columns have
// an entry on the diagonal.
func TestStoredWholeSolve(t *testing.T) {
	a := collection.Pattern(t, "bp_1200")
	f := columnByColumn(a).BlockTriangular(a)
	rows, cols := ordering.WithinBlocks(a, f, func(b *sparsity.Pattern) sparsity.Perm {
		p, _ := ordering.AMD(sparsity.Symmetrize(b), ordering.AMDOptions{})
		return p
	})
	x := symbolic.Analyze(a, symbolic.Order{Rows: rows, Cols: cols, BlockPtr: f.BlockPtr}, symbolic.Options{})
	if x.LevelsL.Levels != 60 || x.LevelsU.Levels != 60 || x.LevelsSolve.Levels != 215 {
		t.Errorf("want 60 and 60 levels and 215 steps, got %d, %d and %d", x.LevelsL.Levels, x.LevelsU.Levels, x.LevelsSolve.Levels)
	}
}

// TestWholeSolvePanics: what is no block triangular form has no steps.
func TestWholeSolvePanics(t *testing.T) {
	none, full := sparsity.NewPattern(3, 3), matgen.Dense(3, 3)
	for _, c := range []struct {
		want      string
		l, u, off *sparsity.Pattern
		ptr       []int32
	}{
		{"symbolic: pattern not square", none, none, matgen.Dense(2, 3), nil},
		{"symbolic: pattern not square", none, matgen.Dense(2, 2), none, nil},
		{"symbolic: blocks do not divide the columns", none, none, none, []int32{0, 2}},
		{"symbolic: entry above the diagonal of L", full, none, none, nil},
		{"symbolic: entry below the diagonal of U", none, full, none, nil},
		{"symbolic: entry between blocks that is not above the diagonal blocks", none, none, full, []int32{0, 1, 3}},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("want %q, got %v", c.want, got)
				}
			}()
			symbolic.SolveLevelsWhole(c.l, c.u, c.off, c.ptr)
		}()
	}
}

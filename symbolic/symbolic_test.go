package symbolic_test

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// eachSquare runs f on square patterns of many kinds and sizes, with a seed.
func eachSquare(t *testing.T, f func(t *testing.T, a *sparsity.Pattern, seed uint64)) {
	for _, n := range []int{0, 1, 2, 3, 4, 6, 9, 16, 30} {
		for seed := range uint64(5) {
			for name, a := range map[string]*sparsity.Pattern{
				"grid":        matgen.Grid2D(n, 3),
				"circuit":     matgen.Circuit(n, seed),
				"arrow":       matgen.Arrow(n, 1),
				"good arrow":  matgen.ArrowGood(n, 1),
				"diagonal":    matgen.Diagonal(n),
				"unsymmetric": matgen.RandomSquare(n, 1+int(seed), seed),
				"holes":       matgen.Random(n, n, 1+int(seed), seed),
				"reducible":   matgen.Reducible(n/3, 3, 1, seed),
			} {
				t.Run(fmt.Sprintf("%s/n=%d/seed=%d", name, n, seed), func(t *testing.T) { f(t, a, seed) })
			}
		}
	}
}

// orders returns orders of many forms for a square pattern.
func orders(a *sparsity.Pattern, seed uint64) []symbolic.Order {
	n := a.Cols
	p, q := matgen.RandomPerm(n, seed), matgen.RandomPerm(n, seed+100)
	r := rand.New(rand.NewPCG(seed, 4))
	ptr := []int32{0}
	for int(ptr[len(ptr)-1]) < n {
		ptr = append(ptr, min(int32(n), ptr[len(ptr)-1]+int32(r.IntN(5))))
	}
	return []symbolic.Order{
		{Method: "natural"},
		{Method: "cols", Cols: p},
		{Method: "alike", Rows: slices.Clone(p), Cols: p},
		{Method: "both", Rows: p, Cols: q},
		{Method: "rows", Rows: p},
		{Method: "blocks", Rows: p, Cols: q, BlockPtr: ptr},
		{Method: "blocks alike", Cols: q, BlockPtr: ptr},
		{Method: "natural blocks", BlockPtr: ptr},
		{Method: "one block", Cols: p, BlockPtr: []int32{0, int32(n)}},
	}
}

// apply returns what an order makes of a, by definition: the diagonal blocks
// of A(Rows, Cols), and the number of entries outside.
func apply(a *sparsity.Pattern, ord symbolic.Order) (*sparsity.Pattern, int64) {
	if ord.Rows == nil {
		ord.Rows = ord.Cols
	}
	b := sparsity.Permute(a, ord.Rows, ord.Cols)
	if ord.BlockPtr == nil {
		return b, 0
	}
	block := func(i int32) int { // how many blocks start at i or before
		return len(slices.DeleteFunc(slices.Clone(ord.BlockPtr), func(first int32) bool { return first > i }))
	}
	d := sparsity.NewPattern(b.Rows, b.Cols)
	for j := range b.Cols {
		for _, i := range b.Col(j) {
			if block(i) == block(int32(j)) {
				d.RowIdx = append(d.RowIdx, i)
			}
		}
		d.ColPtr[j+1] = int64(len(d.RowIdx))
	}
	return d, int64(b.NNZ() - d.NNZ())
}

// TestSymmetricTree compares with the structure of a dense elimination.
func TestSymmetricTree(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			d, off := apply(a, ord)
			l, u := oracle.LUStructure(sparsity.Symmetrize(d))
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			n := int64(a.Cols)
			want := symbolic.Fill{
				NNZL: int64(l.NNZ()), NNZU: int64(u.NNZ()), NNZLU: int64(l.NNZ()+u.NNZ()) - n, NNZOffBlocks: off,
			}
			want.NNZTotal = want.NNZLU + off
			want.FillIn = want.NNZLU + off - int64(a.NNZ())
			if a.NNZ() > 0 {
				want.FillRatio = float64(want.NNZLU+off) / float64(a.NNZ())
			}
			want.FactorBytes = 12*(want.NNZLU+off) + 16*(n+1)
			for j := range l.Cols {
				c := float64(len(l.Col(j)))
				want.Flops += 2*(c-1)*(c-1) + c - 1
				want.FlopsCholesky += c * c
			}
			if x.Fill != want {
				t.Fatalf("%s: want %+v, got %+v", ord.Method, want, x.Fill)
			}
			compareTree(t, x, oracle.Eliminate(d))
			compareSolve(t, x, l, u)
		}
	})
}

// compareTree checks heights, levels and critical path of an analysis against
// the factor f.
func compareTree(t *testing.T, x *symbolic.Analysis, f oracle.Factor) {
	t.Helper()
	parent := f.Parent()
	if !slices.Equal(x.Etree.Parent, parent) || !slices.Equal(x.Counts, f.ColumnCounts()) {
		t.Fatalf("%s: tree %v with counts %v, want %v with %v", x.Method, x.Etree.Parent, x.Counts, parent, f.ColumnCounts())
	}
	level := make([]int, len(parent))
	for j, h := range oracle.Heights(parent) {
		level[j] = int(h)
	}
	if got := x.LevelWidths; !slices.Equal(got, oracle.Widths(level)) || x.Height != len(got) {
		t.Fatalf("%s: level widths: want %v, got %v", x.Method, oracle.Widths(level), got)
	}
	if x.WidestLevel != slices.Max(append([]int{0}, x.LevelWidths...)) {
		t.Fatalf("%s: widest level %d of %v", x.Method, x.WidestLevel, x.LevelWidths)
	}
	if want := oracle.CriticalPath(parent, x.Work); !near(x.CriticalPathFlops, want) {
		t.Fatalf("%s: critical path: want %v, got %v", x.Method, want, x.CriticalPathFlops)
	}
	none, slack, deepest := 0, 0, 0
	for j, d := range oracle.Depths(parent) {
		wait := x.Height - 1 - int(d) - level[j]
		slack += wait
		deepest = max(deepest, wait)
		if wait == 0 {
			none++
		}
	}
	if x.Slack.None != none || x.Slack.Max != deepest || !near(x.Slack.Mean*float64(len(parent)), float64(slack)) {
		t.Fatalf("%s: slack %+v, want sum %d, largest %d, none in %d columns", x.Method, x.Slack, slack, deepest, none)
	}
}

func near(a, b float64) bool { return math.Abs(a-b) <= 1e-12*math.Max(math.Abs(a), math.Abs(b)) }

// compareSolve checks the levels read off the tree against those of L and U.
func compareSolve(t *testing.T, x *symbolic.Analysis, l, u *sparsity.Pattern) {
	t.Helper()
	if got, want := x.LevelsL.Widths, oracle.Widths(oracle.SolveLevels(l)); !slices.Equal(got, want) {
		t.Fatalf("%s: levels of the solve with L: want %v, got %v", x.Method, want, got)
	}
	if got, want := x.LevelsU.Widths, oracle.Widths(oracle.SolveLevels(u)); !slices.Equal(got, want) {
		t.Fatalf("%s: levels of the solve with U: want %v, got %v", x.Method, want, got)
	}
}

// TestFactorBytes: the size of a value counts, and the sum does not wrap.
func TestFactorBytes(t *testing.T) {
	for size, want := range map[int]int64{8: 4*12 + 48, 16: 4*20 + 48, math.MaxInt / 2: math.MaxInt64} {
		x := symbolic.Analyze(matgen.Dense(2, 2), symbolic.Order{}, symbolic.Options{ValueBytes: size})
		if x.FactorBytes != want {
			t.Errorf("values of %d bytes: want %d, got %d", size, want, x.FactorBytes)
		}
	}
}

// TestGraphOption: a graph that is handed in changes nothing, and neither it
// nor the matrix is changed.
func TestGraphOption(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		g := sparsity.Symmetrize(a)
		before, graphBefore := a.Clone(), g.Clone()
		for _, ord := range orders(a, seed) {
			for _, tree := range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				ord.Tree = tree
				one, err := json.Marshal(symbolic.Analyze(a, ord, symbolic.Options{}))
				if err != nil {
					t.Fatal(err)
				}
				two, _ := json.Marshal(symbolic.Analyze(a, ord, symbolic.Options{Graph: g}))
				if string(one) != string(two) {
					t.Fatalf("%s: the result depends on where the graph comes from:\n%s\n%s", ord.Method, one, two)
				}
			}
		}
		if !a.Equal(before) || !g.Equal(graphBefore) {
			t.Fatal("an argument was changed")
		}
	})
}

func TestPanics(t *testing.T) {
	a, wide := matgen.Dense(3, 3), matgen.Dense(2, 3)
	analyze := func(a *sparsity.Pattern, ord symbolic.Order, opt symbolic.Options) func() {
		return func() { symbolic.Analyze(a, ord, opt) }
	}
	for _, c := range []struct {
		want string
		f    func()
	}{
		{"symbolic: unknown tree", analyze(a, symbolic.Order{Tree: "A"}, symbolic.Options{})},
		{"symbolic: pattern not square", analyze(wide, symbolic.Order{}, symbolic.Options{})},
		{"symbolic: order does not fit the matrix", analyze(a, symbolic.Order{Cols: sparsity.Identity(2)}, symbolic.Options{})},
		{"symbolic: blocks do not divide the columns", analyze(a, symbolic.Order{BlockPtr: []int32{0, 2}}, symbolic.Options{})},
		{"symbolic: blocks do not divide the columns", analyze(a, symbolic.Order{BlockPtr: []int32{0, 2, 1, 3}}, symbolic.Options{})},
		{"symbolic: graph does not fit the matrix", analyze(a, symbolic.Order{}, symbolic.Options{Graph: matgen.Dense(2, 2)})},
		{"symbolic: numbers of workers not ascending from 1 or more", analyze(a, symbolic.Order{}, symbolic.Options{Workers: []int{2, 2}})},
		{"symbolic: numbers of workers not ascending from 1 or more", func() { symbolic.Makespan(etree.Tree{}, nil, 0) }},
		{"symbolic: tree and costs differ in size", func() { symbolic.Speedups(etree.Tree{}, []float64{1}, nil) }},
		{"symbolic: entry above the diagonal of L", func() { symbolic.SolveLevels(a) }},
		{"symbolic: entry below the diagonal of U", func() { symbolic.SolveLevelsUpper(a) }},
		{"symbolic: pattern not square", func() { symbolic.SolveLevels(wide) }},
	} {
		func() {
			defer func() {
				if got := recover(); got != c.want {
					t.Errorf("want %q, got %v", c.want, got)
				}
			}()
			c.f()
		}()
	}
}

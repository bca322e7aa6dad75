package symbolic_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A denseLU is L and U as arrays, from an elimination of the whole array: in[i][j] for an
// entry of L below the diagonal or of U above.
type denseLU struct {
	n  int
	in [][]bool
}

func eliminated(a *sparsity.Pattern) denseLU {
	d := denseLU{a.Cols, make([][]bool, a.Cols)}
	for i := range d.in {
		d.in[i] = make([]bool, d.n)
	}
	l, u := oracle.LUStructure(a)
	for j := range d.n {
		for _, i := range append(slices.Clone(l.Col(j)), u.Col(j)...) {
			d.in[i][j] = int(i) != j
		}
	}
	return d
}

// writes reports whether column i of L has an entry.
func (d denseLU) writes(i int) bool {
	for r := i + 1; r < d.n; r++ {
		if d.in[r][i] {
			return true
		}
	}
	return false
}

// The rules, by their definitions: whether column k waits for i < k.
func (d denseLU) uGraph(i, k int) bool { return d.in[i][k] && d.writes(i) }

func (d denseLU) doubleU(i, t int) bool {
	for k := t + 1; k < d.n; k++ {
		if d.in[t][i] && d.in[i][k] && d.in[t][k] {
			return true
		}
	}
	return d.uGraph(i, t)
}

func (d denseLU) relaxed(i, k int) bool { return d.uGraph(i, k) || d.in[k][i] }

// levels does in each round the columns whose predecessors are done.
func (d denseLU) levels(waits func(i, k int) bool) []int {
	triangle := sparsity.NewPattern(d.n, d.n)
	for i := range d.n {
		for k := i + 1; k < d.n; k++ {
			if waits(i, k) {
				triangle.RowIdx = append(triangle.RowIdx, int32(k))
			}
		}
		triangle.ColPtr[i+1] = int64(len(triangle.RowIdx))
	}
	return oracle.SolveLevels(triangle)
}

// mustBeSafe: no two columns of one level of the right-looking method write
// what the other reads. That both add to the same entry is allowed.
func (d denseLU) mustBeSafe(t *testing.T, level []int) {
	t.Helper()
	for a := range d.n {
		for b := a + 1; b < d.n; b++ {
			if level[a] != level[b] || !d.writes(a) {
				continue
			}
			for k := a + 1; k < d.n; k++ {
				reads := k == b || k > b && d.in[b][k] && d.in[b][a]
				if d.in[a][k] && reads {
					t.Fatalf("columns %d and %d are in level %d, and the first writes into column %d what the second reads", a, b, level[a], k)
				}
			}
		}
	}
}

// randomSquare returns one of several kinds of matrices of up to 40 columns.
func randomSquare(seed uint64) *sparsity.Pattern {
	r := rand.New(rand.NewPCG(seed, 8))
	n := r.IntN(40)
	switch seed % 6 {
	case 0:
		return matgen.Random(n, n, 1+r.IntN(3), seed) // with holes on the diagonal
	case 1:
		a := matgen.RandomSymmetric(n, 2, seed)
		if r.IntN(2) == 0 {
			a = sparsity.Symmetrize(a) // without a diagonal
		}
		return a
	case 2:
		return matgen.Circuit(n/4, seed)
	case 3:
		return sparsity.Permute(matgen.Reducible(n/3, 3, 1, seed), nil, matgen.RandomPerm(n/3*3, seed))
	case 4:
		return matgen.ArrowGood(n, 1+r.IntN(3))
	default:
		return matgen.RandomSquare(n, 1+r.IntN(3), seed)
	}
}

// TestLULevels compares with the definitions on the whole array.
func TestLULevels(t *testing.T) {
	apart := [2]int{} // matrices on which the rules differ
	for seed := range uint64(240) {
		a := randomSquare(seed)
		before := a.Clone()
		d := eliminated(a)
		x := symbolic.LULevelsOf(a, symbolic.LULevelOptions{})
		for name, c := range map[string]struct {
			got   *symbolic.LevelSets
			waits func(i, k int) bool
		}{"u_graph": {x.UGraph, d.uGraph}, "double_u": {x.DoubleU, d.doubleU}, "relaxed": {x.Relaxed, d.relaxed}} {
			level := d.levels(c.waits)
			if want := oracle.Widths(level); !slices.Equal(c.got.Widths, want) || c.got.Levels != len(want) {
				t.Fatalf("seed %d: %s: want widths %v, got %v", seed, name, want, c.got.Widths)
			}
			if name != "u_graph" {
				d.mustBeSafe(t, level)
			}
		}
		mustMatchStructure(t, a, d, x, seed)
		if !slices.Equal(x.UGraph.Widths, x.DoubleU.Widths) {
			apart[0]++
		}
		if !slices.Equal(x.DoubleU.Widths, x.Relaxed.Widths) {
			apart[1]++
		}
		if !a.Equal(before) {
			t.Fatalf("seed %d: the matrix was changed", seed)
		}
	}
	if t.Logf("double U differs from the U graph on %d, from the relaxed rule on %d of 240", apart[0], apart[1]); apart[0] < 20 || apart[1] < 20 {
		t.Errorf("the rules hardly differ: %v", apart)
	}
}

// mustMatchStructure compares counts, flops, path and pivots, and the structure.
func mustMatchStructure(t *testing.T, a *sparsity.Pattern, d denseLU, x *symbolic.LULevels, seed uint64) {
	t.Helper()
	s, err := symbolic.StructureOf(a, 1<<20, nil)
	if err != nil {
		t.Fatal(err)
	}
	flops, path, noPivot := 0.0, 0.0, 0
	end := make([]float64, d.n)
	for k := range d.n {
		var l, u []int32
		pivot := slices.Contains(a.Col(k), int32(k))
		for i := range d.n {
			switch {
			case i < k && d.in[i][k]:
				u = append(u, int32(i))
				pivot = pivot || d.in[k][i]
				for r := i + 1; r < d.n; r++ {
					if d.in[r][i] { // column k loses column i, row r
						flops, end[k] = flops+2, end[k]+2
					}
				}
			case i > k && d.in[i][k]:
				l = append(l, int32(i))
				flops, end[k] = flops+1, end[k]+1
			}
		}
		if !pivot {
			noPivot++
		}
		start := 0.0
		for i := range k {
			if d.uGraph(i, k) {
				start = max(start, end[i])
			}
		}
		end[k] += start
		path = max(path, end[k])
		if got := slices.Sorted(slices.Values(s.L.Col(k))); !slices.Equal(got, l) {
			t.Fatalf("seed %d: column %d of L: want %v, got %v", seed, k, l, got)
		}
		if got := slices.Sorted(slices.Values(s.U.Col(k))); !slices.Equal(got, u) {
			t.Fatalf("seed %d: column %d of U: want %v, got %v", seed, k, u, got)
		}
	}
	if x.Flops != flops || x.Path != path || x.NoPivot != noPivot || x.NNZL != int64(s.L.NNZ()+d.n) || x.NNZU != int64(s.U.NNZ()+d.n) {
		t.Fatalf("seed %d: want %v flops, path %v, %d without pivot, got %+v", seed, flops, path, noPivot, x)
	}
}

// TestLULevelsOfAnalysis: those of the diagonal blocks, and only where asked.
func TestLULevelsOfAnalysis(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			for _, tree := range []string{symbolic.SymmetricTree, symbolic.ColumnTree} {
				ord.Tree = tree
				if x := symbolic.Analyze(a, ord, symbolic.Options{}); x.LULevels != nil {
					t.Fatal("levels that nobody asked for")
				}
				x := symbolic.Analyze(a, ord, symbolic.Options{LULevels: &symbolic.LULevelOptions{}})
				if ord.Rows == nil {
					ord.Rows = ord.Cols
				}
				d, _ := apply(a, ord)
				if want := symbolic.LULevelsOf(d, symbolic.LULevelOptions{}); !reflect.DeepEqual(x.LULevels, want) {
					t.Fatalf("%s: want %+v, got %+v", ord.Method, want, x.LULevels)
				}
				if tree == symbolic.SymmetricTree && x.LULevels.NNZL+x.LULevels.NNZU > x.NNZL+x.NNZU {
					t.Fatalf("%s: exact structure larger than its bound: %+v, %+v", ord.Method, x.LULevels, x.Fill)
				}
			}
		}
	})
}

// TestLULimit: entries are limited, and the search can be stopped.
func TestLULimit(t *testing.T) {
	// 10 entries below the diagonal and 9 above, which get a tenth.
	a := matgen.Dense(5, 5)
	a.RowIdx = slices.Delete(a.RowIdx, 23, 24)
	a.ColPtr[5]--
	for limit, want := range map[int64]string{
		20: "", 19: "L and U have more than 19 entries, 16 before column 4 of 5", 1: "L and U have more than 1 entries, 0 before column 0 of 5",
	} {
		x := symbolic.LULevelsOf(a, symbolic.LULevelOptions{MaxEntries: limit})
		if x.NotComputed != want || (x.UGraph == nil) != (want != "") {
			t.Errorf("limit %d: want %q, got %+v", limit, want, x)
		}
	}
	calls := 0
	_, err := symbolic.StructureOf(matgen.Diagonal(5000), 1, func() bool { calls++; return calls == 2 })
	var limit *symbolic.LimitError
	if !errors.As(err, &limit) || limit.Column != 2047 || err.Error() != "stopped at column 2047 of 5000" {
		t.Errorf("stopped: got %v", err)
	}
}

// TestModes: levels alternate between the modes.
func TestModes(t *testing.T) {
	for _, c := range []struct {
		widths []int
		want   symbolic.ThreadModes
	}{
		{nil, symbolic.ThreadModes{Threads: 4, MinColumns: 8}},
		{[]int{100, 8, 7, 1}, symbolic.ThreadModes{4, 8, 2, 108, 2, 8, 1}},
		{[]int{3, 9, 2, 2, 50, 1}, symbolic.ThreadModes{4, 8, 2, 59, 4, 8, 3}},
	} {
		if got := symbolic.Modes(c.widths, 4, 8); got != c.want {
			t.Errorf("%v: want %+v, got %+v", c.widths, c.want, got)
		}
	}
}

// TestGLUKernels: blocks of independent columns, one level of each size.
func TestGLUKernels(t *testing.T) {
	for n, want := range map[int]symbolic.GLUKernels{
		1: {Stream: 1}, 16: {Stream: 1}, 17: {Warps32: 1}, 448: {Warps32: 1}, 449: {Warps4: 1}, 896: {Warps4: 1}, 897: {Warps2: 1},
	} {
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			x := symbolic.LULevelsOf(matgen.Diagonal(n), symbolic.LULevelOptions{})
			if *x.Kernels != want || x.Relaxed.Levels != 1 {
				t.Errorf("want %+v, got %+v", want, *x.Kernels)
			}
		})
	}
}

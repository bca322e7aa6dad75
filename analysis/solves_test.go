package analysis

import (
	"context"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// The steps of a solve with pivoted factors are the rounds in which operations
// become ready, whether rows moved or not.
func TestWholeSolveOfPivotedFactors(t *testing.T) {
	moved, waited := 0, 0
	for seed := range uint64(40) {
		size := 1 + int(seed%7)
		a := matgen.Reducible(1+int(seed%11), size, 1+int(seed%3), seed)
		m := matgen.Values(a, seed)
		form := btf.BlockTriangular(a)
		f, err := lu.Factor(context.Background(), a, m.Values,
			lu.Plan{Row: form.RowPerm, Col: form.ColPerm, BlockPtr: form.BlockPtr}, lu.Options{Threshold: 1})
		if err != nil {
			continue // singular by its values
		}
		got := symbolic.SolveLevelsWhole(f.L.Pattern, f.U.Pattern, f.Off.Pattern, f.BlockPtr)
		want := oracle.Widths(oracle.WholeSolveLevels(f.L.Pattern, f.U.Pattern, f.Off.Pattern))
		if !slices.Equal(got.Widths, want) {
			t.Fatalf("seed %d: want %v, got %v", seed, want, got.Widths)
		}
		if f.Stats.OffDiagonal > 0 {
			moved++
		}
		if got.Levels > symbolic.SolveLevels(f.L.Pattern).Levels+symbolic.SolveLevelsUpper(f.U.Pattern).Levels {
			waited++
		}
	}
	if moved < 10 || waited < 10 {
		t.Errorf("%d factorisations with pivots off the diagonal, %d solves in which blocks wait", moved, waited)
	}
}

// Steps of whole solves that a slow program counted, and the levels of L and U
// within blocks, which are far fewer.
func TestStoredSolves(t *testing.T) {
	for _, c := range []struct {
		matrix, method string
		within, whole  int // levels of L and U together, and steps
	}{
		{"fpga_dcop_01", "btf+amd", 36, 449},
		{"adder_dcop_05", "btf+ammf", 26, 86},
		{"Pd", "btf+amd", 44, 148},
		{"bp_1200", "btf+amd", 118, 206},
	} {
		d := analyzed(t, collection.Open(t, c.matrix, sparseio.Options{}).Matrix, Options{Orderings: []string{c.method}, Exact: []string{"all"}})
		o := d.Orderings[0]
		if got := o.LevelsL.Levels + o.LevelsU.Levels; got != c.within || o.LevelsSolve.Levels != c.whole {
			t.Errorf("%s under %s: want %d levels within blocks and %d steps, got %d and %d", c.matrix, c.method, c.within, c.whole, got, o.LevelsSolve.Levels)
		}
		sum := 0
		for _, w := range o.LevelsSolve.Widths {
			sum += w
		}
		if sum != 2*d.Structure.Rows {
			t.Errorf("%s: %d operations for %d rows", c.matrix, sum, d.Structure.Rows)
		}
		if e := d.Exact[0]; e.LevelsSolve.Levels < e.LevelsL.Levels+e.LevelsU.Levels {
			t.Errorf("%s, with pivots: %d steps, levels %d and %d", c.matrix, e.LevelsSolve.Levels, e.LevelsL.Levels, e.LevelsU.Levels)
		}
		if claims(d, "solves.gpu") || claims(d, "solves.barrier") || !claims(d, "solves.blocks-wait") {
			t.Errorf("%s: %v", c.matrix, d.Verdict)
		}
	}
}

// L and U of pivoted factors differ: U of olm1000 has twice the levels of L.
func TestStoredPivotedSolve(t *testing.T) {
	d := analyzed(t, collection.Open(t, "olm1000", sparseio.Options{}).Matrix, Options{Orderings: []string{"ammf"}, Exact: []string{"all"}})
	if e := d.Exact[0]; e.LevelsL.Levels != 253 || e.LevelsU.Levels != 502 || e.LevelsSolve.Levels != 755 {
		t.Errorf("want 253, 502 and 755 levels, got %d, %d and %d", e.LevelsL.Levels, e.LevelsU.Levels, e.LevelsSolve.Levels)
	}
}

// Ten matrices with 11 unknowns or fewer: none is advised a GPU.
func TestSmallestIsNotForGPU(t *testing.T) {
	for n := 2; n <= 11; n++ {
		d := analyzed(t, &sparsity.Matrix{Pattern: matgen.Dense(n, n)}, Options{Orderings: []string{"all"}})
		if !claims(d, "size.all-too-small") || claims(d, "solves.gpu") || claims(d, "solves.barrier") {
			t.Errorf("%d unknowns: %v", n, d.Verdict)
		}
	}
}

// A contrast compares the steps of the whole solves with their pivots.
func TestContrastOfSolves(t *testing.T) {
	d := analyzed(t, matgen.Dominant(matgen.Reducible(20, 8, 3, 1), 1), Options{Orderings: []string{"amd", "btf+amd"}, Exact: []string{"all"}})
	got := changeOf(t, ContrastOf(d, d, "amd", "btf+amd").Figures, "exact.levels_solve")
	if a, b := d.exactOf("amd").LevelsSolve.Levels, d.exactOf("btf+amd").LevelsSolve.Levels; a == b || got.A != float64(a) || got.B != float64(b) {
		t.Errorf("want %d and %d, which differ, got %v and %v", a, b, got.A, got.B)
	}
}

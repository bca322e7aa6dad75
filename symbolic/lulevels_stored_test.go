package symbolic_test

import (
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// TestStoredLULevels: multipliers of 16, 32 and 64 bits under AMD. Their
// patterns are symmetric, and so are L and U: as many entries as the counts say,
// as many levels of the U graph as the tree has, and the relaxed rule adds none.
func TestStoredLULevels(t *testing.T) {
	for _, name := range []string{"nr_c6288_tran_it0800", "nr_mul32_tran_it0150", "mul64_rs", "memplus", "rajat19"} {
		a := collection.Pattern(t, name)
		g := sparsity.Symmetrize(a)
		perm, _ := ordering.AMD(g, ordering.AMDOptions{})
		x := symbolic.Analyze(a, symbolic.Order{Cols: perm}, symbolic.Options{Graph: g, LULevels: &symbolic.LULevelOptions{}})
		v := x.LULevels
		if v.NotComputed != "" {
			t.Fatalf("%s: %s", name, v.NotComputed)
		}
		t.Logf("%-22s n %6d, height %d: U graph %d levels, widest %d, mean %.1f, double U %d, relaxed %d, T1/T∞ %.1f, %+v, %+v", name, a.Cols, x.Height,
			v.UGraph.Levels, v.UGraph.Widest, v.UGraph.MeanWidth, v.DoubleU.Levels, v.Relaxed.Levels, v.Flops/v.Path, *v.Kernels, v.Modes)
		symmetric := sparsity.Transpose(a).Equal(a)
		if v.NNZL > x.NNZL || v.NNZU > x.NNZU || v.Relaxed.Levels > x.Height || v.UGraph.Levels > v.DoubleU.Levels || v.DoubleU.Levels > v.Relaxed.Levels {
			t.Errorf("%s: exact structure exceeds its bound: %+v, %+v", name, v, x.Fill)
		}
		if symmetric && (v.NNZL != x.NNZL || v.NNZU != x.NNZU || v.Flops != x.Flops || v.UGraph.Levels != x.Height || v.Relaxed.Levels != x.Height) {
			t.Errorf("%s: symmetric, but %+v, %+v, height %d", name, v, x.Fill, x.Height)
		}
	}
}

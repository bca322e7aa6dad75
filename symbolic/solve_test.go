package symbolic_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// TestSolveLevels compares with rounds of elimination on triangles that are
// no Cholesky factors.
func TestSolveLevels(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		l, u := sparsity.NewPattern(a.Rows, a.Cols), sparsity.NewPattern(a.Rows, a.Cols)
		for j := range a.Cols {
			for _, i := range slices.Backward(a.Col(j)) { // unsorted
				if int(i) > j {
					l.RowIdx = append(l.RowIdx, i)
				}
				if int(i) <= j {
					u.RowIdx = append(u.RowIdx, i)
				}
			}
			l.ColPtr[j+1], u.ColPtr[j+1] = int64(len(l.RowIdx)), int64(len(u.RowIdx))
		}
		for name, c := range map[string]struct {
			got  symbolic.LevelSets
			want []int
		}{
			"L": {symbolic.SolveLevels(l), oracle.Widths(oracle.SolveLevels(l))},
			"U": {symbolic.SolveLevelsUpper(u), oracle.Widths(oracle.SolveLevels(u))},
		} {
			if !slices.Equal(c.got.Widths, c.want) {
				t.Fatalf("%s: want %v, got %v", name, c.want, c.got.Widths)
			}
			single, widest := 0, 0
			for _, w := range c.want {
				widest = max(widest, w)
				if w == 1 {
					single++
				}
			}
			if c.got.Levels != len(c.want) || c.got.Widest != widest || c.got.Single != single ||
				!near(c.got.MeanWidth*float64(c.got.Levels), float64(a.Cols)) {
				t.Fatalf("%s: %+v", name, c.got)
			}
		}
	})
}

// TestLevelSets: what is said of the widths, around the size of a warp.
func TestLevelSets(t *testing.T) {
	for _, c := range []struct {
		widths                 []int
		widest, single, narrow int
		mean, median           float64
	}{
		{nil, 0, 0, 0, 0, 0},
		{[]int{1}, 1, 1, 1, 1, 1},
		{[]int{33, 31, 1, 1}, 33, 2, 3, 16.5, 16},
		{[]int{40, 32, 31}, 40, 0, 1, 103.0 / 3, 32},
	} {
		// The first row of each level leads to all rows of the next.
		n, first := 0, 0
		for _, w := range c.widths {
			n += w
		}
		l := sparsity.NewPattern(n, n)
		for k, w := range c.widths {
			for j := first; j < first+w; j++ {
				if j == first && k+1 < len(c.widths) {
					for i := range c.widths[k+1] {
						l.RowIdx = append(l.RowIdx, int32(first+w+i))
					}
				}
				l.ColPtr[j+1] = int64(len(l.RowIdx))
			}
			first += w
		}
		got := symbolic.SolveLevels(l)
		if !slices.Equal(got.Widths, c.widths) || got.Widest != c.widest || got.Single != c.single ||
			got.Narrow != c.narrow || !near(got.MeanWidth, c.mean) || got.Median != c.median {
			t.Errorf("widths %v: got %+v", c.widths, got)
		}
	}
}

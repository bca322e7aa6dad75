package transversal_test

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

func TestProductBruteForce(t *testing.T) {
	for n, p := range patterns() {
		for _, k := range kinds {
			for seed := range uint64(2) {
				m := lay(p, k, uint64(n)*2+seed)
				t.Run(fmt.Sprintf("%dx%d/%d/%s/%d", p.Rows, p.Cols, n, k.name, seed), func(t *testing.T) {
					tr := product(t, m)
					check(t, m, tr)
					size, want := bruteForce(m)
					if tr.Matching.Size != size || size > 0 && !(math.Abs(tr.LogProduct-want) <= 1e-9*(1+math.Abs(want))) {
						t.Fatalf("want %d pairs with product exp(%v), got %d with exp(%v)", size, want, tr.Matching.Size, tr.LogProduct)
					}
				})
			}
		}
	}
}

func TestProductLarge(t *testing.T) {
	for name, p := range large() {
		for _, k := range kinds {
			t.Run(name+"/"+k.name, func(t *testing.T) {
				for seed := range uint64(2) {
					m := lay(p, k, seed)
					tr := product(t, m)
					check(t, m, tr)
					if again := product(t, m); !slices.Equal(tr.Matching.RowOf, again.Matching.RowOf) || !slices.Equal(tr.Row, again.Row) {
						t.Fatal("two runs differ")
					}
				}
			})
		}
	}
}

// TestDominantStays: where the diagonal is the largest entry of its row and of
// its column, it is the transversal.
func TestDominantStays(t *testing.T) {
	m := lay(matgen.Grid2D(6, 5), kinds[0], 2)
	for j := range m.Pattern.Cols {
		for k, i := range m.Pattern.Col(j) {
			if int(i) == j {
				m.Values[m.Pattern.ColPtr[j]+int64(k)] = 1e6
			}
		}
	}
	if tr := product(t, m); !slices.Equal(tr.Matching.RowOf, sparsity.Identity(30)) {
		t.Errorf("a large diagonal has the transversal %v", tr.Matching.RowOf)
	}
	// All entries alike: the diagonal is as good as any other.
	ones := lay(matgen.Dense(9, 9), kinds[4], 0)
	if tr := product(t, ones); !slices.Equal(tr.Matching.RowOf, sparsity.Identity(9)) {
		t.Errorf("a matrix of ones has the transversal %v", tr.Matching.RowOf)
	}
}

// TestForm: the block triangular form under the transversal has the blocks that
// any other has, and the chosen entries on its diagonal.
func TestForm(t *testing.T) {
	for seed := range uint64(10) {
		m := lay(matgen.HiddenBlocks(120, 15, 90, seed), kinds[0], 2*seed)
		tr := product(t, m)
		f, g := tr.Matching.BlockTriangular(m.Pattern), btf.BlockTriangular(m.Pattern)
		if f.Blocks() != g.Blocks() || f.Largest() != g.Largest() || f.Matched != g.Matched {
			t.Fatalf("%d blocks, the largest %d; want %d, %d", f.Blocks(), f.Largest(), g.Blocks(), g.Largest())
		}
		for k, j := range f.ColPerm {
			if tr.Matching.RowOf[j] != f.RowPerm[k] {
				t.Fatalf("row %d is beside column %d, want row %d", f.RowPerm[k], j, tr.Matching.RowOf[j])
			}
		}
	}
}

func TestScaled(t *testing.T) {
	for _, k := range kinds[:3] {
		for seed := range uint64(4) {
			m := lay(matgen.Random(30, 30, 4, seed), k, seed)
			before := slices.Clone(m.Values)
			tr := product(t, m)
			s := tr.Scaled(m)
			row, col := tr.Factors()
			for j := range m.Pattern.Cols {
				for e := m.Pattern.ColPtr[j]; e < m.Pattern.ColPtr[j+1]; e++ {
					i := m.Pattern.RowIdx[e]
					x := s.Values[e]
					if y := m.Values[e] * row[i] * col[j]; math.Abs(x-y) > 1e-9 {
						t.Fatalf("%s: entry (%d, %d) is %g, by the factors %g", k.name, i, j, x, y)
					}
					if s.Imag != nil {
						x = math.Hypot(x, s.Imag[e])
					}
					if math.Abs(x) > 1+1e-9 || tr.Matching.RowOf[j] == i && math.Abs(x) < 1-1e-9 {
						t.Fatalf("%s: entry (%d, %d) is %g when scaled", k.name, i, j, x)
					}
				}
			}
			if !slices.Equal(before, m.Values) {
				t.Fatal("the matrix was modified")
			}
		}
	}
}

// TestExtreme: the smallest and the largest numbers, whose ratio no factor can
// have, still become 1.
func TestExtreme(t *testing.T) {
	for _, v := range []float64{math.SmallestNonzeroFloat64, math.MaxFloat64} {
		m := &sparsity.Matrix{Pattern: matgen.Diagonal(1), Values: []float64{v}, Imag: []float64{v}}
		tr := product(t, m)
		check(t, m, tr)
		s := tr.Scaled(m)
		if x := math.Hypot(s.Values[0], s.Imag[0]); math.Abs(x-1) > 1e-12 {
			t.Errorf("%g (1+i) becomes %g", v, x)
		}
	}
	m := &sparsity.Matrix{Pattern: matgen.Diagonal(2), Values: []float64{math.SmallestNonzeroFloat64, math.MaxFloat64}}
	tr := product(t, m)
	row, col := tr.Factors()
	for _, x := range append(row, col...) {
		if !(x > 0) || math.IsInf(x, 0) {
			t.Errorf("factor %g", x)
		}
	}
}

// TestEmptyLines: rows and columns without a nonzero entry keep the factor 1.
func TestEmptyLines(t *testing.T) {
	p := sparsity.NewPattern(3, 3)
	p.RowIdx, p.ColPtr = []int32{0, 2, 2}, []int64{0, 2, 2, 3}
	m := &sparsity.Matrix{Pattern: p, Values: []float64{5, 7, 3}}
	tr := product(t, m)
	check(t, m, tr)
	if tr.Matching.Size != 2 || tr.Row[1] != 0 || tr.Col[1] != 0 {
		t.Errorf("%+v", tr)
	}
	// Row 0 and columns 0 to 2, of which the last is empty, are the horizontal
	// part. The entry of 100 beside it shifts the factors of that part.
	p = sparsity.NewPattern(2, 4)
	p.RowIdx, p.ColPtr = []int32{0, 0, 0, 1}, []int64{0, 1, 2, 2, 4}
	m = &sparsity.Matrix{Pattern: p, Values: []float64{0.01, 0.01, 100, 1}}
	tr = product(t, m)
	check(t, m, tr)
	if tr.Matching.Size != 2 || tr.Col[2] != 0 || tr.Col[0] == 0 {
		t.Errorf("%+v", tr)
	}
}

func TestNotFinite(t *testing.T) {
	for _, v := range []float64{math.NaN(), math.Inf(1), math.Inf(-1)} {
		m := lay(matgen.Dense(3, 4), kinds[0], 1)
		m.Imag[3*2+1] = v
		_, err := transversal.Product(m)
		var e *transversal.FiniteError
		if !errors.As(err, &e) || e.Row != 1 || e.Column != 2 {
			t.Errorf("%g: got %v", v, err)
		}
	}
}

func TestPanics(t *testing.T) {
	panics := func(name string, f func()) {
		t.Helper()
		defer func() {
			if recover() == nil {
				t.Errorf("%s does not panic", name)
			}
		}()
		f()
	}
	panics("a matrix without values", func() { _, _ = transversal.Product(&sparsity.Matrix{Pattern: matgen.Dense(2, 2)}) })
	tr := product(t, lay(matgen.Dense(2, 2), kinds[0], 0))
	panics("another shape", func() { tr.Scaled(lay(matgen.Dense(2, 3), kinds[0], 0)) })
}

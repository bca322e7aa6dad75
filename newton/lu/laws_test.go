package lu_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
)

// draw returns a nonsingular problem and options.
func draw(t *rapid.T) (problem, lu.Options, *lu.Factors[float64]) {
	n := rapid.IntRange(0, 40).Draw(t, "n")
	problems := family(n, rapid.Uint64Range(0, 1000).Draw(t, "seed"))
	p := problems[rapid.IntRange(0, len(problems)-1).Draw(t, "problem")]
	opt := lu.Options{
		Threshold: rapid.SampledFrom([]float64{0, 0.001, 0.1, 0.5, 1}).Draw(t, "threshold"),
		Scale:     rapid.SampledFrom([]lu.Scaling{lu.ScaleMax, lu.ScaleNone}).Draw(t, "scale"),
	}
	f, err := factor(p.m, p.plan, opt)
	if err != nil {
		t.SkipNow() // singular: nothing to say here
	}
	return p, opt, f
}

// TestShape: permutations, triangles, blocks, and an order of each column of U
// in which it can be eliminated.
func TestShape(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, _, f := draw(t)
		for _, p := range []sparsity.Perm{f.Row, f.Col} {
			if err := p.Check(); err != nil || len(p) != f.N() {
				t.Fatal(err)
			}
		}
		for b := 1; b < len(f.BlockPtr); b++ {
			for k := f.BlockPtr[b-1]; k < f.BlockPtr[b]; k++ {
				inside(t, f.L.Pattern.Col(int(k)), k+1, f.BlockPtr[b])
				inside(t, f.U.Pattern.Col(int(k)), f.BlockPtr[b-1], k)
				inside(t, f.Off.Pattern.Col(int(k)), 0, f.BlockPtr[b-1])
				topological(t, f, int(k))
			}
		}
	})
}

func inside(t *rapid.T, rows []int32, first, end int32) {
	for _, i := range rows {
		if i < first || i >= end {
			t.Fatalf("row %d outside %d..%d", i, first, end-1)
		}
	}
}

// topological checks that no row of column k of U is changed by one after it.
func topological(t *rapid.T, f *lu.Factors[float64], k int) {
	done := map[int32]bool{}
	for _, j := range f.U.Pattern.Col(k) {
		for _, i := range f.L.Pattern.Col(int(j)) {
			if done[i] {
				t.Fatalf("column %d of U: row %d comes before %d, which changes it", k, i, j)
			}
		}
		done[j] = true
	}
}

// TestThresholdBoundsL: no entry of L is larger than the threshold allows.
func TestThresholdBoundsL(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		_, opt, f := draw(t)
		bound := 1 / opt.Threshold
		if opt.Threshold == 0 {
			bound = 1 / lu.DefaultThreshold
		}
		for _, v := range f.L.Values {
			if math.Abs(v) > bound*(1+1e-12) {
				t.Fatalf("entry %g of L, bound %g", v, bound)
			}
		}
	})
}

// TestRowScalesDoNotMatter: with ScaleMax, equations in other units give the
// same factors.
func TestRowScalesDoNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, opt, _ := draw(t)
		opt.Scale = lu.ScaleMax
		f, err := factor(p.m, p.plan, opt)
		if err != nil {
			t.SkipNow()
		}
		unit := rapid.SliceOfN(rapid.IntRange(-40, 40), f.N(), f.N()).Draw(t, "units")
		scaled := slices.Clone(p.m.Values)
		for k, i := range p.m.Pattern.RowIdx {
			scaled[k] = math.Ldexp(scaled[k], unit[i])
		}
		g, err := factor(&sparsity.Matrix{Pattern: p.m.Pattern, Values: scaled}, p.plan, opt)
		if err != nil {
			t.Fatal(err)
		}
		mustBeEqual(t, f, g)
	})
}

// TestPlanIsPermutation: factorising by a plan is factorising the permuted
// matrix as it is.
func TestPlanIsPermutation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, opt, f := draw(t)
		col := p.plan.Col
		if col == nil {
			col = sparsity.Identity(f.N())
		}
		row := p.plan.Row
		if row == nil {
			row = col
		}
		// Columns keep the order of their rows, in which ties are broken.
		b := &sparsity.Matrix{Pattern: sparsity.NewPattern(f.N(), f.N())}
		b.Values = []float64{}
		inv := row.Inverse()
		for k, j := range col {
			for e := p.m.Pattern.ColPtr[j]; e < p.m.Pattern.ColPtr[j+1]; e++ {
				b.Pattern.RowIdx = append(b.Pattern.RowIdx, inv[p.m.Pattern.RowIdx[e]])
				b.Values = append(b.Values, p.m.Values[e])
			}
			b.Pattern.ColPtr[k+1] = int64(len(b.Values))
		}
		g, err := factor(b, lu.Plan{BlockPtr: p.plan.BlockPtr}, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k := range g.Row {
			g.Row[k], g.Col[k] = row[g.Row[k]], col[g.Col[k]]
		}
		mustBeEqual(t, f, g)
	})
}

// TestDuplicatesAreSummed splits entries in two, where there are no blocks.
func TestDuplicatesAreSummed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, opt, _ := draw(t)
		opt.Scale, p.plan.BlockPtr = lu.ScaleNone, nil
		f, err := factor(p.m, p.plan, opt)
		if err != nil {
			t.SkipNow()
		}
		a, b := p.m.Pattern, sparsity.NewPattern(f.N(), f.N())
		split := []float64{}
		for j := range a.Cols {
			for e := a.ColPtr[j]; e < a.ColPtr[j+1]; e++ {
				b.RowIdx, split = append(b.RowIdx, a.RowIdx[e]), append(split, p.m.Values[e]/2)
			}
			for e := a.ColPtr[j]; e < a.ColPtr[j+1]; e++ {
				b.RowIdx, split = append(b.RowIdx, a.RowIdx[e]), append(split, p.m.Values[e]/2)
			}
			b.ColPtr[j+1] = int64(len(split))
		}
		g, err := factor(&sparsity.Matrix{Pattern: b, Values: split}, p.plan, opt)
		if err != nil {
			t.Fatal(err)
		}
		mustBeEqual(t, f, g)
	})
}

// TestRealIsComplex: a real matrix as a complex one has the same structure.
func TestRealIsComplex(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, opt, f := draw(t)
		g, err := lu.Factor(context.Background(), p.m.Pattern, lu.Complex(p.m), p.plan, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range g.L.Values {
			if imag(v) != 0 || real(v) != f.L.Values[k] {
				t.Fatalf("entry %d of L: want %g, got %g", k, f.L.Values[k], v)
			}
		}
		if !f.L.Pattern.Equal(g.L.Pattern) || !f.U.Pattern.Equal(g.U.Pattern) || !slices.Equal(f.Row, g.Row) {
			t.Fatal("other factors")
		}
	})
}

// TestCapacityDoesNotMatter: growing the arrays from nothing changes nothing.
func TestCapacityDoesNotMatter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, opt, f := draw(t)
		opt.Expect = 1
		opt.MaxBytes, opt.MaxFlops = 1<<30, 1e15
		g, err := factor(p.m, p.plan, opt)
		if err != nil {
			t.Fatal(err)
		}
		mustBeEqual(t, f, g)
	})
}

// TestBlocksSolveTheSame: a reducible matrix has the same determinant, up to
// sign, with and without its blocks.
func TestBlocksSolveTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := hidden(rapid.IntRange(6, 40).Draw(t, "n"), rapid.Uint64Range(0, 1000).Draw(t, "seed"))
		with, err1 := factor(p.m, p.plan, lu.Options{Scale: lu.ScaleNone, Threshold: 1})
		p.plan.BlockPtr = nil
		without, err2 := factor(p.m, p.plan, lu.Options{Scale: lu.ScaleNone, Threshold: 1})
		if err1 != nil || err2 != nil {
			t.Fatal(err1, err2)
		}
		if with.Stats.Off == 0 || without.Stats.Off != 0 || with.Stats.U > without.Stats.U {
			t.Fatalf("with blocks %+v, without %+v", with.Stats, without.Stats)
		}
		if a, b := logDet(with), logDet(without); math.Abs(a-b) > 1e-8 {
			t.Fatalf("log|det| %g and %g", a, b)
		}
	})
}

func logDet(f *lu.Factors[float64]) (sum float64) {
	for _, d := range f.Diag {
		sum += math.Log(math.Abs(d))
	}
	return sum
}

// mustBeEqual checks that f and g are the same to the last bit, apart from
// scales and memory.
func mustBeEqual(t *rapid.T, f, g *lu.Factors[float64]) {
	t.Helper()
	f.Stats.Bytes = g.Stats.Bytes
	if f.Stats != g.Stats || !slices.Equal(f.Row, g.Row) || !slices.Equal(f.Col, g.Col) {
		t.Fatalf("statistics or pivots differ: %+v, %+v", f.Stats, g.Stats)
	}
	for k, c := range [][2]lu.Columns[float64]{{f.L, g.L}, {f.U, g.U}, {f.Off, g.Off}} {
		if !c[0].Pattern.Equal(c[1].Pattern) || !slices.Equal(c[0].Values, c[1].Values) {
			t.Fatalf("%s differs", []string{"L", "U", "Off"}[k])
		}
	}
	if !slices.Equal(f.Diag, g.Diag) {
		t.Fatal("pivots differ")
	}
}

// TestDominantKeepsDiagonal: a column diagonally dominant matrix needs no
// exchange, and its growth is at most 2 (Wilkinson 1961).
func TestDominantKeepsDiagonal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 60).Draw(t, "n")
		m := matgen.Dominant(matgen.RandomSquare(n, 3, rapid.Uint64().Draw(t, "seed")), 1)
		f, err := factor(m, lu.Plan{}, lu.Options{Scale: lu.ScaleNone, Threshold: 1})
		if err != nil || f.Stats.OffDiagonal != 0 {
			t.Fatal(err, f.Stats)
		}
		if growth := f.Growth(m.Pattern, m.Values); growth > 2 {
			t.Fatalf("growth %g", growth)
		}
	})
}

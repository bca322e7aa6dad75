package prediction

import (
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// Short loops count only beyond what a processor learns.
func TestUnlearned(t *testing.T) {
	for _, c := range []struct {
		updates int64
		want    float64
	}{{0, 0}, {10_000, 5_000}, {90_000, 81_000}} {
		f := &Features{Updates: c.updates}
		if got := f.count("unlearned_updates"); got != c.want {
			t.Errorf("%d updates: got %g, want %g", c.updates, got, c.want)
		}
	}
}

// An arrow whose hub comes last has no fill, but any row pivots can fill R.
func TestArrow(t *testing.T) {
	const n = 10
	tr := &sparsity.Triplets{Rows: n, Cols: n}
	for i := range int32(n) {
		tr.Row, tr.Col = append(tr.Row, i), append(tr.Col, i)
		if i < n-1 {
			tr.Row, tr.Col = append(tr.Row, i, n-1), append(tr.Col, n-1, i)
		}
	}
	m, _ := tr.Compress()
	f := Of(m.Pattern, symbolic.Analyze(m.Pattern, symbolic.Order{}, symbolic.Options{Counts: true}), Options{})
	if f.L != 2*n-1 || f.Whole.L != f.L || f.Eliminations != n-1 || f.Updates != n-1 {
		t.Errorf("L %d, whole %d, eliminations %d, updates %d", f.L, f.Whole.L, f.Eliminations, f.Updates)
	}
	if f.AnyPivots != n*(n+1)/2 {
		t.Errorf("R has %d entries, want %d", f.AnyPivots, n*(n+1)/2)
	}
	if want := float64(4*(n-1) + n*n); f.Squares != want {
		t.Errorf("squares %g, want %g", f.Squares, want)
	}
}

// A column is far if another page of the matrix lies between it and the one before.
func TestFar(t *testing.T) {
	const n = 60_000
	tr := &sparsity.Triplets{Rows: n, Cols: n}
	for i := range int32(n) {
		tr.Row, tr.Col = append(tr.Row, i), append(tr.Col, i)
	}
	m, _ := tr.Compress()
	f := &Features{}
	f.addFar(m.Pattern, sparsity.Identity(n))
	if f.Far != 0 {
		t.Errorf("in order: %d far", f.Far)
	}
	order := sparsity.Identity(n)
	order[1], order[n-1] = n-1, 1
	f.addFar(m.Pattern, order)
	if f.Far != 3 { // to the last column, back, and to the second
		t.Errorf("two exchanged: %d far", f.Far)
	}
}

// A copy has the real counts, and figures of panels that grow with them and never
// shrink.
func TestWithCounts(t *testing.T) {
	f := &Features{Rows: 10, L: 20, U: 30, Updates: 15, Flops: 100, Bound: true, PanelFlops: 7}
	g := f.WithCounts(25, 50, 3, 200)
	if g.L != 25 || g.U != 50 || g.OffBlock != 3 || g.Flops != 200 || g.Updates != 30 || g.Bound || g.PanelFlops != 14 {
		t.Errorf("%+v", g)
	}
	if g = f.WithCounts(10, 15, 3, 50); g.PanelFlops != 7 || g.Flops != 50 {
		t.Errorf("with fewer entries: %+v", g)
	}
	if f.L != 20 || !f.Bound {
		t.Error("the receiver changed")
	}
}

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
	for _, c := range []struct {
		updates int64
		want    float64
	}{{0, 0}, {1_000, 500}, {3_000, 2_700}} {
		f := &Features{Updates: c.updates}
		if got := f.count("early_updates"); got != c.want {
			t.Errorf("%d updates of which fewer are learned: got %g, want %g", c.updates, got, c.want)
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
	f := &Features{Rows: 10, L: 20, U: 30, Updates: 15, Flops: 100, Bound: true, PanelFlops: 7,
		SuperLU: SuperLUFactors{L: 20, Flops: 100}, UMFPACK: UMFPACKFronts{MultiplyAdds: 50, Instructions: 40}}
	g := f.WithCounts(25, 50, 3, 200)
	if g.L != 25 || g.U != 50 || g.OffBlock != 3 || g.Flops != 200 || g.Updates != 30 || g.Bound || g.PanelFlops != 14 ||
		g.SuperLU.L != 30 || g.SuperLU.Flops != 200 || g.UMFPACK.MultiplyAdds != 100 || g.UMFPACK.Instructions != 60 {
		t.Errorf("%+v", g)
	}
	if g = f.WithCounts(10, 15, 3, 50); g.PanelFlops != 7 || g.Flops != 50 || g.SuperLU.L != 20 {
		t.Errorf("with fewer entries: %+v", g)
	}
	if g = f.Scale(0.5); g.L != 10 || g.Updates != 7 || g.Flops != 50 || g.SuperLU.L != 10 || g.UMFPACK.Instructions != 20 || g.Rows != 10 {
		t.Errorf("half: %+v", g)
	}
	if f.L != 20 || !f.Bound {
		t.Error("the receiver changed")
	}
}

// Three columns that meet only in the last row are one relaxed supernode with the last
// column: SuperLU stores a full triangle.
func TestRelaxed(t *testing.T) {
	tr := &sparsity.Triplets{Rows: 4, Cols: 4, Row: []int32{0, 1, 2, 3, 3, 3, 3}, Col: []int32{0, 1, 2, 3, 0, 1, 2}}
	m, _ := tr.Compress()
	f := Of(m.Pattern, symbolic.Analyze(m.Pattern, symbolic.Order{}, symbolic.Options{Counts: true}), Options{})
	if s := f.SuperLU; f.Whole.L != 7 || s.L != 10 || s.U != 10 || s.Supernodes != 1 || s.Segments != 0 {
		t.Errorf("whole %+v, SuperLU %+v", f.Whole, s)
	}
}

// Rows with the same neighbours are one vertex: a clique of four, and a pair.
func TestVertices(t *testing.T) {
	tr := &sparsity.Triplets{Rows: 7, Cols: 7}
	for _, part := range [][]int32{{0, 1, 2, 3}, {4, 5}, {6}} {
		for _, i := range part {
			for _, j := range part {
				tr.Row, tr.Col = append(tr.Row, i), append(tr.Col, j)
			}
		}
	}
	m, _ := tr.Compress()
	f := &Features{}
	f.addGraph(sparsity.Symmetrize(m.Pattern))
	if f.Vertices != 2 || f.Joined != 6 || f.Edges != 3+1 || f.DenseRows != 0 {
		t.Errorf("%d vertices for %d rows, %d edges, %d dense", f.Vertices, f.Joined, f.Edges, f.DenseRows)
	}
}

// Columns without a diagonal entry, and columns that the first pass leaves without a row.
func TestMatching(t *testing.T) {
	tr := &sparsity.Triplets{Rows: 2, Cols: 2, Row: []int32{0, 1, 0}, Col: []int32{0, 0, 1}}
	m, _ := tr.Compress()
	f := &Features{}
	f.addMatching(m.Pattern)
	if f.OffDiagonal != 1 || f.Unmatched != 1 {
		t.Errorf("%d off the diagonal, %d unmatched", f.OffDiagonal, f.Unmatched)
	}
}

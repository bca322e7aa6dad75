package analysis

import (
	"context"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/sparsity"
)

// faded is a grid whose diagonal fades to a share.
func faded(share float64) *sparsity.Matrix {
	m := matgen.Dominant(matgen.Grid2D(6, 6), 1)
	for j := range m.Pattern.Cols {
		for q := m.Pattern.ColPtr[j]; q < m.Pattern.ColPtr[j+1]; q++ {
			if int(m.Pattern.RowIdx[q]) == j && j%3 == 0 {
				m.Values[q] *= share
			}
		}
	}
	return m
}

// TestSayPivots: the verdict says how long pivots hold, as package series/pivots finds it.
func TestSayPivots(t *testing.T) {
	var files []Source
	tracker := pivots.New(pivots.Options{Order: pivotOrder, Method: "btf+amd"})
	for k, share := range []float64{1, 0.5, 1e-14, 1e-14} {
		m := faded(share)
		name := string(rune('a'+k)) + ".mtx"
		files = append(files, Loaded(file(name, m)))
		if err := tracker.Add(context.Background(), name, m); err != nil {
			t.Fatal(err)
		}
	}
	want := tracker.Result()
	if len(want.Runs) != 2 || want.Runs[1].From != 2 {
		t.Fatalf("got %+v, want new pivots for the third matrix", want.Runs)
	}
	d, err := Run(context.Background(), files, Options{Orderings: []string{"amd"}})
	if err != nil {
		t.Fatal(err)
	}
	if d.Pivots == nil || d.Pivots.Verdict != want.Verdict || !claims(d, "reuse.pivots") {
		t.Errorf("got %+v, want %q", d.Pivots, want.Verdict)
	}
	if got := said(sayReuse, d); !strings.Contains(got, " The pivots of a.mtx under btf+amd hold until b.mtx. Choose new pivots for c.mtx (backward error of the old pivots: ") {
		t.Errorf("got %q", got)
	}
	for name, opt := range map[string]Options{"no numeric LU": {Exact: []string{"none"}}, "no budget": {Budget: Budget{Off: true}}} {
		if d, err := Run(context.Background(), files, opt); err != nil || d.Pivots != nil || claims(d, "reuse.pivots") {
			t.Errorf("%s: got %+v, %v", name, d.Pivots, err)
		}
	}
	if d, err := Run(context.Background(), files[:1], Options{Series: true}); err != nil || d.Pivots != nil {
		t.Errorf("one file: got %+v, %v", d.Pivots, err)
	}
}

// A budget ends the series of pivots, and document and verdict say where. A matrix takes
// a factorization and up to 12 solutions.
func TestPivotsBudget(t *testing.T) {
	var files []Source
	for range 6 {
		files = append(files, Loaded(file("a.mtx", faded(1))))
	}
	f, err := lu.Factor(context.Background(), faded(1).Pattern, faded(1).Values, pivotOrder(faded(1).Pattern), lu.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := f.Stats
	d, err := Run(context.Background(), files, Options{Budget: Budget{Flops: s.Flops + 12*2*float64(s.L+s.U+s.Off)}})
	if err != nil {
		t.Fatal(err)
	}
	if p := d.Pivots; p == nil || len(p.Iterations) != pivotBudget || p.Unchecked != 2 || !strings.Contains(p.Stopped, "--exact-budget") {
		t.Errorf("got %+v, want %d matrices", p, pivotBudget)
	}
	if got := said(sayReuse, d); !strings.Contains(got, "hold for the 4 matrices that were checked") || !strings.Contains(got, "2 matrices after a.mtx were not checked: ") {
		t.Errorf("got %q", got)
	}
	d, err = Run(context.Background(), files, Options{Budget: Budget{Time: 1}})
	if err != nil || d.Pivots != nil {
		t.Errorf("no time: got %+v, %v", d.Pivots, err)
	}
}

package interop

import (
	"errors"
	"testing"

	"github.com/james-bowman/sparse"
	"gonum.org/v1/gonum/mat"

	"github.com/nrkit/nrkit/sparsity"
)

// outgoing is every conversion that can refuse a matrix.
func outgoing(m *sparsity.Matrix) map[string]error {
	_, csr := ToCSR(m)
	_, csc := ToCSC(m)
	_, coo := ToCOO(m)
	_, dok := ToDOK(m)
	_, dense := ToDense(m)
	_, view := NewView(m)
	return map[string]error{"CSR": csr, "CSC": csc, "COO": coo, "DOK": dok, "Dense": dense, "View": view}
}

func TestRefusals(t *testing.T) {
	p := &sparsity.Pattern{Rows: 1, Cols: 1, ColPtr: []int64{0, 1}, RowIdx: []int32{0}}
	for name, err := range outgoing(&sparsity.Matrix{Pattern: p}) {
		if !errors.Is(err, ErrNoValues) {
			t.Errorf("%s without values: want ErrNoValues, got %v", name, err)
		}
	}
	for name, err := range outgoing(&sparsity.Matrix{Pattern: p, Values: []float64{1}, Imag: []float64{1}}) {
		if !errors.Is(err, ErrComplex) {
			t.Errorf("%s of complex: want ErrComplex, got %v", name, err)
		}
	}
	if _, err := ToCDense(&sparsity.Matrix{Pattern: p}); !errors.Is(err, ErrNoValues) {
		t.Errorf("CDense without values: want ErrNoValues, got %v", err)
	}
	for name, err := range outgoing(&sparsity.Matrix{Pattern: sparsity.NewPattern(2, 0)}) {
		if err != nil {
			t.Errorf("%s of an empty matrix: %v", name, err)
		}
	}
	big := &sparsity.Matrix{Pattern: sparsity.NewPattern(1<<16, 1<<16)}
	if _, err := ToDense(big); !errors.Is(err, ErrTooLarge) {
		t.Errorf("large dense: want ErrTooLarge, got %v", err)
	}
	if _, err := ToCDense(big); !errors.Is(err, ErrTooLarge) {
		t.Errorf("large complex dense: want ErrTooLarge, got %v", err)
	}
}

func TestInconsistentSources(t *testing.T) {
	v := []float64{1, 2}
	tooMany := sparsity.MaxDim + 1
	cases := map[string]mat.Matrix{
		"column too large":       sparse.NewCSR(2, 2, []int{0, 1, 2}, []int{0, 2}, v),
		"column negative":        sparse.NewCSR(2, 2, []int{0, 1, 2}, []int{-1, 1}, v),
		"pointers descend":       sparse.NewCSR(2, 2, []int{0, 2, 1}, []int{0, 1}, v),
		"first pointer negative": sparse.NewCSR(2, 2, []int{-1, 1, 2}, []int{0, 1}, v),
		"pointers missing":       sparse.NewCSR(2, 2, []int{0, 1}, []int{0}, v),
		"pointer past the end":   sparse.NewCSC(2, 2, []int{0, 1, 3}, []int{0, 1}, v),
		"row too large":          sparse.NewCSC(2, 2, []int{0, 1, 2}, []int{0, 2}, v),
		"too many rows":          sparse.NewCSC(tooMany, 1, []int{0, 0}, nil, nil),
		"COO row too large":      sparse.NewCOO(2, 2, []int{2}, []int{0}, v[:1]),
		"COO column negative":    sparse.NewCOO(2, 2, []int{0}, []int{-1}, v[:1]),
		"COO too many columns":   sparse.NewCOO(1, tooMany, nil, nil, nil),
	}
	for name, a := range cases {
		if _, _, err := FromMatrix(a); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if m, _, err := FromCSR(sparse.NewCSR(2, 3, nil, nil, nil)); err != nil || m.Pattern.NNZ() != 0 || m.Pattern.Cols != 3 {
		t.Errorf("CSR without slices: %v, error %v", m, err)
	}
}

func TestViewPanics(t *testing.T) {
	v, err := NewView(&sparsity.Matrix{Pattern: sparsity.NewPattern(2, 2)})
	if err != nil {
		t.Fatal(err)
	}
	for want, f := range map[mat.Error]func(){
		mat.ErrRowAccess: func() { v.At(2, 0) },
		mat.ErrColAccess: func() { v.DoColNonZero(-1, nil) },
	} {
		func() {
			defer func() {
				if got := recover(); got != want {
					t.Errorf("want panic %v, got %v", want, got)
				}
			}()
			f()
		}()
	}
}

package interop

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/james-bowman/sparse"
	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// position is where an entry is.
type position struct{ i, j int }

// listed is a matrix as its elements in the order a source stores them.
type listed struct {
	rows, cols int
	at         []position
	v          []float64
}

// sum returns the obvious result of reading l: a map of summed values, and the
// number of duplicates.
func (l *listed) sum() (map[position]float64, int) {
	m := map[position]float64{}
	for k, p := range l.at {
		m[p] += l.v[k]
	}
	return m, len(l.at) - len(m)
}

// genListed draws elements with duplicates and explicit zeros. The values are
// small integers, so that sums are exact in any order.
func genListed(t *rapid.T) *listed {
	l := &listed{rows: rapid.IntRange(0, 7).Draw(t, "rows"), cols: rapid.IntRange(0, 7).Draw(t, "cols")}
	if l.rows == 0 || l.cols == 0 {
		return l
	}
	for range rapid.IntRange(0, 25).Draw(t, "elements") {
		l.at = append(l.at, position{rapid.IntRange(0, l.rows-1).Draw(t, "i"), rapid.IntRange(0, l.cols-1).Draw(t, "j")})
		l.v = append(l.v, float64(rapid.IntRange(-2, 2).Draw(t, "v")))
	}
	return l
}

// coo returns l as a COO.
func (l *listed) coo() *sparse.COO {
	c := sparse.NewCOO(l.rows, l.cols, nil, nil, nil)
	for k, p := range l.at {
		c.Set(p.i, p.j, l.v[k])
	}
	return c
}

// lists returns l as lists by the major index, in the order of l.
func (l *listed) lists(n int, major, minor func(position) int) (ptr, ind []int, data []float64) {
	ptr = make([]int, n+1)
	for x := range n {
		for k, p := range l.at {
			if major(p) == x {
				ind, data = append(ind, minor(p)), append(data, l.v[k])
			}
		}
		ptr[x+1] = len(ind)
	}
	return ptr, ind, data
}

func row(p position) int { return p.i }
func col(p position) int { return p.j }

func (l *listed) csr() *sparse.CSR {
	ptr, ind, data := l.lists(l.rows, row, col)
	return sparse.NewCSR(l.rows, l.cols, ptr, ind, data)
}

func (l *listed) csc() *sparse.CSC {
	ptr, ind, data := l.lists(l.cols, col, row)
	return sparse.NewCSC(l.rows, l.cols, ptr, ind, data)
}

// fatal is what rapid.T and testing.T share.
type fatal interface {
	Fatalf(format string, args ...any)
	Helper()
}

// mustBe fails unless m is valid, canonical, and has exactly the entries want.
func mustBe(t fatal, name string, m *sparsity.Matrix, rows, cols int, want map[position]float64) {
	t.Helper()
	p := m.Pattern
	if err := p.Check(); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	if !p.Canonical() || p.Rows != rows || p.Cols != cols || p.NNZ() != len(want) || len(m.Values) != len(want) || !m.HasValues() {
		t.Fatalf("%s: want %d×%d with %d entries, got %d×%d with %d, %d values (canonical %v)",
			name, rows, cols, len(want), p.Rows, p.Cols, p.NNZ(), len(m.Values), p.Canonical())
	}
	for j := 0; j < p.Cols; j++ {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			w, ok := want[position{int(p.RowIdx[k]), j}]
			if !ok || w != m.Values[k] {
				t.Fatalf("%s: (%d,%d): want %v (stored %v), got %v", name, p.RowIdx[k], j, w, ok, m.Values[k])
			}
		}
	}
}

// TestFromSparse reads random lists through every type and compares with the
// sums by map.
func TestFromSparse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genListed(t)
		want, dups := l.sum()
		check := func(name string, m *sparsity.Matrix, got int, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			mustBe(t, name, m, l.rows, l.cols, want)
			if got != dups {
				t.Fatalf("%s: want %d duplicates, got %d", name, dups, got)
			}
		}
		m, n, err := FromCOO(l.coo())
		check("COO", m, n, err)
		m, n, err = FromCSR(l.csr())
		check("CSR", m, n, err)
		m, n, err = FromCSC(l.csc())
		check("CSC", m, n, err)
		for name, a := range map[string]mat.Matrix{"COO": l.coo(), "CSR": l.csr(), "CSC": l.csc()} {
			m, n, err = FromMatrix(a)
			check("FromMatrix of "+name, m, n, err)
			m, n, err = FromMatrix(a.T())
			if err == nil {
				m = m.Transpose()
			}
			check("FromMatrix of transposed "+name, m, n, err)
		}
		d := sparse.NewDOK(l.rows, l.cols)
		for p, v := range want {
			d.Set(p.i, p.j, v)
		}
		m, err = FromDOK(d)
		check("DOK", m, dups, err)
		m, n, err = FromMatrix(d.T())
		if err == nil {
			m = m.Transpose()
		}
		check("transposed DOK", m, n+dups, err)
	})
}

// TestRoundTrips sends a canonical matrix out and back through every type.
func TestRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genListed(t)
		want, _ := l.sum()
		m, _, err := FromCOO(l.coo())
		if err != nil {
			t.Fatal(err)
		}
		back := map[string]func() (*sparsity.Matrix, int, error){
			"CSR": func() (*sparsity.Matrix, int, error) { return through(m, ToCSR, FromCSR) },
			"CSC": func() (*sparsity.Matrix, int, error) { return through(m, ToCSC, FromCSC) },
			"COO": func() (*sparsity.Matrix, int, error) { return through(m, ToCOO, FromCOO) },
			"DOK": func() (*sparsity.Matrix, int, error) {
				return through(m, ToDOK, func(d *sparse.DOK) (*sparsity.Matrix, int, error) {
					m, err := FromDOK(d)
					return m, 0, err
				})
			},
			"View": func() (*sparsity.Matrix, int, error) {
				return through(m, NewView, func(v View) (*sparsity.Matrix, int, error) { return FromMatrix(v) })
			},
			"View as NonZeroDoer": func() (*sparsity.Matrix, int, error) {
				return through(m, NewView, func(v View) (*sparsity.Matrix, int, error) { return fromNonZeros(v, 0) })
			},
		}
		for name, f := range back {
			got, dups, err := f()
			if err != nil || dups != 0 {
				t.Fatalf("%s: %d duplicates, error %v", name, dups, err)
			}
			mustBe(t, name, got, l.rows, l.cols, want)
		}
		if l.rows == 0 || l.cols == 0 {
			return
		}
		maps0 := map[position]float64{}
		for p, v := range want {
			if v != 0 {
				maps0[p] = v
			}
		}
		got, _, err := through(m, ToDense, func(d *mat.Dense) (*sparsity.Matrix, int, error) { return FromMatrix(d) })
		if err != nil {
			t.Fatal(err)
		}
		mustBe(t, "Dense", got, l.rows, l.cols, maps0)
	})
}

// through converts m out and back.
func through[T any](m *sparsity.Matrix, to func(*sparsity.Matrix) (T, error),
	from func(T) (*sparsity.Matrix, int, error)) (*sparsity.Matrix, int, error) {
	x, err := to(m)
	if err != nil {
		return nil, 0, err
	}
	return from(x)
}

// TestAgreesWithAt compares the converted types with m element by element,
// through the At method of each.
func TestAgreesWithAt(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := genListed(t)
		want, _ := l.sum()
		m, _, err := FromCOO(l.coo())
		if err != nil {
			t.Fatal(err)
		}
		csr, err1 := ToCSR(m)
		csc, err2 := ToCSC(m)
		coo, err3 := ToCOO(m)
		dok, err4 := ToDOK(m)
		view, err5 := NewView(m)
		if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
			t.Fatal(err)
		}
		for _, a := range []mat.Matrix{csr, csc, coo, dok, view, view.T().T()} {
			if r, c := a.Dims(); r != l.rows || c != l.cols {
				t.Fatalf("%T: want %d×%d, got %d×%d", a, l.rows, l.cols, r, c)
			}
			for i := range l.rows {
				for j := range l.cols {
					if got := a.At(i, j); got != want[position{i, j}] {
						t.Fatalf("%T(%d,%d): want %v, got %v", a, i, j, want[position{i, j}], got)
					}
				}
			}
		}
		if csr.NNZ() != len(want) || dok.NNZ() != len(want) || view.NNZ() != len(want) {
			t.Fatal("explicit zeros lost on the way out")
		}
	})
}

// onlyBanded hides everything of a band matrix but its band.
type onlyBanded struct{ b *mat.BandDense }

func (o onlyBanded) Dims() (int, int)      { return o.b.Dims() }
func (o onlyBanded) At(i, j int) float64   { return o.b.At(i, j) }
func (o onlyBanded) T() mat.Matrix         { return o.b.T() }
func (o onlyBanded) TBand() mat.Banded     { return o.b.TBand() }
func (o onlyBanded) Bandwidth() (int, int) { return o.b.Bandwidth() }

// TestFromGonum compares every kind of gonum matrix with its own At method.
func TestFromGonum(t *testing.T) {
	data := []float64{1, 0, -3, 4, 5, 0, 0, 8, 9, 10, 0, 12, 13, 14, 15, 0}
	dense := mat.NewDense(4, 4, data)
	cases := map[string]mat.Matrix{
		"dense":             dense,
		"slice of dense":    dense.Slice(1, 4, 1, 3),
		"transposed dense":  dense.T(),
		"symmetric":         mat.NewSymDense(4, data),
		"upper triangular":  mat.NewTriDense(4, mat.Upper, data),
		"lower triangular":  mat.NewTriDense(4, mat.Lower, data),
		"transposed lower":  mat.NewTriDense(4, mat.Lower, data).TTri(),
		"band":              mat.NewBandDense(4, 5, 1, 2, data),
		"transposed band":   mat.NewBandDense(4, 5, 1, 2, data).TBand(),
		"band alone":        onlyBanded{mat.NewBandDense(4, 5, 1, 2, data)},
		"symmetric band":    mat.NewSymBandDense(4, 1, data[:8]),
		"triangular band":   mat.NewTriBandDense(4, 1, mat.Upper, data[:8]),
		"tridiagonal":       mat.NewTridiag(4, data[:3], data[3:7], data[7:10]),
		"diagonal":          mat.NewDiagDense(4, data[:4]),
		"vector":            mat.NewVecDense(4, data[:4]),
		"transposed vector": mat.NewVecDense(4, data[:4]).T(),
		"empty":             new(mat.Dense),
	}
	for name, a := range cases {
		rows, cols := a.Dims()
		want := map[position]float64{}
		for i := range rows {
			for j := range cols {
				if v := a.At(i, j); v != 0 {
					want[position{i, j}] = v
				}
			}
		}
		m, dups, err := FromMatrix(a)
		if err != nil || dups != 0 {
			t.Fatalf("%s: %d duplicates, error %v", name, dups, err)
		}
		mustBe(t, name, m, rows, cols, want)
	}
}

// TestSpecialValues checks what counts as zero in a dense matrix.
func TestSpecialValues(t *testing.T) {
	m, _, err := FromMatrix(mat.NewDense(1, 4, []float64{math.NaN(), math.Copysign(0, -1), 0, math.Inf(1)}))
	if err != nil {
		t.Fatal(err)
	}
	if m.Pattern.NNZ() != 2 || !math.IsNaN(m.Values[0]) || !math.IsInf(m.Values[1], 1) {
		t.Errorf("want NaN and +Inf, got %v", m.Values)
	}
}

func TestComplex(t *testing.T) {
	a := mat.NewCDense(2, 3, []complex128{1 + 2i, 0, 3, 0, -1i, 0})
	m, err := FromCMatrix(a)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(m.Pattern.RowIdx, []int32{0, 1, 0}) || !slices.Equal(m.Values, []float64{1, 0, 3}) ||
		!slices.Equal(m.Imag, []float64{2, -1, 0}) {
		t.Errorf("got %+v with rows %v", m, m.Pattern.RowIdx)
	}
	b, err := ToCDense(m)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		for j := range 3 {
			if a.At(i, j) != b.At(i, j) {
				t.Errorf("(%d,%d): want %v, got %v", i, j, a.At(i, j), b.At(i, j))
			}
		}
	}
	m.Imag = nil
	if b, err = ToCDense(m); err != nil || b.At(0, 0) != 1 {
		t.Errorf("real matrix as complex one: %v, error %v", b, err)
	}
}

package structure

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/sparsity"
)

// dense is a matrix as a table, with what is stored.
type dense struct {
	rows, cols int
	stored     map[[2]int]complex128
}

// genMatrix draws a matrix of small integers; few values, so that symmetry and
// ties in dominance happen.
func genMatrix(t *rapid.T, square bool) (*sparsity.Matrix, dense) {
	rows := rapid.IntRange(0, 8).Draw(t, "rows")
	cols := rows
	if !square {
		cols = rapid.IntRange(0, 8).Draw(t, "cols")
	}
	d := dense{rows, cols, map[[2]int]complex128{}}
	complexField := rapid.Bool().Draw(t, "complex")
	if rows > 0 && cols > 0 {
		for range rapid.IntRange(0, 40).Draw(t, "entries") {
			at := [2]int{rapid.IntRange(0, rows-1).Draw(t, "i"), rapid.IntRange(0, cols-1).Draw(t, "j")}
			v := complex(float64(rapid.IntRange(-1, 1).Draw(t, "re")), 0)
			if complexField {
				v += complex(0, float64(rapid.IntRange(-1, 1).Draw(t, "im")))
			}
			d.stored[at] = v
			if square && rapid.Bool().Draw(t, "mirror") {
				d.stored[[2]int{at[1], at[0]}] = rapid.SampledFrom([]complex128{v, -v, complex(real(v), -imag(v))}).Draw(t, "as")
			}
		}
	}
	tr := &sparsity.Triplets{Rows: rows, Cols: cols, Values: []float64{}}
	if complexField {
		tr.Imag = []float64{}
	}
	for at, v := range d.stored {
		tr.Row, tr.Col = append(tr.Row, int32(at[0])), append(tr.Col, int32(at[1]))
		tr.Values = append(tr.Values, real(v))
		if complexField {
			tr.Imag = append(tr.Imag, imag(v))
		}
	}
	m, _ := tr.Compress()
	return m, d
}

func TestBand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, false)
		var want Band
		first := map[int]int{}
		for at := range d.stored {
			i, j := at[0], at[1]
			want.Lower, want.Upper = max(want.Lower, i-j), max(want.Upper, j-i)
			want.DistanceSum += int64(max(i-j, j-i))
			if f, ok := first[i]; j <= i && (!ok || j < f) {
				first[i] = j
			}
		}
		for i, j := range first {
			want.Profile += int64(i - j)
		}
		if got := BandOf(m.Pattern); got != want {
			t.Fatalf("want %+v, got %+v", want, got)
		}
	})
}

func TestDegrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, false)
		count := make([]int, d.rows)
		for at := range d.stored {
			count[at[0]]++
		}
		got := RowDegrees(m.Pattern)
		if colGot := ColDegrees(sparsity.Transpose(m.Pattern)); (got == nil) != (colGot == nil) || got != nil && got.Mean != colGot.Mean {
			t.Fatal("rows, and columns of the transpose, differ")
		}
		if d.rows == 0 {
			if got != nil {
				t.Fatal("degrees of no rows")
			}
			return
		}
		slices.Sort(count)
		total, hist := 0, make([]int, len(got.Log2))
		for _, c := range count {
			total += c
			k := 0
			for 1<<k <= c {
				k++
			}
			hist[k]++
		}
		n := len(count)
		if got.Min != count[0] || got.Max != count[n-1] || got.Mean != float64(total)/float64(n) ||
			got.Median != float64(count[(n-1)/2]+count[n/2])/2 || !slices.Equal(got.Log2, hist) || got.Empty != hist[0] {
			t.Fatalf("of %v got %+v", count, got)
		}
	})
}

func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, true)
		var entries, stored, equal, negated, conjugate float64
		for at, v := range d.stored {
			if at[0] == at[1] {
				continue
			}
			entries++
			w, ok := d.stored[[2]int{at[1], at[0]}]
			if !ok {
				continue
			}
			stored++
			if v == w {
				equal++
			}
			if v == -w {
				negated++
			}
			if v == complex(real(w), -imag(w)) {
				conjugate++
			}
		}
		of := func(x float64) float64 {
			if entries == 0 {
				return 1
			}
			return x / entries
		}
		s := SymmetryOf(m)
		if s.Pattern != of(stored) || *s.Value != of(equal) || *s.Skew != of(negated) {
			t.Fatalf("want %v %v %v, got %v %v %v", of(stored), of(equal), of(negated), s.Pattern, *s.Value, *s.Skew)
		}
		if m.Complex() && *s.Hermitian != of(conjugate) {
			t.Fatalf("hermitian: want %v, got %v", of(conjugate), *s.Hermitian)
		}
		if p := SymmetryOf(&sparsity.Matrix{Pattern: m.Pattern}); p.Pattern != s.Pattern || p.Value != nil {
			t.Fatal("the pattern alone gives another share")
		}
	})
}

func TestDiagonalAndDominance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, true)
		missing, zero := 0, 0
		var rows, cols Dominance
		for i := range d.rows {
			v, ok := d.stored[[2]int{i, i}]
			if !ok {
				missing++
			}
			if v == 0 {
				zero++
			}
			var row, col float64
			var inRow, inCol int
			for at, w := range d.stored {
				size := math.Hypot(real(w), imag(w))
				if at[0] == i {
					inRow++
					if at[1] != i {
						row += size
					}
				}
				if at[1] == i {
					inCol++
					if at[0] != i {
						col += size
					}
				}
			}
			size := math.Hypot(real(v), imag(v))
			// The sum is taken in another order: leave near ties alone.
			for _, x := range []struct {
				d    *Dominance
				n    int
				rest float64
			}{{&rows, inRow, row}, {&cols, inCol, col}} {
				if x.n == 0 {
					continue
				}
				x.d.Nonempty++
				if math.Abs(size-x.rest) < 1e-9 && size != x.rest {
					return // a tie up to rounding: the order of the sum decides
				}
				if size > x.rest {
					x.d.Strict++
				}
				if size >= x.rest {
					x.d.Weak++
				}
			}
		}
		got := DiagonalOf(m)
		if got.Missing != missing || *got.Zero != zero {
			t.Fatalf("want %d missing and %d zero, got %d and %d", missing, zero, got.Missing, *got.Zero)
		}
		if r, c := DominanceOf(m); r != rows || c != cols {
			t.Fatalf("want %+v %+v, got %+v %+v", rows, cols, r, c)
		}
	})
}

// An empty row is not dominant, and a matrix of zeros is dominant only weakly.
func TestDominanceOfNothing(t *testing.T) {
	empty := &sparsity.Matrix{Pattern: sparsity.NewPattern(3, 3), Values: []float64{}}
	if r, c := DominanceOf(empty); r != (Dominance{}) || c != (Dominance{}) {
		t.Errorf("of no entries: %+v, %+v", r, c)
	}
	zeros := (&sparsity.Triplets{Rows: 2, Cols: 2, Row: []int32{0, 1}, Col: []int32{0, 1}, Values: []float64{0, 0}})
	m, _ := zeros.Compress()
	if r, _ := DominanceOf(m); r != (Dominance{Nonempty: 2, Weak: 2}) {
		t.Errorf("of stored zeros: %+v", r)
	}
}

// The two matrices that a comparison by values gets wrong: [[2 1] [3 2]] has a
// symmetric pattern, and a stored zero far out widens the band.
func TestStructureIsWhatIsStored(t *testing.T) {
	a, _ := (&sparsity.Triplets{Rows: 2, Cols: 2, Row: []int32{0, 0, 1, 1}, Col: []int32{0, 1, 0, 1},
		Values: []float64{2, 1, 3, 2}}).Compress()
	if s := SymmetryOf(a); s.Pattern != 1 || *s.Value != 0 {
		t.Errorf("pattern symmetry %v, value symmetry %v; want 1, 0", s.Pattern, *s.Value)
	}
	b, _ := (&sparsity.Triplets{Rows: 4, Cols: 4, Row: []int32{0, 1, 2, 3, 0}, Col: []int32{0, 1, 2, 3, 3},
		Values: []float64{1, 1, 1, 1, 0}}).Compress()
	if got := BandOf(b.Pattern).Upper; got != 3 {
		t.Errorf("upper bandwidth %d, want 3", got)
	}
}

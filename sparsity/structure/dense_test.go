package structure_test

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/structure"
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
			if rows == cols && rapid.Bool().Draw(t, "mirror") {
				d.stored[[2]int{at[1], at[0]}] = rapid.SampledFrom([]complex128{v, -v, complex(real(v), -imag(v))}).Draw(t, "as")
			}
		}
	}
	return d.compress(complexField), d
}

// compress returns d as a sparse matrix.
func (d dense) compress(complexField bool) *sparsity.Matrix {
	tr := &sparsity.Triplets{Rows: d.rows, Cols: d.cols, Values: []float64{}}
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
	return m
}

// of returns the statistics of m.
func of(m *sparsity.Matrix) *structure.Stats {
	s, _ := structure.Of(m, structure.Source{Entries: m.Pattern.NNZ()})
	return s
}

func TestBand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, rapid.Bool().Draw(t, "square"))
		var lower, upper, profile int
		var distance int64
		first := map[int]int{}
		for at := range d.stored {
			i, j := at[0], at[1]
			lower, upper = max(lower, i-j), max(upper, j-i)
			distance += int64(max(i-j, j-i))
			row, reach := max(i, j), min(i, j)
			if f, ok := first[row]; !ok || reach < f {
				first[row] = reach
			}
		}
		for i, j := range first {
			profile += i - j
		}
		got := of(m)
		if got.Lower != lower || got.Upper != upper || got.DistanceSum != distance {
			t.Fatalf("want %d, %d, %d, got %+v", lower, upper, distance, got.Band)
		}
		if (got.Profile != nil) != (d.rows == d.cols) {
			t.Fatalf("profile %v of a %d×%d matrix", got.Profile, d.rows, d.cols)
		}
		if got.Profile != nil && *got.Profile != int64(profile) {
			t.Fatalf("want profile %d, got %d", profile, *got.Profile)
		}
	})
}

func TestDegrees(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, false)
		rows, cols := make([]int, d.rows), make([]int, d.cols)
		for at := range d.stored {
			rows[at[0]]++
			cols[at[1]]++
		}
		got := of(m)
		checkDegrees(t, got.Degree.Row, rows)
		checkDegrees(t, got.Degree.Col, cols)
	})
}

// TestManyDegrees: counts above those that are tallied one by one.
func TestManyDegrees(t *testing.T) {
	for _, n := range []int{255, 256, 257, 300, 700} {
		tr := &sparsity.Triplets{Rows: n, Cols: n}
		count := make([]int, n)
		for j := range n {
			count[j] = n - j
			for i := range n - j {
				tr.Row, tr.Col = append(tr.Row, int32(i)), append(tr.Col, int32(j))
			}
		}
		m, _ := tr.Compress()
		checkDegrees(t, of(m).Degree.Col, count)
		checkDegrees(t, of(m).Degree.Row, count)
	}
}

// checkDegrees compares got with the counts of rows or columns.
func checkDegrees(t interface {
	Helper()
	Fatalf(string, ...any)
}, got *structure.Degrees, count []int) {
	t.Helper()
	if len(count) == 0 {
		if got != nil {
			t.Fatalf("degrees of nothing: %+v", got)
		}
		return
	}
	argmax := slices.Index(count, slices.Max(count))
	sorted := slices.Sorted(slices.Values(count))
	total, hist := 0, make([]int, len(got.Log2))
	for _, c := range sorted {
		total += c
		k := 0
		for 1<<k <= c {
			k++
		}
		if k >= len(hist) {
			t.Fatalf("histogram %v has no place for %d", hist, c)
		}
		hist[k]++
	}
	n := len(sorted)
	if got.Min != sorted[0] || got.Max != sorted[n-1] || got.Argmax != argmax || got.Mean != float64(total)/float64(n) ||
		got.Median != float64(sorted[(n-1)/2]+sorted[n/2])/2 || !slices.Equal(got.Log2, hist) || got.Empty != hist[0] {
		t.Fatalf("of %v got %+v", sorted, got)
	}
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
		share := func(x float64) float64 {
			if entries == 0 {
				return 1
			}
			return x / entries
		}
		s := of(m)
		if s.Pattern != share(stored) || *s.Value != share(equal) || *s.Skew != share(negated) {
			t.Fatalf("want %v %v %v, got %v %v %v", share(stored), share(equal), share(negated), s.Pattern, *s.Value, *s.Skew)
		}
		if m.Complex() && *s.Hermitian != share(conjugate) {
			t.Fatalf("hermitian: want %v, got %v", share(conjugate), *s.Hermitian)
		}
		if p := of(&sparsity.Matrix{Pattern: m.Pattern}); p.Pattern != s.Pattern || p.Value != nil {
			t.Fatal("the pattern alone gives another share")
		}
	})
}

func TestDiagonalAndDominance(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, true)
		missing, zero, zeros := 0, 0, 0
		var rows, cols structure.Dominance
		for _, v := range d.stored {
			if v == 0 {
				zeros++
			}
		}
		for i := range d.rows {
			v, ok := d.stored[[2]int{i, i}]
			if !ok {
				missing++
			}
			if v == 0 {
				zero++
			}
			var row, col float64
			for at, w := range d.stored {
				size := math.Hypot(real(w), imag(w))
				if at[0] == i && at[1] != i {
					row += size
				}
				if at[1] == i && at[0] != i {
					col += size
				}
			}
			size := math.Hypot(real(v), imag(v))
			for _, x := range []struct {
				d    *structure.Dominance
				rest float64
			}{{&rows, row}, {&cols, col}} {
				if size == 0 && x.rest == 0 {
					continue
				}
				x.d.Nonzero++
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
		got := of(m)
		if got.Missing != missing || *got.Zero != zero || *got.ExplicitZeros != zeros {
			t.Fatalf("want %d missing, %d zero, %d stored zeros, got %d, %d, %d",
				missing, zero, zeros, got.Missing, *got.Zero, *got.ExplicitZeros)
		}
		if got.Dominance.Row != rows || got.Dominance.Col != cols {
			t.Fatalf("want %+v %+v, got %+v", rows, cols, got.Dominance)
		}
	})
}

// checkSizes compares the sizes of components with a count of their labels.
func checkSizes(t *rapid.T, label []int, got structure.Sizes) {
	t.Helper()
	count := map[int]int{}
	for _, l := range label {
		count[l]++
	}
	want := structure.Sizes{Largest: []int{}, Log2: []int{}}
	for _, n := range count {
		want.Largest = append(want.Largest, n)
		k := int(math.Log2(float64(n)))
		for len(want.Log2) <= k {
			want.Log2 = append(want.Log2, 0)
		}
		want.Log2[k]++
	}
	slices.Sort(want.Largest)
	slices.Reverse(want.Largest)
	want.Largest = want.Largest[:min(len(want.Largest), 10)]
	if !slices.Equal(want.Largest, got.Largest) || !slices.Equal(want.Log2, got.Log2) {
		t.Fatalf("want sizes %v, got %v", want, got)
	}
}

func TestConnectivity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, d := genMatrix(t, rapid.Bool().Draw(t, "square"))
		a := m.Pattern
		if rapid.Bool().Draw(t, "symmetric") && a.Square() { // the cases that save a search
			a = symmetric(a, rapid.Bool().Draw(t, "diagonal"))
			m = &sparsity.Matrix{Pattern: a}
		}
		got := of(m)
		if want := oracle.StructuralRank(a); got.StructuralRank != want {
			t.Fatalf("want rank %d, got %d", want, got.StructuralRank)
		}
		if want := distinct(oracle.Weak(a)); got.Components != want {
			t.Fatalf("want %d components, got %d", want, got.Components)
		}
		checkSizes(t, oracle.Weak(a), got.ComponentSizes)
		if d.rows == d.cols {
			if want := distinct(oracle.Strong(a)); *got.StrongComponents != want {
				t.Fatalf("want %d strong components, got %d", want, *got.StrongComponents)
			}
			checkSizes(t, oracle.Strong(a), *got.StrongComponentSizes)
		}
		deficient := d.rows != d.cols || got.StructuralRank < d.cols
		if deficient != (got.DulmageMendelsohn != nil) {
			t.Fatalf("%d×%d of rank %d: coarse parts %v", d.rows, d.cols, got.StructuralRank, got.DulmageMendelsohn)
		}
		if deficient {
			checkParts(t, got.DulmageMendelsohn, a)
		}
	})
}

// checkParts compares the sizes of the coarse parts.
func checkParts(t *rapid.T, got *structure.Parts, a *sparsity.Pattern) {
	row, col := oracle.Deficiency(a)
	size := map[int]structure.Part{}
	for _, p := range row {
		size[p] = structure.Part{Rows: size[p].Rows + 1, Cols: size[p].Cols}
	}
	for _, p := range col {
		size[p] = structure.Part{Rows: size[p].Rows, Cols: size[p].Cols + 1}
	}
	if got.Horizontal != size[-1] || got.Square != size[0] || got.Vertical != size[1] {
		t.Fatalf("want %v, got %+v", size, got)
	}
}

// symmetric returns the pattern of A+Aᵀ, with a full diagonal or with none.
func symmetric(a *sparsity.Pattern, diagonal bool) *sparsity.Pattern {
	g := sparsity.Symmetrize(a)
	tr := &sparsity.Triplets{Rows: a.Rows, Cols: a.Cols}
	for j := range int32(a.Cols) {
		if diagonal {
			tr.Row, tr.Col = append(tr.Row, j), append(tr.Col, j)
		}
		for _, i := range g.Col(int(j)) {
			tr.Row, tr.Col = append(tr.Row, i), append(tr.Col, j)
		}
	}
	m, _ := tr.Compress()
	return m.Pattern
}

// distinct counts the different elements of x.
func distinct(x []int) int {
	slices.Sort(x)
	return len(slices.Compact(x))
}

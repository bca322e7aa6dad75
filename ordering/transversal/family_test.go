package transversal_test

import (
	"math"
	"math/rand/v2"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/ordering/transversal"
	"github.com/nrkit/nrkit/sparsity"
)

// failer is what a testing.T and a rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// A kind lays values on a pattern.
type kind struct {
	name  string
	value func(r *rand.Rand) float64
}

// kinds are values of one size, of many sizes, with ties, and with zeros.
var kinds = []kind{
	{"uniform", func(r *rand.Rand) float64 { return 2*r.Float64() - 1 }},
	{"wide", func(r *rand.Rand) float64 { return math.Exp(40 * r.NormFloat64()) }},
	{"ties", func(r *rand.Rand) float64 { return float64(1 + r.IntN(3)) }},
	{"zeros", func(r *rand.Rand) float64 { return float64(r.IntN(4)) }},
	{"ones", func(*rand.Rand) float64 { return 1 }},
	{"extreme", func(r *rand.Rand) float64 {
		return [...]float64{math.SmallestNonzeroFloat64, -math.MaxFloat64, 1e-200, 1e200, 0}[r.IntN(5)]
	}},
}

// lay returns a matrix with pattern p and values of kind k; complex for odd
// seeds.
func lay(p *sparsity.Pattern, k kind, seed uint64) *sparsity.Matrix {
	r := rand.New(rand.NewPCG(seed, 7))
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	if seed%2 == 1 {
		m.Imag = make([]float64, p.NNZ())
	}
	for i := range m.Values {
		m.Values[i] = k.value(r)
		if m.Imag != nil {
			m.Imag[i] = k.value(r)
		}
	}
	return m
}

// nonzeros returns the pattern of the entries of m that are not zero.
func nonzeros(m *sparsity.Matrix) *sparsity.Pattern {
	b := sparsity.NewPattern(m.Pattern.Rows, m.Pattern.Cols)
	for j := range b.Cols {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			if m.Values[k] != 0 || m.Imag != nil && m.Imag[k] != 0 {
				b.RowIdx = append(b.RowIdx, m.Pattern.RowIdx[k])
			}
		}
		b.ColPtr[j+1] = int64(len(b.RowIdx))
	}
	return b
}

// magnitude returns the natural logarithm of the magnitude of entry k, -Inf for
// a zero.
func magnitude(m *sparsity.Matrix, k int64) float64 {
	x := logarithm(m.Values[k])
	if m.Imag == nil || m.Imag[k] == 0 {
		return x
	}
	y := logarithm(m.Imag[k])
	x, y = max(x, y), min(x, y)
	return x + math.Log1p(math.Exp(2*(y-x)))/2
}

// check fails unless tr is a maximum matching with scale factors that prove
// that none of its rows and columns has a larger product.
func check(t failer, m *sparsity.Matrix, tr *transversal.Transversal) {
	t.Helper()
	a := m.Pattern
	const eps = 1e-9
	if len(tr.Row) != a.Rows || len(tr.Col) != a.Cols || len(tr.Matching.ColOf) != a.Rows || len(tr.Matching.RowOf) != a.Cols {
		t.Fatalf("%d, %d factors and %d, %d mates of %d×%d", len(tr.Row), len(tr.Col),
			len(tr.Matching.ColOf), len(tr.Matching.RowOf), a.Rows, a.Cols)
	}
	size, sum := 0, 0.0
	for j := range a.Cols {
		paired := false
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i := a.RowIdx[k]
			x := magnitude(m, k)
			scaled := x + tr.Row[i] + tr.Col[j]
			if !(scaled <= eps) {
				t.Fatalf("entry (%d, %d) is exp(%g) when scaled", i, j, scaled)
			}
			if tr.Matching.RowOf[j] == i && scaled >= -eps {
				paired = true
				sum += x
				size++
				break
			}
		}
		if i := tr.Matching.RowOf[j]; i >= 0 && (!paired || int(tr.Matching.ColOf[i]) != j) {
			t.Fatalf("column %d: row %d is no entry of magnitude 1 when scaled, or has column %d", j, i, tr.Matching.ColOf[i])
		}
	}
	for i, j := range tr.Matching.ColOf {
		if j >= 0 && int(tr.Matching.RowOf[j]) != i {
			t.Fatalf("row %d has column %d, which has row %d", i, j, tr.Matching.RowOf[j])
		}
	}
	if want := oracle.AugmentedRank(nonzeros(m)); size != want || size != tr.Matching.Size {
		t.Fatalf("want %d pairs, got %d, and %d by its size", want, size, tr.Matching.Size)
	}
	if math.Abs(sum-tr.LogProduct) > eps*(1+math.Abs(sum)) {
		t.Fatalf("the product is exp(%g), not exp(%g)", sum, tr.LogProduct)
	}
}

// logarithm returns the natural logarithm of |v|, -Inf for 0.
func logarithm(v float64) float64 {
	f, e := math.Frexp(math.Abs(v))
	return math.Log(f) + float64(e)*math.Ln2
}

// bruteForce returns the size of the largest matchings of m and the logarithm
// of the largest product among them, by trying every one.
func bruteForce(m *sparsity.Matrix) (size int, product float64) {
	a := m.Pattern
	used := make([]bool, a.Rows)
	product = math.Inf(-1)
	var try func(j, pairs int, sum float64)
	try = func(j, pairs int, sum float64) {
		if j == a.Cols {
			if pairs > size || pairs == size && sum > product {
				size, product = pairs, sum
			}
			return
		}
		try(j+1, pairs, sum)
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			x := magnitude(m, k)
			if i := a.RowIdx[k]; !used[i] && !math.IsInf(x, -1) {
				used[i] = true
				try(j+1, pairs+1, sum+x)
				used[i] = false
			}
		}
	}
	try(0, 0, 0)
	return size, product
}

// product returns the transversal of m and fails on an error.
func product(t failer, m *sparsity.Matrix) *transversal.Transversal {
	t.Helper()
	tr, err := transversal.Product(m)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return tr
}

// patterns returns small patterns of all shapes, structurally singular ones
// among them.
func patterns() []*sparsity.Pattern {
	var all []*sparsity.Pattern
	for _, rows := range []int{0, 1, 2, 3, 4, 6} {
		for _, cols := range []int{0, 1, 2, 3, 4, 6} {
			for seed := range uint64(6) {
				all = append(all, matgen.Random(rows, cols, 1+int(seed)/2, seed))
			}
			all = append(all, matgen.Dense(rows, cols), sparsity.NewPattern(rows, cols))
		}
	}
	return all
}

// scramble moves rows and columns by permutations that differ.
func scramble(a *sparsity.Pattern, seed uint64) *sparsity.Pattern {
	return sparsity.Permute(a, matgen.RandomPerm(a.Rows, seed+100), matgen.RandomPerm(a.Cols, seed+200))
}

// large returns patterns beyond the reach of brute force.
func large() map[string]*sparsity.Pattern {
	return map[string]*sparsity.Pattern{
		"hidden blocks":  matgen.HiddenBlocks(2000, 150, 1500, 1),
		"grid scrambled": scramble(matgen.Grid2D(40, 30), 3),
		"random 2":       matgen.Random(1000, 1000, 2, 4),
		"random 3":       matgen.Random(1500, 1500, 3, 5),
		"tall":           matgen.Random(1200, 800, 2, 6),
		"wide":           matgen.Random(800, 1200, 2, 7),
		"circuit":        scramble(matgen.Circuit(200, 9), 9),
		"dense":          matgen.Dense(60, 60),
		"no diagonal":    sparsity.Symmetrize(matgen.Grid2D(21, 21)),
		"irreducible":    matgen.RandomSquare(2500, 4, 8),
	}
}

var _ btf.Matching = transversal.Transversal{}.Matching

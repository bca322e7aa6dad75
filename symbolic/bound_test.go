package symbolic_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// TestColumnTree compares the bound with the Cholesky factor of AᵀA and the
// Householder vectors, and with factorizations under random row pivots.
func TestColumnTree(t *testing.T) {
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed) {
			ord.Tree = symbolic.ColumnTree
			d, off := apply(a, ord)
			f := oracle.Eliminate(oracle.Normal(d))
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			compareTree(t, x, f)
			v, _ := oracle.Householder(d)
			r, work := 0, 0.0
			for j, c := range f.ColumnCounts() {
				r += int(c)
				work += float64(v[j]-1) * float64(2*(c-1)+1)
			}
			sumV := 0
			for _, c := range v {
				sumV += int(c)
			}
			if x.NNZU != int64(r) || x.NNZL != int64(sumV) || x.NNZOffBlocks != off || !near(x.Flops, work) {
				t.Fatalf("%s: want R %d, V %d, off %d, work %v, got %+v", ord.Method, r, sumV, off, work, x.Fill)
			}
			if x.LevelsL != nil || x.LevelsU != nil {
				t.Fatalf("%s: solve levels of an unknown structure", ord.Method)
			}
			mustBoundPivoting(t, x, d, seed)
			mustBoundDiagonal(t, x, d)
			g := oracle.Eliminate(d)
			want, sym := oracleLeast(v, f.ColumnCounts(), g.ColumnCounts()), g.Parent()
			want.height = min(len(oracle.Widths(ints(oracle.Heights(sym)))), x.Height)
			want.critical = min(oracle.CriticalPath(sym, want.work), oracle.CriticalPath(f.Parent(), want.work))
			p := x.NoPivoting
			if p.NNZL != want.l || p.NNZU != want.u || p.NNZOffBlocks != off || !near(p.Flops, want.flops) ||
				p.Height != want.height || !near(p.CriticalPathFlops, want.critical) {
				t.Fatalf("%s: without pivoting: want %+v, got %+v", ord.Method, want, p)
			}
			ord.Tree = ""
			plain := symbolic.Analyze(a, ord, symbolic.Options{})
			for _, one := range []*symbolic.Analysis{x, plain} {
				if p.NNZLU > one.NNZLU || p.Flops > one.Flops || p.Height > one.Height || p.CriticalPathFlops > one.CriticalPathFlops {
					t.Fatalf("%s: without pivoting: %+v exceeds that of %s, %+v", ord.Method, p, one.Tree, one.Fill)
				}
			}
		}
	})
}

// leastFigures are those of NoPivoting.
type leastFigures struct {
	l, u            int64
	work            []float64
	flops, critical float64
	height          int
}

// oracleLeast adds up the smaller of the counts for any pivots, v and r, and
// those for diagonal ones, c.
func oracleLeast(v, r, c []int32) (s leastFigures) {
	for j := range c {
		l, u := min(v[j], c[j]), min(r[j], c[j])
		s.l, s.u = s.l+int64(l), s.u+int64(u)
		s.work = append(s.work, float64(l-1)*float64(2*(u-1)+1))
		s.flops += s.work[j]
	}
	return s
}

func ints(x []int32) []int {
	y := make([]int, len(x))
	for k, v := range x {
		y[k] = int(v)
	}
	return y
}

// mustBoundDiagonal factorises with the pivots on the diagonal, as far as there
// are any: neither L nor U nor what waits for what may exceed what the analysis
// says.
func mustBoundDiagonal(t *testing.T, x *symbolic.Analysis, d *sparsity.Pattern) {
	t.Helper()
	k := int32(-1)
	l, u := oracle.PivotedStructure(d, func(rows []int32) int32 {
		if k++; slices.Contains(rows, k) {
			return k
		}
		k = math.MaxInt32 - 1 // not a factorization of this kind
		return rows[0]
	})
	if int(k) != d.Cols-1 {
		return
	}
	nnzL, nnzU, flops, critical := int64(0), int64(0), 0.0, 0.0
	done := make([]float64, len(l)) // flops of the longest chain of columns that ends with this one
	for j := range l {
		nnzL, nnzU = nnzL+int64(len(l[j])), nnzU+int64(len(u[j]))
		work := float64(len(l[j])-1) * float64(2*(len(u[j])-1)+1)
		flops, done[j] = flops+work, done[j]+work
		critical = max(critical, done[j])
		for next := range u[j] {
			if next > j {
				done[next] = max(done[next], done[j])
			}
		}
	}
	if p := x.NoPivoting; nnzL > p.NNZL || nnzU > p.NNZU || flops > p.Flops || critical > p.CriticalPathFlops {
		t.Fatalf("%s: pivots on the diagonal make L of %d, U of %d, %v flops, %v of them in a chain; bounds %+v",
			x.Method, nnzL, nnzU, flops, critical, p)
	}
}

// mustBoundPivoting factorises with random row pivots: no column of L and no
// row of U may exceed what the analysis says.
func mustBoundPivoting(t *testing.T, x *symbolic.Analysis, d *sparsity.Pattern, seed uint64) {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 5))
	v, _ := etree.HouseholderCounts(d, x.Etree)
	flops := 0.0
	l, u := oracle.PivotedStructure(d, func(rows []int32) int32 { return rows[r.IntN(len(rows))] })
	for k := range l {
		if len(l[k]) > int(v[k]) || len(u[k]) > int(x.Counts[k]) {
			t.Fatalf("%s: column %d of L has %d entries, row of U %d; bounds %d and %d",
				x.Method, k, len(l[k]), len(u[k]), v[k], x.Counts[k])
		}
		if len(l[k]) > 0 {
			flops += float64(len(l[k])-1) * float64(2*(len(u[k])-1)+1)
		}
	}
	if flops > x.Flops {
		t.Fatalf("%s: %v flops, bound %v", x.Method, flops, x.Flops)
	}
}

// TestRectangular: the column tree alone, for every shape.
func TestRectangular(t *testing.T) {
	for _, m := range []int{0, 1, 2, 5, 20} {
		for _, n := range []int{0, 1, 3, 7, 20} {
			if m == n {
				continue
			}
			a := matgen.Random(m, n, 3, uint64(m+n))
			x := symbolic.Analyze(a, symbolic.Order{Tree: symbolic.ColumnTree, Cols: matgen.RandomPerm(n, 1)}, symbolic.Options{})
			if x.NoPivoting != nil || x.Vacuous != nil || x.LevelsL != nil {
				t.Errorf("%d×%d: figures that need a square matrix", m, n)
			}
			if int(x.NNZU) < n || x.Etree.Len() != n {
				t.Errorf("%d×%d: R has %d entries", m, n, x.NNZU)
			}
			mustBoundPivoting(t, x, sparsity.Permute(a, nil, x.Order.Cols), 1)
		}
	}
}

// TestVacuous: a dense row makes the bound say nothing, and is named.
func TestVacuous(t *testing.T) {
	const n = 50
	last := matgen.ArrowGood(n, 1) // the last row and column are full
	x := symbolic.Analyze(last, symbolic.Order{Tree: symbolic.ColumnTree}, symbolic.Options{})
	if want := (symbolic.DenseRow{Row: n - 1, Entries: n, Clique: n * (n + 1) / 2}); x.Vacuous == nil || *x.Vacuous != want {
		t.Errorf("want %+v, got %+v", want, x.Vacuous)
	}
	reversed := sparsity.Identity(n)
	slices.Reverse(reversed)
	x = symbolic.Analyze(sparsity.Permute(last, reversed, reversed),
		symbolic.Order{Tree: symbolic.ColumnTree, Cols: reversed}, symbolic.Options{})
	if x.Vacuous == nil || x.Vacuous.Row != 0 {
		t.Errorf("reversed: want row 0 of the matrix as given, got %+v", x.Vacuous)
	}
	for name, a := range map[string]*sparsity.Pattern{
		"dense": matgen.Dense(n, n), "diagonal": matgen.Diagonal(n), "band": matgen.Banded(n, 2, 2), "empty": matgen.Dense(0, 0),
		"arrow that fills in": sparsity.Permute(last, reversed, reversed),
	} {
		if x := symbolic.Analyze(a, symbolic.Order{Tree: symbolic.ColumnTree}, symbolic.Options{}); x.Vacuous != nil {
			t.Errorf("%s: the bound is called vacuous: %+v", name, x.Vacuous)
		}
	}
	// Within blocks only entries of the block count.
	two := symbolic.Analyze(last, symbolic.Order{Tree: symbolic.ColumnTree, BlockPtr: []int32{0, n - 1, n}}, symbolic.Options{})
	if two.Vacuous != nil || two.NNZU != n {
		t.Errorf("in blocks: %+v", two.Vacuous)
	}
	// The full row of a block is named as the matrix as given has it.
	corner := sparsity.Permute(last, reversed, reversed) // full row and column 0
	half := symbolic.Analyze(corner, symbolic.Order{
		Tree: symbolic.ColumnTree, Cols: reversed, BlockPtr: []int32{0, n / 2, n},
	}, symbolic.Options{})
	if want := (symbolic.DenseRow{Row: 0, Entries: n / 2, Clique: n / 2 * (n/2 + 1) / 2}); half.Vacuous == nil || *half.Vacuous != want {
		t.Errorf("in blocks: want %+v, got %+v", want, half.Vacuous)
	}
}

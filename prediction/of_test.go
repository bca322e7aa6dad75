package prediction

import (
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// eliminate counts L, U and flops of the elimination of a dense boolean matrix, in
// which every pivot is taken as nonzero.
func eliminate(a *sparsity.Pattern) (l, u, updates int64, flops float64) {
	n := a.Cols
	set := make([][]bool, n)
	for i := range set {
		set[i] = make([]bool, n)
		set[i][i] = true
	}
	for j := range n {
		for _, i := range a.Col(j) {
			set[i][j] = true
		}
	}
	for k := range n {
		below, right := 0, 0
		for j := k + 1; j < n; j++ {
			if set[k][j] {
				right++
			}
			if !set[j][k] {
				continue
			}
			below++
			for c := k + 1; c < n; c++ {
				set[j][c] = set[j][c] || set[k][c]
			}
		}
		l, u = l+int64(below)+1, u+int64(right)+1
		flops += float64(2*below*right + below)
		if below > 0 {
			updates += int64(right)
		}
	}
	return l, u, updates, flops
}

func random(rng *rand.Rand, n int, symmetric bool) *sparsity.Pattern {
	t := &sparsity.Triplets{Rows: n, Cols: n}
	add := func(i, j int) { t.Row, t.Col = append(t.Row, int32(i)), append(t.Col, int32(j)) }
	for i := range n {
		add(i, i)
	}
	for range 2 * n {
		i, j := rng.IntN(n), rng.IntN(n)
		add(i, j)
		if symmetric {
			add(j, i)
		}
	}
	m, _ := t.Compress()
	return m.Pattern
}

// The counts agree with an elimination of a dense matrix, for both shapes of pattern.
func TestOf(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for round := range 200 {
		a := random(rng, 1+rng.IntN(30), round%2 == 0)
		order := make(sparsity.Perm, a.Cols)
		for k, j := range rng.Perm(a.Cols) {
			order[k] = int32(j)
		}
		x := symbolic.Analyze(a, symbolic.Order{Cols: order}, symbolic.Options{Counts: true})
		f := Of(a, x, Options{})
		l, u, updates, flops := eliminate(sparsity.Permute(a, order, order))
		if f.L != l || f.U != u || f.Updates != updates || f.Flops != flops {
			t.Fatalf("round %d: got L %d, U %d, updates %d, flops %g; want %d, %d, %d, %g",
				round, f.L, f.U, f.Updates, f.Flops, l, u, updates, flops)
		}
		if round%2 == 0 && !f.Symmetric || f.Bound {
			t.Errorf("round %d: symmetric %v, bound %v", round, f.Symmetric, f.Bound)
		}
		if f.SymmetricL < f.L || f.PanelEntries < f.SymmetricL || f.PanelFlops < f.SymmetricFlops {
			t.Errorf("round %d: %+v", round, f)
		}
		if b := Of(a, x, Options{Entries: -1}); b.L < f.L || b.Flops < f.Flops || b.Bound == f.Symmetric {
			t.Errorf("round %d: bound %+v", round, b)
		}
	}
}

// Entries above the diagonal blocks are in no factor.
func TestOfBlocks(t *testing.T) {
	tr := &sparsity.Triplets{Rows: 4, Cols: 4, Row: []int32{0, 1, 2, 3, 0, 1, 2, 3}, Col: []int32{0, 1, 2, 3, 1, 2, 3, 2}}
	m, _ := tr.Compress()
	x := symbolic.Analyze(m.Pattern, symbolic.Order{BlockPtr: []int32{0, 1, 2, 4}}, symbolic.Options{Counts: true})
	f := Of(m.Pattern, x, Options{})
	if f.Blocks != 3 || f.Singletons != 2 || f.LargestBlock != 2 || f.OffBlock != 2 || f.L != 5 || f.U != 5 || f.Flops != 3 {
		t.Errorf("%+v", f)
	}
	if f.Symmetric {
		t.Error("a matrix with entries above its blocks is symmetric")
	}
}

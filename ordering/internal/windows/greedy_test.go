package windows

import (
	"math/bits"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// slowFill counts the pairs of neighbours of column v that are not joined; those in
// the boundary are.
func slowFill(w *window, v int) (pairs int64) {
	has := func(a, b int) bool { return w.row(a)[b>>6]>>(b&63)&1 != 0 }
	var near []int
	for b := range 64 * w.wide {
		if has(v, b) {
			near = append(near, b)
		}
	}
	for k, a := range near {
		for _, b := range near[k+1:] {
			if a < w.columns && !has(a, b) {
				pairs++
			}
		}
	}
	return pairs
}

// TestFill wants the fill of each column that is left to be what counting says after
// each elimination, and rows that agree from both ends.
func TestFill(t *testing.T) {
	eliminated := 0
	for seed := range uint64(4) {
		for name, a := range map[string]*sparsity.Pattern{
			"grid": matgen.Grid2D(14, 9), "circuit": matgen.Circuit(100, seed), "random": matgen.RandomSymmetric(120, 4, seed),
		} {
			g := sparsity.Symmetrize(a)
			s := newSearch(g, matgen.RandomPerm(g.Cols, seed), Options{Seed: seed})
			s.passes = 1
			for id := int(seed); id < len(s.nodes); id += 3 {
				if !s.open(int32(id), 20+int(seed)*30) {
					continue
				}
				s.restart()
				for step := range s.columns {
					checkFill(t, s, name, step)
					v := s.pick(rule{of: score(seed) % scores, blur: 0.3})
					s.chosen = append(s.chosen, int32(v))
					s.left[v>>6] &^= 1 << (v & 63)
					s.eliminate(v)
					eliminated++
				}
			}
		}
	}
	if eliminated < 2000 {
		t.Errorf("%d eliminations, too few to tell", eliminated)
	}
}

// checkFill compares what is known of the columns that are left with what their
// rows say.
func checkFill(t *testing.T, s *search, name string, step int) {
	t.Helper()
	w := &s.window
	for i, left := range w.left {
		for ; left != 0; left &= left - 1 {
			v := i<<6 + bits.TrailingZeros64(left)
			if want := slowFill(w, v); w.fill[v] != want || w.fillOf(v) != want {
				t.Fatalf("%s, step %d, column %d of %d: fill %d, kept %d, counted %d", name, step, v, w.columns, want, w.fill[v], w.fillOf(v))
			}
			for k := range 64 * (w.wide - w.words) {
				b := k + 64*w.words
				if w.row(v)[b>>6]>>(b&63)&1 != w.meets(k)[v>>6]>>(v&63)&1 {
					t.Fatalf("%s, step %d: column %d and vertex %d of the boundary do not agree", name, step, v, k)
				}
			}
		}
	}
}

// TestTree wants the tree of an order to have the entries that the columns add up
// to, and to give back an order with as many.
func TestTree(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 40} {
		for seed := range uint64(5) {
			g := sparsity.Symmetrize(matgen.RandomSymmetric(n, 3, seed))
			x := newTree(g, matgen.RandomPerm(n, seed))
			p := x.order()
			if y := newTree(g, p); p.Check() != nil || x.entries() != x.total || y.total != x.total || len(y.nodes) != len(x.nodes) {
				t.Errorf("n = %d, seed %d: %d entries in %d nodes, columns say %d; again %d in %d",
					n, seed, x.entries(), len(x.nodes), x.total, y.total, len(y.nodes))
			}
		}
	}
}

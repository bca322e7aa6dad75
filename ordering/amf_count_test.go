package ordering

import (
	"fmt"
	"math"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// countGraphs have variables with few neighbours, with some 64, and with
// hundreds, before and after elimination, and some that were merged.
func countGraphs() map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"mesh": matgen.Grid9(12, 12), "dense": matgen.Dense(150, 150), "tree of cliques": matgen.KTree(120, 40, 1),
		"circuit": matgen.Circuit(60, 2),
	}
	for _, degree := range []int{4, 20, 45, 80} {
		f[fmt.Sprintf("degree %d", degree)] = matgen.RandomSymmetric(160, degree, uint64(degree))
	}
	for name, a := range f {
		f[name] = sparsity.Symmetrize(a)
	}
	return f
}

// TestFillCount compares the fill counted for each variable with that in the
// graph that elimination leaves, at several stages of it.
func TestFillCount(t *testing.T) {
	few, many, weighted := 0, 0, 0
	for name, g := range countGraphs() {
		f := newAMF(g, AMFOptions{Exact: 100_000, Dense: 1e6})
		truth := newEliminationGraph(g)
		for step := 0; f.eliminated < f.n; step++ {
			f.local.left = math.MaxInt / 2
			for i := range int32(f.n) {
				v := &f.nodes[i]
				if step%24 != 0 || v.nv == 0 || v.elems < 0 {
					continue
				}
				known := f.local.fills[i]
				pairs, ok := f.local.count(i, v)
				if want := 2 * float64(truth.fill(i)); !ok || pairs != want {
					t.Fatalf("%s, step %d, variable %d: %v, %v counted, want %v", name, step, i, pairs, ok, want)
				}
				f.local.fills[i] = known
				switch members := len(f.local.around.members); {
				case members > 63:
					many++
				case members > 0:
					few++
				}
				if !f.local.around.uniform {
					weighted++
				}
			}
			f.eliminate(f.pickPivot())
			truth.eliminate(f.gone())
		}
	}
	if few < 300 || many < 300 || weighted < 50 {
		t.Errorf("%d small neighbourhoods, %d large ones, %d with weights: too few to tell", few, many, weighted)
	}
}

// TestFillCountLimits wants no count that reads more than it may, none of too
// many neighbours, and no number left behind.
func TestFillCountLimits(t *testing.T) {
	for name, g := range map[string]*sparsity.Pattern{
		"arrow": sparsity.Symmetrize(matgen.Arrow(3000, 1)), "random": sparsity.Symmetrize(matgen.RandomSymmetric(300, 8, 1)),
	} {
		f := newAMF(g, AMFOptions{Exact: 2000, Dense: 1e6})
		counted, refused := 0, 0
		for left := range 6000 {
			i := int32(left % f.n)
			f.local.left = left * readsSpread
			pairs, ok := f.local.count(i, &f.nodes[i])
			switch {
			case ok && len(f.local.around.members) >= maxNeighbours:
				t.Fatalf("%s: %d neighbours counted", name, len(f.local.around.members))
			case ok && (pairs < 0 || f.local.left < left*(readsSpread-1)):
				t.Fatalf("%s: %v pairs, %d of %d entries left", name, pairs, f.local.left, left*readsSpread)
			case ok:
				counted++
			default:
				refused++
			}
		}
		for i, s := range f.local.around.slot {
			if s != 0 {
				t.Fatalf("%s: variable %d has kept number %d", name, i, s)
			}
		}
		if counted < 100 || refused < 1 {
			t.Errorf("%s: %d counted, %d refused: too few to tell", name, counted, refused)
		}
	}
}

// TestFillCountBudget wants little more to be read for exact fill than is
// earned, where counting all of it would take many times as much.
func TestFillCountBudget(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid3D(16, 16, 16))
	for _, exact := range []int{16, 1000} {
		f := newAMF(g, AMFOptions{Exact: exact, AllCliques: true})
		least := f.local.left
		for f.eliminated < f.n {
			me := f.pickPivot()
			least = min(least, f.local.left)
			f.eliminate(me)
		}
		if t.Logf("exact %d: %d entries left at least", exact, least); least < 0 || least > 2000 {
			t.Errorf("exact %d: %d entries were left at least, want from 0 to %d", exact, least, 2000)
		}
	}
}

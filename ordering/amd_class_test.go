package ordering

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
)

// randomClasses returns classes -1 to count-1.
func randomClasses(n, count int, halo bool, seed uint64) []int32 {
	r := rand.New(rand.NewPCG(seed, 7))
	class := make([]int32, n)
	for i := range class {
		class[i] = int32(r.IntN(min(count, n)))
		if halo && r.IntN(4) == 0 {
			class[i] = -1
		}
	}
	return class
}

// checkClasses checks that p is a permutation that keeps the classes in order.
func checkClasses(p sparsity.Perm, class []int32) error {
	if len(p) != len(class) {
		return fmt.Errorf("%d of %d vertices", len(p), len(class))
	}
	if err := p.Check(); err != nil {
		return err
	}
	for k := 1; k < len(p); k++ {
		if uint32(class[p[k-1]]) > uint32(class[p[k]]) {
			return fmt.Errorf("class %d before class %d at place %d", class[p[k-1]], class[p[k]], k)
		}
	}
	return nil
}

// TestConstrainedAMDSteps follows the quotient graph pivot by pivot, as
// TestAMDSteps does.
func TestConstrainedAMDSteps(t *testing.T) {
	merged, mass := 0, 0
	for name, g := range stepGraphs() {
		for seed := range uint64(4) {
			class := randomClasses(g.Cols, 1+int(seed)*2, seed%2 == 1, seed)
			c := newClasses(g, class, AMDOptions{Dense: 1e6})
			truth := newEliminationGraph(g)
			for c.nextClass() {
				for c.left > 0 {
					me := c.pickPivot()
					if class[me] != c.current {
						t.Fatalf("%s, seed %d: pivot of class %d among those of %d", name, seed, class[me], c.current)
					}
					if c.formElement(me) > 0 {
						c.setDifferences(me)
						c.updateDegrees(me)
						c.mergeVariables(me)
					}
					c.finish(me)
					truth.eliminate(c.gone())
					if err := truth.compare(c.amd, c.listed); err != nil {
						t.Fatalf("%s, seed %d: %v", name, seed, err)
					}
				}
			}
			merged, mass = merged+c.stats.Merged, mass+c.stats.Mass
		}
	}
	if merged < 50 || mass < 100 {
		t.Errorf("merged %d, mass elimination %d: too few to tell", merged, mass)
	}
}

// TestConstrainedAMDOneClass wants the order of AMD where all vertices have one
// class, whichever.
func TestConstrainedAMDOneClass(t *testing.T) {
	for name, g := range stepGraphs() {
		for _, k := range []int32{0, 3} {
			class := slices.Repeat([]int32{k}, g.Cols)
			want, wantStats := AMD(g, AMDOptions{Dense: 0.5})
			got, stats := constrainedAMD(g, class, AMDOptions{Dense: 0.5})
			if !slices.Equal(got, want) || stats != wantStats {
				t.Errorf("%s, class %d: want %v, %+v, got %v, %+v", name, k, want, wantStats, got, stats)
			}
		}
	}
}

func TestConstrainedAMDLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 80).Draw(t, "n")
		g := sparsity.Symmetrize(matgen.RandomSymmetric(n, rapid.IntRange(0, 9).Draw(t, "degree"), rapid.Uint64().Draw(t, "seed")))
		class := make([]int32, n)
		halo := 0
		for i := range class {
			class[i] = rapid.Int32Range(-1, int32(rapid.IntRange(-1, n-1).Draw(t, "most"))).Draw(t, "class")
			if class[i] < 0 {
				halo++
			}
		}
		opt := AMDOptions{
			Dense:        rapid.SampledFrom([]float64{0, 0.1, 1, -1}).Draw(t, "dense"),
			NoAggressive: rapid.Bool().Draw(t, "gentle"),
		}
		before, classBefore := g.Clone(), slices.Clone(class)
		p, stats := constrainedAMD(g, class, opt)
		if err := checkClasses(p, class); err != nil {
			t.Fatal(err)
		}
		if !g.Equal(before) || !slices.Equal(class, classBefore) {
			t.Fatal("an argument has changed")
		}
		if again, _ := constrainedAMD(g, class, opt); !slices.Equal(again, p) {
			t.Fatal("two orders of one graph")
		}
		if lnz := leadingEntries(g, p, n-halo); stats.Dense == 0 && stats.NNZL < lnz {
			t.Fatalf("%d entries in L exceed the bound %d", lnz, stats.NNZL)
		} else if stats.Dense == 0 && opt.Dense < 0 && lnz < stats.NNZL*9/10-10 {
			t.Fatalf("%d entries in L, bound %d", lnz, stats.NNZL)
		}
	})
}

// leadingEntries returns the entries of the first columns of L.
func leadingEntries(g *sparsity.Pattern, p sparsity.Perm, columns int) (nnz int64) {
	for _, c := range oracle.Eliminate(sparsity.Permute(g, p, p)).ColumnCounts()[:columns] {
		nnz += int64(c)
	}
	return nnz
}

// exactConstrained orders g by exact external degrees, class by class.
func exactConstrained(g *sparsity.Pattern, class []int32) (p sparsity.Perm) {
	e := newEliminationGraph(g)
	left := make(map[int32]bool)
	for i := range int32(g.Cols) {
		left[i] = true
	}
	for len(left) > 0 {
		best := int32(-1)
		for i := range int32(g.Cols) {
			if !left[i] {
				continue
			}
			if best < 0 || uint32(class[i]) < uint32(class[best]) ||
				class[i] == class[best] && len(e[i]) < len(e[best]) {
				best = i
			}
		}
		delete(left, best)
		e.eliminate([]int32{best})
		p = append(p, best)
	}
	return p
}

// TestConstrainedAMDAgainstExactDegrees compares the fill in the columns that
// count with that of exact degrees under the same constraints.
func TestConstrainedAMDAgainstExactDegrees(t *testing.T) {
	ratio, count := 0.0, 0
	for name, g := range stepGraphs() {
		for seed := range uint64(6) {
			class := randomClasses(g.Cols, 1+int(seed), seed%2 == 1, seed)
			columns := 0
			for _, k := range class {
				if k >= 0 {
					columns++
				}
			}
			p, _ := constrainedAMD(g, class, AMDOptions{Dense: -1})
			if err := checkClasses(p, class); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			got := float64(leadingEntries(g, p, columns))
			want := float64(leadingEntries(g, exactConstrained(g, class), columns))
			if got > 1.25*want {
				t.Errorf("%s, seed %d: want about %v entries in L, got %v", name, seed, want, got)
			}
			ratio += math.Log(got / want)
			count++
		}
	}
	if mean := math.Exp(ratio / float64(count)); mean > 1.01 {
		t.Errorf("want the fill of exact degrees in the mean, got %.3f of it", mean)
	}
}

// TestConstrainedAMDHalo orders the interior of a grid that is a part of a
// larger one: the fill in the larger one must be less than what an order that
// knows nothing of the rest leads to.
func TestConstrainedAMDHalo(t *testing.T) {
	const side = 30
	g := sparsity.Symmetrize(matgen.Grid2D(side, side))
	class := make([]int32, g.Cols)
	var inside []int32
	for i := range class {
		if x, y := i%side, i/side; x == 0 || y == 0 || x == side-1 || y == side-1 {
			class[i] = -1
		} else {
			inside = append(inside, int32(i))
		}
	}
	p, _ := constrainedAMD(g, class, AMDOptions{})
	q, _ := AMD(sparsity.Symmetrize(matgen.Grid2D(side-2, side-2)), AMDOptions{})
	blind := make(sparsity.Perm, 0, g.Cols)
	for _, k := range q {
		blind = append(blind, inside[k])
	}
	blind = append(blind, p[len(inside):]...)
	know, not := leadingEntries(g, p, len(inside)), leadingEntries(g, blind, len(inside))
	if float64(know) > 0.97*float64(not) {
		t.Errorf("%d entries in L with the halo, %d without", know, not)
	}
}

// TestConstrainedAMDManyClasses would take hours if a change of class cost a
// walk over the graph, or the members of a hub were compared in pairs.
func TestConstrainedAMDManyClasses(t *testing.T) {
	const n = 200_000
	class := make([]int32, n)
	for i := range class {
		class[i] = int32(n - 1 - i)
	}
	for name, g := range map[string]*sparsity.Pattern{
		"path": matgen.Banded(n, 1, 1), "star": matgen.Arrow(n, 1), "hub": matgen.Arrow(n, 3), "no edges": matgen.Diagonal(n),
	} {
		for _, dense := range []float64{0, -1} {
			p, _ := constrainedAMD(sparsity.Symmetrize(g), class, AMDOptions{Dense: dense})
			if err := checkClasses(p, class); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestConstrainedAMDStop(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(60, 60))
	class := randomClasses(g.Cols, 4, true, 1)
	_, final := constrainedAMD(g, class, AMDOptions{})
	p, stats := constrainedAMD(g, class, AMDOptions{Stop: func(s AMDStats) bool { return s.NNZL > final.NNZL/10 }})
	if p != nil || stats.NNZL <= final.NNZL/10 || stats.NNZL >= final.NNZL {
		t.Errorf("order of %d, %+v, final %+v", len(p), stats, final)
	}
}

func TestConstrainedAMDPanics(t *testing.T) {
	g := sparsity.Symmetrize(matgen.Grid2D(3, 3))
	for name, call := range map[string]func(){
		"rectangle": func() { constrainedAMD(sparsity.NewPattern(3, 4), make([]int32, 3), AMDOptions{}) },
		"short":     func() { constrainedAMD(g, make([]int32, 8), AMDOptions{}) },
		"large":     func() { constrainedAMD(g, slices.Repeat([]int32{9}, 9), AMDOptions{}) },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			call()
		}()
	}
}

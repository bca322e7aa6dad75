package ordering

import (
	"fmt"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// eliminateNext forms one element.
func (a *amd) eliminateNext() {
	me := a.pickPivot()
	if a.formElement(me) > 0 {
		a.setDifferences(me)
		a.updateDegrees(me)
		a.mergeVariables(me)
	}
	a.finishElement(me)
}

func (a *amd) order() sparsity.Perm {
	for a.eliminated < a.n {
		a.eliminateNext()
	}
	return a.permutation()
}

// stepGraphs are small graphs in which all of elimination, absorption, mass
// elimination and merging happen.
func stepGraphs() map[string]*sparsity.Pattern {
	f := map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D(7, 6), "cube": matgen.Grid3D(4, 3, 3), "mesh": matgen.Grid9(7, 6),
		"arrow": matgen.Arrow(20, 3), "dense": matgen.Dense(9, 9), "circuit": matgen.Circuit(12, 1),
	}
	for seed := range uint64(12) {
		f[fmt.Sprintf("sparse %d", seed)] = matgen.RandomSymmetric(40, 3, seed)
		f[fmt.Sprintf("thick %d", seed)] = matgen.RandomSymmetric(40, 6, seed)
		f[fmt.Sprintf("3-tree %d", seed)] = matgen.KTree(30, 3, seed)
		f[fmt.Sprintf("shuffled mesh %d", seed)] = matgen.Shuffle(matgen.Grid9(6, 6), seed)
	}
	for name, a := range f {
		f[name] = sparsity.Symmetrize(a)
	}
	return f
}

// TestAMDSteps follows the quotient graph pivot by pivot and compares it with
// the graph that elimination leaves, kept as sets.
func TestAMDSteps(t *testing.T) {
	var merged, mass, aggressive int
	for name, g := range stepGraphs() {
		for _, agg := range []bool{true, false} {
			a := newAMD(g, int32(g.Cols), agg)
			truth := newEliminationGraph(g)
			for step := 0; a.eliminated < a.n; step++ {
				a.eliminateNext()
				truth.eliminate(a.gone())
				if err := truth.compare(a, a.listed); err != nil {
					t.Fatalf("%s, aggressive %v, pivot %d: %v", name, agg, step, err)
				}
			}
			merged, mass, aggressive = merged+a.stats.Merged, mass+a.stats.Mass, aggressive+a.stats.Aggressive
		}
	}
	if merged < 100 || mass < 100 || aggressive < 20 {
		t.Errorf("merged %d, mass elimination %d, aggressive absorption %d: too few to tell", merged, mass, aggressive)
	}
}

// representative returns the live variable or element that stands for i.
func (a *amd) representative(i int32) int32 {
	for a.nodes[i].nv == 0 {
		i = flip(a.nodes[i].start)
	}
	return i
}

// gone returns the vertices that were eliminated so far.
func (a *amd) gone() (list []int32) {
	for i := range int32(a.n) {
		if a.nodes[a.representative(i)].elems < 0 {
			list = append(list, i)
		}
	}
	return list
}

// An eliminationGraph is what elimination leaves of a graph.
type eliminationGraph []map[int32]bool

func newEliminationGraph(g *sparsity.Pattern) eliminationGraph {
	e := make(eliminationGraph, g.Cols)
	for j := range e {
		e[j] = map[int32]bool{}
		for _, i := range g.Col(j) {
			e[j][i] = true
		}
	}
	return e
}

// eliminate eliminates those vertices of the list that are left.
func (e eliminationGraph) eliminate(list []int32) {
	for _, x := range list {
		for u := range e[x] {
			delete(e[u], x)
			for v := range e[x] {
				if u != v {
					e[u][v] = true
				}
			}
		}
		e[x] = nil
	}
}

// compare checks every variable of a: its neighbours, that the vertices it
// stands for are indistinguishable, its weight, its degree, and that listed
// says it is where pivots are taken from.
func (e eliminationGraph) compare(a *amd, listed func(i int32) bool) error {
	stands := make([][]int32, a.n)
	for i := range int32(a.n) {
		r := a.representative(i)
		stands[r] = append(stands[r], i)
	}
	for i := range int32(a.n) {
		v := &a.nodes[i]
		if v.nv == 0 || v.elems < 0 {
			continue
		}
		if int(v.nv) != len(stands[i]) {
			return fmt.Errorf("variable %d stands for %v, nv is %d", i, stands[i], v.nv)
		}
		reach := map[int32]bool{}
		for _, x := range a.reach(i) {
			for _, y := range stands[x] {
				reach[y] = true
			}
		}
		for _, x := range stands[i] {
			if err := sameNeighbours(e[x], reach, stands[i], x); err != nil {
				return fmt.Errorf("variable %d: %w", i, err)
			}
		}
		if int(v.degree) < len(reach) || int(v.degree) >= a.n {
			return fmt.Errorf("variable %d: degree %d, %d neighbours", i, v.degree, len(reach))
		}
		if !listed(i) {
			return fmt.Errorf("variable %d is not in the list of its degree", i)
		}
		if v.mark >= a.mark {
			return fmt.Errorf("variable %d: mark %d, larger than all is %d", i, v.mark, a.mark)
		}
	}
	return nil
}

// sameNeighbours checks that got is reach and the vertices in twins but x.
func sameNeighbours(got, reach map[int32]bool, twins []int32, x int32) error {
	if len(got) != len(reach)+len(twins)-1 {
		return fmt.Errorf("vertex %d has %d neighbours, want %d", x, len(got), len(reach)+len(twins)-1)
	}
	for y := range reach {
		if !got[y] {
			return fmt.Errorf("vertex %d is not a neighbour of %d", y, x)
		}
	}
	for _, y := range twins {
		if y != x && !got[y] {
			return fmt.Errorf("vertex %d is not a neighbour of its twin %d", x, y)
		}
	}
	return nil
}

// reach returns the variables adjacent to the variable i, with repetitions.
func (a *amd) reach(i int32) (list []int32) {
	v := &a.nodes[i]
	add := func(x int32) {
		if x != i && a.nodes[x].nv > 0 && a.nodes[x].elems >= 0 {
			list = append(list, x)
		}
	}
	for k, x := range a.adj[v.start : v.start+v.length] {
		if k >= int(v.elems) {
			add(x)
			continue
		}
		e := &a.nodes[x]
		if e.start < 0 { // absorbed since
			continue
		}
		for _, y := range a.adj[e.start : e.start+e.length] {
			add(y)
		}
	}
	return list
}

// listed reports whether variable i is in the list of its degree, linked both
// ways, or waits for its class.
func (a *amd) listed(i int32) bool {
	if a.class != nil && a.class[i] != a.current {
		return a.nodes[i].prev == i && a.nodes[i].next == -1
	}
	prev := int32(-1)
	for x := a.head[a.nodes[i].degree]; x >= 0; x = a.nodes[x].next {
		if a.nodes[x].prev != prev {
			return false
		}
		if x == i {
			return true
		}
		prev = x
	}
	return false
}

// TestAMDCompress takes all spare room away, so that the workspace is
// compressed often, and wants the same order.
func TestAMDCompress(t *testing.T) {
	compressed := 0
	for name, g := range stepGraphs() {
		want, _ := AMD(g, AMDOptions{Dense: -1})
		a := newAMD(g, denseDegree(g.Cols, -1), true)
		a.adj = a.adj[:g.NNZ()+g.Cols]
		if got := a.order(); !slices.Equal(got, want) {
			t.Errorf("%s: want %v, got %v", name, want, got)
		}
		compressed += a.stats.Compressed
	}
	if compressed < 50 {
		t.Errorf("only %d compressions", compressed)
	}
}

// TestAMDMarks lets marks start over at every other step, and wants the same
// order.
func TestAMDMarks(t *testing.T) {
	for name, g := range stepGraphs() {
		want, _ := AMD(g, AMDOptions{Dense: -1})
		a := newAMD(g, denseDegree(g.Cols, -1), true)
		a.markLimit = int32(g.Cols) + 8
		if got := a.order(); !slices.Equal(got, want) {
			t.Errorf("%s: want %v, got %v", name, want, got)
		}
		if a.mark >= a.markLimit {
			t.Errorf("%s: mark %d exceeds its limit %d", name, a.mark, a.markLimit)
		}
	}
}

package separator

import (
	"fmt"
	"math/bits"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// graphOf returns the graph of A+Aᵀ with weights of vertices that depend on
// their numbers, up to most.
func graphOf(a *sparsity.Pattern, most int) *Graph {
	s := sparsity.Symmetrize(a)
	g := &Graph{Weight: make([]int32, s.Cols)}
	for _, p := range s.ColPtr {
		g.Ptr = append(g.Ptr, int32(p))
	}
	for _, i := range s.RowIdx {
		g.Edges = append(g.Edges, Edge{To: i, Weight: 1})
	}
	for v := range g.Weight {
		g.Weight[v] = int32(1 + v*7%most)
	}
	return g
}

// divided returns a division of g whose left side is what is within so many
// steps of vertex 0, its separator the vertices next to that.
func divided(w *Work, g *Graph, steps int, limit float64) *division {
	n := g.Len()
	side := make([]int8, n)
	for v := range side {
		side[v] = Right
	}
	side[0] = Left
	for range steps {
		spread(g, side, Left)
	}
	spread(g, side, Separator)
	d := &division{g: g, side: side, total: g.Total()}
	d.limit = int32(limit * float64(d.total))
	d.begin()
	return d
}

// spread puts on side s what is on the right and next to the left.
func spread(g *Graph, side []int8, s int8) {
	var next []int32
	for v := range side {
		for _, e := range g.Of(int32(v)) {
			if side[v] == Right && side[e.To] == Left {
				next = append(next, int32(v))
			}
		}
	}
	for _, v := range next {
		side[v] = s
	}
}

// families are graphs of about n vertices.
func families(n int, seed uint64) map[string]*sparsity.Pattern {
	return map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D((n+3)/4, 4), "cube": matgen.Grid3D((n+5)/6, 3, 2), "bricks": matgen.Grid27((n+3)/4, 2, 2),
		"sparse": matgen.RandomSymmetric(n, 3, seed), "tree": matgen.Tree(n, seed), "points": matgen.Geometric3D(n, 6, seed),
		"3-tree": matgen.KTree(n, 3, seed), "band": matgen.Banded(n, 2, 2), "complete": matgen.Dense(n, n),
	}
}

// cuts reports whether no way leads from the left border to the right one past
// the vertices that are set.
func cuts(b *band, set uint32) bool {
	reached := uint32(0)
	for v, s := range b.border {
		if s&atLeft != 0 && set>>v&1 == 0 {
			reached |= 1 << v
		}
	}
	for old := uint32(0); old != reached; {
		old = reached
		for v := range b.ids {
			if reached>>v&1 == 0 {
				continue
			}
			for _, u := range b.to[b.ptr[v]:b.ptr[v+1]] {
				if set>>u&1 == 0 {
					reached |= 1 << u
				}
			}
		}
	}
	for v, s := range b.border {
		if s&atRight != 0 && reached>>v&1 == 1 {
			return false
		}
	}
	return true
}

// lightest returns the weight of the lightest cut, by trying all sets.
func lightest(b *band) int32 {
	least := int32(1 << 30)
	for set := range uint32(1) << len(b.ids) {
		weight := int32(0)
		for rest := set; rest != 0; rest &= rest - 1 {
			weight += b.weight[bits.TrailingZeros32(rest)]
		}
		if weight < least && cuts(b, set) {
			least = weight
		}
	}
	return least
}

// TestFlow compares minimum cuts of bands of up to sixteen vertices with all
// sets of vertices: both cuts separate, weigh the least, and one is no further
// to the right than the other.
func TestFlow(t *testing.T) {
	w, tried := &Work{}, 0
	for _, n := range []int{3, 5, 8, 12, 16, 24, 40} {
		for seed := range uint64(3) {
			for family, a := range families(n, seed) {
				for steps := range 3 {
					for _, most := range []int{1, 5} {
						g := graphOf(a, most)
						b, ok := w.bandOf(divided(w, g, steps, 1), 2)
						if !ok || len(b.ids) > 16 {
							continue
						}
						tried++
						checkCuts(t, fmt.Sprintf("%s of %d, %d steps, weights to %d", family, n, steps, most), w, &b)
					}
				}
			}
		}
	}
	if tried < 100 {
		t.Errorf("want a hundred bands at least, got %d", tried)
	}
}

func checkCuts(t *testing.T, name string, w *Work, b *band) {
	t.Helper()
	want := lightest(b)
	if f := w.maximum(b, want); f != nil {
		t.Errorf("%s: a flow below its own limit of %d", name, want)
	}
	f := w.maximum(b, want+1)
	if f == nil {
		t.Fatalf("%s: want a flow of %d, got more", name, want)
	}
	var sides [2][]int8
	for k, cut := range []func(func(int, int8)){f.cutLeft, f.cutRight} {
		set, weight := uint32(0), int32(0)
		cut(func(v int, side int8) {
			sides[k] = append(sides[k], side)
			if side == Separator {
				set |= 1 << v
				weight += b.weight[v]
			}
		})
		if weight != want || !cuts(b, set) {
			t.Fatalf("%s: want a cut of %d, got %d, which cuts: %v", name, want, weight, cuts(b, set))
		}
	}
	for v, side := range sides[0] {
		if side == Left && sides[1][v] != Left || sides[1][v] == Right && side != Right {
			t.Errorf("%s: the cut to the left is to the right of the other at %d: %v", name, v, sides)
		}
	}
}

// TestBend checks that a division stays one, that what it counts is right, and
// that it is better exactly when bend says so; and that both happen.
func TestBend(t *testing.T) {
	w := &Work{}
	var count [2]int
	for _, n := range []int{3, 4, 9, 30, 100, 500} {
		for family, a := range families(n, uint64(n)) {
			for steps := range 4 {
				for _, limit := range []float64{0.6, 1} {
					name := fmt.Sprintf("%s of %d, %d steps", family, n, steps)
					d := divided(w, graphOf(a, 4), steps, limit)
					before, old := d.charged(charge), append([]int8(nil), d.side...)
					better := w.bend(d, steps)
					mustDivide(t, name, d)
					if d.charged(charge).better(before) != better {
						t.Errorf("%s: better: %v, from %v to %v", name, better, before, d.charged(charge))
					}
					if better {
						count[1]++
						continue
					}
					count[0]++
					if string(bytesOf(old)) != string(bytesOf(d.side)) {
						t.Errorf("%s: not better, but another", name)
					}
				}
			}
		}
	}
	if count[0] < 20 || count[1] < 20 {
		t.Errorf("want some that got better and some that did not, got %v", count)
	}
}

func bytesOf(side []int8) []byte {
	b := make([]byte, len(side))
	for k, s := range side {
		b[k] = byte(s)
	}
	return b
}

// mustDivide checks that no edge joins both sides, and the weights and the list
// of d.
func mustDivide(t *testing.T, name string, d *division) {
	t.Helper()
	var weight [3]int32
	for v, s := range d.side {
		weight[s] += d.g.Weight[v]
		for _, e := range d.g.Of(int32(v)) {
			if s == Left && d.side[e.To] == Right {
				t.Fatalf("%s: an edge joins %d on the left and %d on the right", name, v, e.To)
			}
		}
	}
	if weight != d.weight {
		t.Fatalf("%s: want weights %v, got %v", name, weight, d.weight)
	}
	listed := int32(0)
	for _, v := range d.list {
		if d.side[v] == Separator {
			listed += d.g.Weight[v]
		}
	}
	if listed != weight[Separator] {
		t.Fatalf("%s: want a separator of %d in the list, got %d", name, weight[Separator], listed)
	}
}

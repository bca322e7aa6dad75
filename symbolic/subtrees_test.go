package symbolic_test

import (
	"math"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// below returns the columns of the subtree of j, by definition.
func below(parent []int32, j int32) (list []int32) {
	for i := range parent {
		k := int32(i)
		for k >= 0 && k != j {
			k = parent[k]
		}
		if k == j {
			list = append(list, int32(i))
		}
	}
	return list
}

// slowCut opens subtrees one after the other, and adds each one up anew. ok is
// false where there are not enough.
func slowCut(parent []int32, work []float64, atLeast int) (c symbolic.Cut, ok bool) {
	flops := func(j int32) (sum float64) {
		for _, i := range below(parent, j) {
			sum += work[i]
		}
		return sum
	}
	var roots []int32
	total, above := 0.0, 0.0
	take := func(from int32) {
		for j, p := range parent {
			if p == from && flops(int32(j)) > 0 {
				roots = append(roots, int32(j))
			}
		}
	}
	for _, w := range work {
		total += w
	}
	for take(-1); ; {
		if len(roots) == 0 {
			return c, false
		}
		slices.SortFunc(roots, func(a, b int32) int {
			if x, y := flops(a), flops(b); x != y {
				return map[bool]int{true: -1, false: 1}[x > y]
			}
			return int(a - b)
		})
		top := roots[0]
		if len(roots) >= atLeast {
			return symbolic.Cut{AtLeast: atLeast, Subtrees: len(roots), Largest: len(below(parent, top)), LargestShare: flops(top) / total,
				Above: c.Above, AboveShare: above / total}, true
		}
		if len(below(parent, top)) == 1 {
			return c, false
		}
		roots = roots[1:]
		c.Above++
		above += work[top]
		take(top)
	}
}

// TestSubtrees compares sizes and cuts with definitions.
func TestSubtrees(t *testing.T) {
	cuts := 0
	eachSquare(t, func(t *testing.T, a *sparsity.Pattern, seed uint64) {
		for _, ord := range orders(a, seed)[:2] {
			x := symbolic.Analyze(a, ord, symbolic.Options{})
			parent := x.Etree.Parent
			want := []int{}
			for _, n := range oracle.SubtreeSizes(parent) {
				k := int(math.Log2(float64(n)))
				for len(want) <= k {
					want = append(want, 0)
				}
				want[k]++
			}
			if !slices.Equal(x.Subtrees.Log2, want) {
				t.Fatalf("%s: want sizes %v, got %v", ord.Method, want, x.Subtrees.Log2)
			}
			var slow []symbolic.Cut
			for k := 2; k <= 1024; k *= 2 {
				c, ok := slowCut(parent, x.Work, k)
				if !ok {
					break
				}
				slow = append(slow, c)
			}
			cuts += len(slow)
			if len(slow) != len(x.Subtrees.Cuts) {
				t.Fatalf("%s: want %v, got %v", ord.Method, slow, x.Subtrees.Cuts)
			}
			for k, c := range slow {
				got := x.Subtrees.Cuts[k]
				if math.Abs(got.LargestShare-c.LargestShare) > 1e-12 || math.Abs(got.AboveShare-c.AboveShare) > 1e-12 {
					t.Fatalf("%s: want %v, got %v", ord.Method, c, got)
				}
				got.LargestShare, got.AboveShare = c.LargestShare, c.AboveShare
				if got != c {
					t.Fatalf("%s: want %v, got %v", ord.Method, c, got)
				}
			}
		}
	})
	if cuts < 100 {
		t.Errorf("%d cuts compared", cuts)
	}
}

// A matrix without work has no cuts.
func TestCutsOfDiagonal(t *testing.T) {
	x := symbolic.Analyze(matgen.Diagonal(5), symbolic.Order{Method: "natural"}, symbolic.Options{})
	if s := x.Subtrees; !slices.Equal(s.Log2, []int{5}) || len(s.Cuts) != 0 {
		t.Errorf("got %+v", s)
	}
}

package symbolic

import (
	"container/heap"
	"math/bits"

	"github.com/nrkit/nrkit/etree"
)

// Subtrees says how large the subtrees of an elimination tree are: columns of
// disjoint subtrees do not update each other.
type Subtrees struct {
	// element k: number of columns whose subtree, including the column, has 2ᵏ to
	// 2ᵏ⁺¹ − 1 columns
	Log2 []int `json:"log2_histogram"`

	// sets of disjoint subtrees that can be factorized at the same time, for at
	// least 2, 4, … 1024 subtrees. Each step opens the subtree with the most
	// flops: its root goes above, its children become subtrees. Cuts end when that
	// subtree is a single column
	Cuts []Cut `json:"cuts"`
}

// A Cut is a set of disjoint subtrees that can be factorized at the same time,
// before the columns above them.
type Cut struct {
	AtLeast      int     `json:"at_least"`        // requested number of subtrees
	Subtrees     int     `json:"subtrees"`        // number of subtrees in this cut; subtrees without flops do not count
	Largest      int     `json:"largest_columns"` // columns of the subtree with the most flops
	LargestShare float64 `json:"largest_share"`   // share of all flops in the subtree with the most flops
	Above        int     `json:"above_columns"`   // columns above the subtrees
	AboveShare   float64 `json:"above_share"`     // share of all flops in the columns above the subtrees
}

// mostSubtrees is the largest number of subtrees that a cut is asked for.
const mostSubtrees = 1024

// subtreesOf returns the sizes of the subtrees of t and its cuts, where column j
// takes work[j] flops.
//
// Method: as long as there are too few subtrees, the one with the most work, of
// equals that with the lowest root, is opened [1]: its root goes above, its
// children become subtrees. The cuts end where that subtree is a single column.
//
// Shapes: parents have higher numbers than their children. Nothing is modified.
//
// Cost: O(n log n), near O(n) in practice; 28 bytes of work for a column.
//
// [1] G. A. Geist, E. Ng, Int. J. Parallel Programming 18(4):291–314, 1989.
func subtreesOf(t etree.Tree, work []float64) Subtrees {
	n := t.Len()
	size, flops := make([]int32, n), make([]float64, n)
	child, next := make([]int32, n), make([]int32, n)
	for j := range n {
		child[j] = -1
	}
	s := Subtrees{Log2: []int{}, Cuts: []Cut{}}
	var open cutter
	total := 0.0
	for j, p := range t.Parent {
		size[j]++
		flops[j] += work[j]
		k := bits.Len32(uint32(size[j])) - 1
		for len(s.Log2) <= k {
			s.Log2 = append(s.Log2, 0)
		}
		s.Log2[k]++
		if p < 0 {
			total += flops[j]
			if flops[j] > 0 {
				open.roots = append(open.roots, int32(j))
			}
			continue
		}
		size[p] += size[j]
		flops[p] += flops[j]
		child[p], next[j] = int32(j), child[p]
	}
	open.flops = flops
	heap.Init(&open)
	above, aboveFlops := 0, 0.0
	for k := 2; k <= mostSubtrees && total > 0; k *= 2 {
		for len(open.roots) < k && child[open.roots[0]] >= 0 {
			j := heap.Pop(&open).(int32)
			above++
			aboveFlops += work[j]
			for c := child[j]; c >= 0; c = next[c] {
				if flops[c] > 0 {
					heap.Push(&open, c)
				}
			}
			if len(open.roots) == 0 {
				return s
			}
		}
		if len(open.roots) < k {
			return s
		}
		top := open.roots[0]
		s.Cuts = append(s.Cuts, Cut{k, len(open.roots), int(size[top]), flops[top] / total, above, aboveFlops / total})
	}
	return s
}

// A cutter is a heap of the roots of subtrees, the one with most flops first.
type cutter struct {
	roots []int32
	flops []float64
}

func (c *cutter) Len() int { return len(c.roots) }
func (c *cutter) Less(i, j int) bool {
	a, b := c.roots[i], c.roots[j]
	return c.flops[a] > c.flops[b] || c.flops[a] == c.flops[b] && a < b
}
func (c *cutter) Swap(i, j int) { c.roots[i], c.roots[j] = c.roots[j], c.roots[i] }
func (c *cutter) Push(x any)    { c.roots = append(c.roots, x.(int32)) }
func (c *cutter) Pop() any {
	last := c.roots[len(c.roots)-1]
	c.roots = c.roots[:len(c.roots)-1]
	return last
}

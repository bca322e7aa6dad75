package structure

import (
	"cmp"
	"math/bits"
	"slices"

	"github.com/nrkit/nrkit/ordering/btf"
)

// Sizes describes the sizes of components.
type Sizes struct {
	Largest []int `json:"largest"` // the ten largest sizes, descending

	// element k: number of components with 2ᵏ to 2ᵏ⁺¹ − 1 members, up to the range
	// of the largest
	Log2 []int `json:"log2_histogram"`
}

// mostSizes is how many sizes are listed.
const mostSizes = 10

// sizesOf returns the size of each component.
func sizesOf(c btf.Components) []int {
	size := make([]int, c.Count)
	for _, k := range c.Of {
		size[k]++
	}
	return size
}

// describeSizes describes sizes, all of them positive.
//
// Cost: O(n).
func describeSizes(size []int) Sizes {
	s := Sizes{Largest: []int{}, Log2: []int{}}
	for _, n := range size {
		k := bits.Len(uint(n)) - 1
		for len(s.Log2) <= k {
			s.Log2 = append(s.Log2, 0)
		}
		s.Log2[k]++
		if len(s.Largest) == mostSizes && n <= s.Largest[mostSizes-1] {
			continue
		}
		at, _ := slices.BinarySearchFunc(s.Largest, n, func(a, b int) int { return cmp.Compare(b, a) })
		s.Largest = slices.Insert(s.Largest, at, n)
		s.Largest = s.Largest[:min(len(s.Largest), mostSizes)]
	}
	return s
}

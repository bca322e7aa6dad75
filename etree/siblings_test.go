package etree_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/etree"
)

// TestSiblings checks the lists of a forest whose parents have any number.
func TestSiblings(t *testing.T) {
	tree := etree.Tree{Parent: []int32{3, -1, 3, 1, 3, -1, 1}}
	head, next := tree.Siblings([]int32{5, 2, 0, 4, 5, 2, 9})
	for p, want := range [][]int32{1: {6, 3}, 3: {4, 0, 2}, 7: {5, 1}} {
		var got []int32
		for j := head[p]; j >= 0; j = next[j] {
			got = append(got, j)
		}
		if !slices.Equal(got, want) {
			t.Errorf("children of %d: want %v, got %v", p, want, got)
		}
	}
	defer func() {
		if got := recover(); got == nil {
			t.Error("want a panic where the sizes differ")
		}
	}()
	tree.Siblings(make([]int32, 3))
}

package etree

import "github.com/nrkit/nrkit/sparsity"

// Postorder returns a postorder of t: the nodes of every subtree are
// consecutive, and a node comes right after its descendants. Children of one
// node, and roots, are visited in ascending order.
//
// A tree that is postordered that way already yields the identity.
//
// Method: no stack and no lists of children. A node's place is the end of the
// range that its parent set aside for it; ranges are handed out from the last
// root downwards, each as long as its subtree.
//
// Cost: O(n), n words of work.
func (t Tree) Postorder() sparsity.Perm {
	n := int32(len(t.Parent))
	post := make(sparsity.Perm, n)
	// end[j] is first the size of the subtree of j and, from when j has its
	// place, the end of what j can still give to its children; end[n] is that
	// for the roots.
	end := make([]int32, n+1)
	t.addSizes(end)
	end[n] = n
	last := n // place of node j+1
	for j := n - 1; j >= 0; j-- {
		p := t.Parent[j]
		if p < 0 {
			p = n
		}
		if p != j+1 {
			last = end[p]
		}
		end[p] = last - end[j]
		last--
		end[j] = last
		post[last] = j
	}
	return post
}

// PostorderBy returns a postorder of t in which the children of a node, and the
// roots, are visited in ascending order of weight. Nodes of equal weight are visited
// in ascending order of their number. With column counts as weights, the child with
// the longest column comes last and so borders on its parent, which is the child
// that relaxed supernodes can merge with it.
//
// Method: as [Tree.Postorder], with ranges handed out in descending order of
// weight, parents first: a counting sort by weight and one by parent.
//
// Weights must not be negative. Cost: O(n + largest weight), 4n words of work
// and one per weight.
//
// It panics if the sizes differ.
func (t Tree) PostorderBy(weight []int32) sparsity.Perm {
	n := int32(len(t.Parent))
	head, next := t.Siblings(weight)
	size := t.SubtreeSizes()
	post := make(sparsity.Perm, n)
	free := n
	place := func(j int32, end *int32) {
		last := *end - 1
		*end -= size[j]
		post[last] = j
		size[j] = last
	}
	for j := head[n]; j >= 0; j = next[j] {
		place(j, &free)
	}
	for p := n - 1; p >= 0; p-- {
		for j := head[p]; j >= 0; j = next[j] {
			place(j, &size[p])
		}
	}
	return post
}

// Siblings returns the children of each node p, as a list that starts at
// head[p] and continues with next until -1, heaviest first and of equal weight
// the last first; head[n] starts the list of the roots. Parents may have any
// number.
//
// Weights must not be negative. Cost: O(n + largest weight), 2n words of work
// and one per weight.
//
// It panics if the sizes differ.
func (t Tree) Siblings(weight []int32) (head, next []int32) {
	n := len(t.Parent)
	if len(weight) != n {
		panic(errWeights)
	}
	byWeight := ascending(weight)
	head, next = make([]int32, n+1), make([]int32, n)
	for p := range head {
		head[p] = -1
	}
	for _, j := range byWeight {
		p := t.Parent[j]
		if p < 0 {
			p = int32(n)
		}
		next[j] = head[p]
		head[p] = j
	}
	return head, next
}

// ascending returns the indices of weight in ascending order of weight,
// stable, by a counting sort.
func ascending(weight []int32) []int32 {
	largest := int32(0)
	for _, w := range weight {
		largest = max(largest, w)
	}
	start := make([]int32, int(largest)+2)
	for _, w := range weight {
		start[w+1]++
	}
	for w := range largest {
		start[w+1] += start[w]
	}
	order := make([]int32, len(weight))
	for j, w := range weight {
		order[start[w]] = int32(j)
		start[w]++
	}
	return order
}

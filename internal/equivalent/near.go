package equivalent

import (
	"github.com/nrkit/nrkit/etree"
	"github.com/nrkit/nrkit/sparsity"
)

// Near returns an order of g that fills nothing that the natural order does not
// fill, and whose critical path is at most 1+slack times as long as the shortest
// of all orders with the same filled graph. It returns nil where the natural
// order is as good already, or the cliques exceed the limit. It takes less work
// than [Shorten].
//
// Method: that of Shorten for the upper part of the elimination tree. Subtrees
// whose own critical path is no longer than slack times the cost of the largest
// clique, which no order can do without, stay as they are: the rest waits no
// longer for them than that. There is no postorder at the end: children come
// before their parents, and a subtree is mostly consecutive.
//
// Shapes: g is n×n, structurally symmetric, without diagonal; its rows may be in
// any order. It is not modified and shares no memory with the result.
//
// Cost: O(|g| α(|g|, n) + k + n + q log q) for q maximal cliques of the upper part
// with k entries together, and again for that part while its L has lost more than
// a thousandth of its entries. Memory: |g|/2 + k + 16n + 16q words of 32 bits.
//
// It panics if g is not square.
func Near(g *sparsity.Pattern, slack float64, opt Options) sparsity.Perm {
	if !g.Square() {
		panic(errNotSquare)
	}
	if opt.MaxEntries == 0 {
		opt.MaxEntries = 100_000_000
	}
	tree := etree.Symmetric(g)
	counts := etree.LowerCounts(g, tree, tree.Postorder())
	f := &fill{graph: g, tree: tree, counts: counts}
	path := f.paths()
	longest := 0.0
	for _, t := range path {
		longest = max(longest, t)
	}
	least := f.least(etree.LUFlops)
	if longest <= least*(1+slack) {
		return nil
	}
	u := f.upper(path, slack*least)
	best := sparsity.Identity(len(u.counts))
	found := false
	for again := true; again; {
		n, entries, continues := countCliques(u.tree, u.counts)
		if entries > opt.MaxEntries {
			break
		}
		c := findCliques(u.graph, u.tree, u.counts, continues, n, entries)
		order, after, end := eliminate(c, etree.LUFlops, u.ready)
		sum := sumOf(u.counts)
		if len(order) != len(after) || sumOf(after) != sum {
			panic(errFill)
		}
		if end >= longest {
			break
		}
		best, found = best.Compose(order), true
		u.reorder(order)
		again = sum-sumOf(u.counts) > sum/1000
	}
	if !found {
		return nil
	}
	return u.whole(best)
}

// paths returns for each vertex the flops of the critical path of its subtree.
func (f *fill) paths() []float64 {
	path := make([]float64, len(f.counts))
	for j, c := range f.counts {
		path[j] += etree.LUFlops(c)
		if p := f.tree.Parent[j]; p >= 0 {
			path[p] = max(path[p], path[j])
		}
	}
	return path
}

// An upper is the upper part of a tree: the vertices that are in no subtree set
// aside, and the roots of those subtrees, in ascending order.
type upper struct {
	graph  *sparsity.Pattern // of each vertex: the others next to what it stands for
	tree   etree.Tree
	counts []int32
	ready  []float64 // of each vertex: when its subtree is done, if that was set aside, or 0
	start  []int32   // vertex k stands for below[start[k]:start[k+1]]
	below  []int32   // vertices of a subtree, ascending
}

// upper sets aside the subtrees with a path no longer than most.
func (f *fill) upper(path []float64, most float64) *upper {
	parent := f.tree.Parent
	root := make([]int32, len(parent)) // of the subtree, or the vertex itself
	size := 0
	for j := len(parent) - 1; j >= 0; j-- {
		root[j] = int32(j)
		if p := parent[j]; path[j] <= most && p >= 0 && path[p] <= most {
			root[j] = root[p]
		} else {
			size++
		}
	}
	u := &upper{counts: make([]int32, 0, size), ready: make([]float64, size), start: make([]int32, size+1)}
	number := make([]int32, len(parent))
	for j, r := range root {
		if int(r) == j {
			k := len(u.counts)
			number[j] = int32(k)
			u.counts = append(u.counts, f.counts[j])
			if path[j] <= most {
				u.ready[k] = path[j]
			}
		}
	}
	u.tree.Parent = make([]int32, size)
	for j, r := range root {
		k := number[r]
		u.start[k+1]++
		if int(r) != j {
			continue
		}
		u.tree.Parent[k] = -1
		if p := parent[j]; p >= 0 {
			u.tree.Parent[k] = number[p]
		}
	}
	u.group(root, number)
	u.join(f.graph, number)
	return u
}

// group lists the vertices that each one stands for.
func (u *upper) group(root, number []int32) {
	for k := range len(u.start) - 1 {
		u.start[k+1] += u.start[k]
	}
	next := append([]int32(nil), u.start...)
	u.below = make([]int32, len(root))
	for j, r := range root {
		at := &next[number[r]]
		u.below[*at] = int32(j)
		*at++
	}
}

// join finds what is next to what each vertex stands for: ancestors of its root,
// which are in no subtree, and vertices whose ancestor it is.
func (u *upper) join(g *sparsity.Pattern, number []int32) {
	size := len(u.counts)
	ptr, later := make([]int32, 1, size+1), make([]int32, 0, g.NNZ()/2)
	h := &sparsity.Pattern{Rows: size, Cols: size, ColPtr: make([]int64, size+1)}
	count := h.ColPtr[1:]
	seen := make([]int32, size) // 1 + the last vertex that it was found next to
	for k := range int32(size) {
		below := u.below[u.start[k]:u.start[k+1]]
		top := below[len(below)-1]
		for _, j := range below {
			for _, i := range g.Col(int(j)) {
				if i <= top {
					continue
				}
				if x := number[i]; seen[x] != k+1 {
					seen[x] = k + 1
					later = append(later, x)
					count[x]++
				}
			}
		}
		ptr = append(ptr, int32(len(later)))
		count[k] += int64(ptr[k+1] - ptr[k])
	}
	for k := range size {
		h.ColPtr[k+1] += h.ColPtr[k]
	}
	h.RowIdx = make([]int32, 2*len(later))
	next := append([]int64(nil), h.ColPtr[:size]...)
	for k := range int32(size) {
		for _, x := range later[ptr[k]:ptr[k+1]] {
			h.RowIdx[next[k]], h.RowIdx[next[x]] = x, k
			next[k]++
			next[x]++
		}
	}
	u.graph = h
}

// reorder puts the vertices in another order, but for what they stand for.
func (u *upper) reorder(order sparsity.Perm) {
	u.graph = etree.Permuted(u.graph, order)
	u.tree = etree.Symmetric(u.graph)
	u.counts = etree.LowerCounts(u.graph, u.tree, u.tree.Postorder())
	ready := u.ready
	u.ready = make([]float64, len(ready))
	for k, v := range order {
		u.ready[k] = ready[v]
	}
}

// whole returns an order of all vertices for one of the upper part.
func (u *upper) whole(order sparsity.Perm) sparsity.Perm {
	p := make(sparsity.Perm, 0, len(u.below))
	for _, k := range order {
		p = append(p, u.below[u.start[k]:u.start[k+1]]...)
	}
	return p
}

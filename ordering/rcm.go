package ordering

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// RCM returns the reverse Cuthill–McKee order of a symmetric graph: it gathers
// the entries near the diagonal.
//
// Each component is numbered breadth first from a node at one of its ends,
// neighbours in ascending order of degree [1]; the whole is then reversed,
// which leaves the bandwidth as it is and makes the envelope no larger [2].
// Components follow each other by their node of least degree.
//
// Method: the start is a pseudo-peripheral node [3]: from a node of least
// degree, breadth-first searches are repeated from a node of least degree in
// the last level while that makes the levels more. Of the two ends of the last
// search the one whose order has the smaller bandwidth is kept.
//
// Shapes: g is n×n, symmetric, without diagonal, as [sparsity.Symmetrize]
// returns it. g is not modified.
//
// Cost: O(|g|) for each search, of which there are few, and O(d log d) for the
// neighbours of a node of degree d.
//
// It panics if g is not square.
//
// [1] E. Cuthill, J. McKee, Proc. 24th ACM Conf., 157–172, 1969. [2] A. George,
// J. W. H. Liu, Computer Solution of Large Sparse Positive Definite Systems,
// 1981. [3] A. George, J. W. H. Liu, ACM TOMS 5(3):284–295, 1979.
func RCM(g *sparsity.Pattern) sparsity.Perm {
	if !g.Square() {
		panic(errNotSquare)
	}
	s := newRCM(g)
	done := 0
	for _, root := range s.byDegree() {
		if s.placed[root] {
			continue
		}
		done = s.orderComponent(root, done)
	}
	slices.Reverse(s.order)
	return s.order
}

// rcm is the state of an ordering in the making.
type rcm struct {
	g      *sparsity.Pattern
	degree []int32
	order  sparsity.Perm // order[:done] is the Cuthill–McKee order so far
	other  []int32       // of a component, from its other end
	placed []bool        // in order[:done]
	seen   []int32       // the last search that reached a node
	search int32
	place  []int32 // place of a node in the order being measured
}

func newRCM(g *sparsity.Pattern) *rcm {
	n := g.Cols
	s := &rcm{g: g, degree: make([]int32, n), order: make(sparsity.Perm, n),
		placed: make([]bool, n), seen: make([]int32, n), place: make([]int32, n)}
	for j := range s.degree {
		s.degree[j] = int32(g.ColPtr[j+1] - g.ColPtr[j])
	}
	return s
}

// byDegree returns the nodes in ascending order of degree, equal ones in
// order of index, so that the first that is not placed is of least degree in
// its component.
func (s *rcm) byDegree() []int32 {
	n := len(s.degree)
	start := make([]int32, n+1)
	for _, d := range s.degree {
		start[d+1]++
	}
	for d := 0; d < n; d++ {
		start[d+1] += start[d]
	}
	nodes := make([]int32, n)
	for v, d := range s.degree {
		nodes[start[d]] = int32(v)
		start[d]++
	}
	return nodes
}

// orderComponent appends the component of root to order[:done] and returns
// the new length.
func (s *rcm) orderComponent(root int32, done int) int {
	if s.degree[root] == 0 {
		s.order[done], s.placed[root] = root, true
		return done + 1
	}
	queue := s.order[done:]
	start, end, size := s.peripheral(root, queue)
	s.cuthillMcKee(start, queue)
	queue = queue[:size]
	if cap(s.other) < size {
		s.other = make([]int32, size)
	}
	other := s.other[:size]
	s.cuthillMcKee(end, other)
	if s.bandwidth(other) < s.bandwidth(queue) {
		copy(queue, other)
	}
	for _, v := range queue {
		s.placed[v] = true
	}
	return done + size
}

// cuthillMcKee numbers the component of start breadth first into queue.
func (s *rcm) cuthillMcKee(start int32, queue []int32) {
	s.search++
	seen, search, degree := s.seen, s.search, s.degree
	queue[0] = start
	seen[start] = search
	tail := 1
	for head := 0; head < tail; head++ {
		first := tail
		for _, u := range s.g.Col(int(queue[head])) {
			if seen[u] != search {
				seen[u] = search
				queue[tail] = u
				tail++
			}
		}
		sortByDegree(queue[first:tail], degree)
	}
}

// sortByDegree sorts nodes in ascending order of degree; equal ones stay in
// the order they are in.
func sortByDegree(nodes, degree []int32) {
	if len(nodes) > 24 {
		slices.SortStableFunc(nodes, func(a, b int32) int { return int(degree[a] - degree[b]) })
		return
	}
	for k := 1; k < len(nodes); k++ {
		v := nodes[k]
		d := degree[v]
		at := k
		for at > 0 && degree[nodes[at-1]] > d {
			nodes[at] = nodes[at-1]
			at--
		}
		nodes[at] = v
	}
}

// bandwidth returns the bandwidth of a component in the given order.
func (s *rcm) bandwidth(order []int32) int32 {
	for k, v := range order {
		s.place[v] = int32(k)
	}
	widest := int32(0)
	for k, v := range order {
		for _, u := range s.g.Col(int(v)) {
			widest = max(widest, s.place[u]-int32(k))
		}
	}
	return widest
}

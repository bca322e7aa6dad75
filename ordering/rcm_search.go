package ordering

import "slices"

// A levelSearch is what a breadth-first search of a component found.
type levelSearch struct {
	size      int // nodes
	levels    int
	lastLevel int // place in the order where the last level begins
	bandwidth int // of the order
}

// search writes the Cuthill–McKee order of the component of root into order.
// The component has at most most nodes; once that many are found, no edge is
// looked at any more.
func (s *rcm) search(root int32, order []int32, most int) levelSearch {
	mark := s.seen[root] + 1
	s.seen[root] = mark
	order[0] = root
	r := levelSearch{levels: 1, size: 1}
	for head := 0; r.size < most; r.levels++ {
		level := r.size
		if s.sparse {
			r.size = s.expandSparse(order, head, level, mark)
		} else {
			r.size = s.expand(order, head, level, mark)
		}
		if r.size == level {
			break
		}
		r.bandwidth = max(r.bandwidth, s.sortLevel(order, head, level))
		head, r.lastLevel = level, level
	}
	return r
}

// expand appends the unmarked neighbours of the nodes order[head:tail] and
// marks them, and returns how many nodes the order has then. Where those of
// node order[k] end it writes to s.ends[k].
func (s *rcm) expand(order []int32, head, tail int, mark uint8) int {
	// All have one element per node and one more: one length is enough.
	n := len(s.g.ColPtr)
	order, seen, ends := order[:n], s.seen[:n], s.ends[:n]
	adj := s.g.RowIdx
	for level := tail; head < level; {
		for k := range s.touch(order[head:level]) {
			for _, u := range adj[s.from[k]:s.to[k]] {
				if seen[u] != mark {
					seen[u] = mark
					order[tail] = u
					tail++
				}
			}
			ends[head] = int32(tail)
			head++
		}
	}
	return tail
}

// expandSparse is expand for graphs in which nearly every other neighbour is
// new, so that no branch on it can be predicted: each is written, and kept by
// advancing tail. All nodes of the component have the mark or the one before
// it.
func (s *rcm) expandSparse(order []int32, head, tail int, mark uint8) int {
	n := len(s.g.ColPtr)
	order, seen, ends := order[:n], s.seen[:n], s.ends[:n]
	adj := s.g.RowIdx
	for level := tail; head < level; {
		for k := range s.touch(order[head:level]) {
			for _, u := range adj[s.from[k]:s.to[k]] {
				order[tail] = u
				tail += int(mark - seen[u])
				seen[u] = mark
			}
			ends[head] = int32(tail)
			head++
		}
	}
	return tail
}

// ahead is how many nodes touch takes at most.
const ahead = 16

// touch finds where the neighbours of the first of nodes are and reads one of
// each, so that a processor waits for the memory of all of them at once. It
// returns how many nodes it took. Each has a neighbour.
func (s *rcm) touch(nodes []int32) int {
	nodes = nodes[:min(len(nodes), ahead)]
	ptr, adj := s.g.ColPtr, s.g.RowIdx
	for k, v := range nodes {
		s.from[k], s.to[k] = ptr[v], ptr[v+1]
	}
	sum := int32(0)
	for _, at := range s.from[:len(nodes)] {
		sum += adj[at]
	}
	s.touched = sum
	return len(nodes)
}

// sortLevel sorts what each of the nodes order[head:level] has found by
// degree, and returns the farthest distance from one of them to a node it has
// found.
//
// The largest of these, over all levels, is the bandwidth of the order: what
// other neighbours a node has come before what it or a node before it found.
func (s *rcm) sortLevel(order []int32, head, level int) (farthest int) {
	first := level
	for k, end := range s.ends[head:level] {
		if int(end)-first > 1 {
			s.sortByDegree(order[first:end])
		}
		first = int(end)
		farthest = max(farthest, first-1-head-k)
	}
	return farthest
}

// radix is one more than the largest degree that sortByDegree counts.
const radix = 256

// sortByDegree sorts nodes in ascending order of degree; equal ones stay in
// the order they are in.
func (s *rcm) sortByDegree(nodes []int32) {
	degree := s.degree
	if len(nodes) == 2 {
		a, b := nodes[0], nodes[1]
		if degree[b] < degree[a] {
			a, b = b, a
		}
		nodes[0], nodes[1] = a, b
		return
	}
	if len(nodes) > 32 {
		s.countByDegree(nodes)
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

// countByDegree is sortByDegree for many nodes: it counts degrees, all large
// ones together, and compares only those.
func (s *rcm) countByDegree(nodes []int32) {
	s.copy = append(s.copy[:0], nodes...)
	bins := &s.bins
	clear(bins[:])
	for _, v := range nodes {
		bins[min(s.degree[v], radix-1)+1]++
	}
	for d := 1; d <= radix; d++ {
		bins[d] += bins[d-1]
	}
	large := nodes[bins[radix-1]:]
	for _, v := range s.copy {
		d := min(s.degree[v], radix-1)
		nodes[bins[d]] = v
		bins[d]++
	}
	slices.SortStableFunc(large, func(a, b int32) int { return int(s.degree[a] - s.degree[b]) })
}

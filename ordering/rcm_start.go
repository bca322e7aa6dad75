package ordering

// peripheral returns the two ends of a long way through the component of root
// and the number of its nodes. It uses queue as work.
//
// The ends are a pseudo-peripheral node, and the node of least degree in the
// last level of the search from it.
func (s *rcm) peripheral(root int32, queue []int32) (start, end int32, size int) {
	levels, last, size := s.levels(root, queue)
	start, end = root, s.leastDegree(queue[last:size])
	for {
		deeper, last, _ := s.levels(end, queue)
		if deeper <= levels {
			return start, end, size
		}
		levels = deeper
		start, end = end, s.leastDegree(queue[last:size])
	}
}

// levels searches the component of root breadth first into queue and returns
// the number of levels, the place where the last one begins, and the number of
// nodes.
func (s *rcm) levels(root int32, queue []int32) (count, last, size int) {
	s.search++
	seen, search := s.seen, s.search
	queue[0] = root
	seen[root] = search
	tail := 1
	for head := 0; head < tail; {
		last = head
		count++
		for end := tail; head < end; head++ {
			for _, u := range s.g.Col(int(queue[head])) {
				if seen[u] != search {
					seen[u] = search
					queue[tail] = u
					tail++
				}
			}
		}
	}
	return count, last, tail
}

// leastDegree returns the first of the nodes that have the least degree.
func (s *rcm) leastDegree(nodes []int32) int32 {
	best := nodes[0]
	for _, v := range nodes[1:] {
		if s.degree[v] < s.degree[best] {
			best = v
		}
	}
	return best
}

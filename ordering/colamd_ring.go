package ordering

// Columns of the same score form a ring with a head, ring[score], so that a
// column is taken out without asking whether it is the first or the last one.
// A head that has never been used is all 0; it is not made a ring of its own
// before that is needed, because most scores never occur.

// fillRings enters the columns by score. The last one entered is the first to
// be taken, so columns enter in descending order.
func (s *colamd) fillRings() {
	for j := len(s.ring) - 1; j > s.cols; j-- {
		if c := &s.ring[j]; c.thickness != 0 {
			s.enter(c, uint32(j))
		}
	}
}

// enter puts column c = s.ring[j] in front of the ring of its score.
func (s *colamd) enter(c *colamdCol, j uint32) {
	score := uint32(c.score)
	head := &s.ring[score]
	first := head.next
	if first == 0 {
		first = score
	}
	c.next, c.prev = first, score
	head.next = j
	s.ring[first].prev = j
}

// pickPivot takes the first column of the lowest score out of its ring.
func (s *colamd) pickPivot(lowest uint32) (pivot *colamdCol, score uint32) {
	for {
		if first := s.ring[lowest].next; first > uint32(s.cols) {
			c := &s.ring[first]
			s.ring[c.prev].next = c.next
			s.ring[c.next].prev = c.prev
			return c, lowest
		}
		lowest++
	}
}

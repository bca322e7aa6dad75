package ordering

// Columns of the same score form a list that begins at a head, list[score],
// and ends at list[0], whatever the score: so a column is taken out without
// asking whether it is the first or the last one, and heads need no set-up.
// What ends up in list[0].prev is never read.

// fillLists enters the columns by score. The last one entered is the first to
// be taken, so columns enter in descending order.
func (s *colamd) fillLists() {
	for j := len(s.list) - 1; j > s.cols; j-- {
		if c := &s.list[j]; c.thickness != 0 {
			s.enter(c, uint32(j))
		}
	}
}

// enter puts column c = s.list[j] in front of the list of its score.
func (s *colamd) enter(c *colamdCol, j uint32) {
	score := uint32(c.score)
	head := &s.list[score]
	c.next, c.prev = head.next, score
	s.list[head.next].prev = j
	head.next = j
}

// pickPivot takes the first column of the lowest score out of its list.
func (s *colamd) pickPivot(lowest uint32) (pivot *colamdCol, score uint32) {
	for {
		if first := s.list[lowest].next; first > uint32(s.cols) {
			c := &s.list[first]
			s.list[c.prev].next = c.next
			s.list[c.next].prev = c.prev
			return c, lowest
		}
		lowest++
	}
}

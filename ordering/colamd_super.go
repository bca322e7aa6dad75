package ordering

import "math/bits"

// buckets returns buckets for n columns, all empty, and the shift that takes
// a 32-bit hash to the number of one. At most a quarter of them gets used,
// so that a bucket met is nearly always empty.
func (s *colamd) buckets(n int) (bucket []uint32, shift int) {
	log := bits.Len(uint(4 * n))
	size := 1 << log
	if size > len(s.bucket) {
		s.bucket = make([]uint32, size)
	}
	return s.bucket[:size], 32 - log
}

// merge enters column c = s.list[j] in the bucket *at, unless the bucket has
// a column with the same rows: then c absorbs that one and takes its place.
func (s *colamd) merge(c *colamdCol, j uint32, at *uint32) {
	for *at != 0 {
		other := &s.list[*at]
		if other.prev == c.prev && s.sameRows(other, c) {
			*at = j
			c.next = other.next
			c.thickness += other.thickness
			*other = colamdCol{start: j, end: colAbsorbed}
			return
		}
		at = &other.next
	}
	*at = j
	c.next = 0
}

// sameRows tells whether columns a and b have the same rows. Lists of columns
// hold their rows in the order they were made, so equal sets are equal lists.
func (s *colamd) sameRows(a, b *colamdCol) bool {
	if a.end-a.start != b.end-b.start || a.score != b.score {
		return false
	}
	x, y := s.colList[a.start:a.end], s.colList[b.start:b.end]
	for k, r := range x {
		if r != y[k] {
			return false
		}
	}
	return true
}

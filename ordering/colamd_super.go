package ordering

// A superTab is the scratch in which columns with the same rows find each
// other. It works on positions in the pivot row, so it stays as small as that.
type superTab struct {
	key    []uint32 // hash of each column
	chain  []int32  // 1 + next position in the bucket, or 0
	bucket []int32  // 1 + first position; all 0 between uses
}

// grow makes room for a pivot row of n columns.
func (t *superTab) grow(n int) {
	if n <= len(t.key) {
		return
	}
	size := 64
	for size < n {
		size *= 2
	}
	t.key = make([]uint32, size)
	t.chain = make([]int32, size)
	t.bucket = make([]int32, size)
}

// mergeColumns merges columns of the pivot row that have the same rows into
// the one that stands last in it.
func (s *colamd) mergeColumns(pivot []int32) {
	if len(pivot) < 2 {
		return
	}
	t := &s.super
	shift := 32
	for 1<<(32-shift) < len(pivot) {
		shift--
	}
	bucket := t.bucket[:1<<(32-shift)]
	for k := len(pivot) - 1; k >= 0; k-- {
		j := pivot[k]
		if s.col[j].thickness == 0 {
			continue
		}
		key := t.key[k]
		b := key * 0x9E3779B1 >> shift // Fibonacci hashing: the high bits of the product
		if !s.absorb(j, key, bucket[b], pivot) {
			t.chain[k] = bucket[b]
			bucket[b] = int32(k) + 1
		}
	}
	clear(bucket)
}

// absorb looks in the bucket that begins with first for a column with the same
// rows as column j, and merges j into it if there is one.
func (s *colamd) absorb(j int32, key uint32, first int32, pivot []int32) bool {
	t := &s.super
	for k := first; k != 0; k = t.chain[k-1] {
		if i := pivot[k-1]; t.key[k-1] == key && s.sameRows(i, j) {
			s.col[i].thickness += s.col[j].thickness
			s.col[j].thickness = 0
			s.place[j] = ^i
			return true
		}
	}
	return false
}

// sameRows tells whether columns i and j have the same rows. Lists of columns
// hold their rows in the order they were made, so equal sets are equal lists.
func (s *colamd) sameRows(i, j int32) bool {
	a, b := &s.col[i], &s.col[j]
	if a.length != b.length || a.score != b.score {
		return false
	}
	x, y := s.colList[a.start:][:a.length], s.colList[b.start:][:b.length]
	for k, r := range x {
		if r != y[k] {
			return false
		}
	}
	return true
}

package transversal

// A reached is a row and a length of a path to it.
type reached struct {
	length float64
	row    int32
}

// before orders paths by length, and by row so that nothing depends on the
// order in which they were found.
func (a reached) before(b reached) bool {
	return a.length < b.length || a.length == b.length && a.row < b.row
}

// A heap is a priority queue, the shortest path first, with four children to a
// node.
type heap []reached

// push adds x.
func (h *heap) push(x reached) {
	q := append(*h, x)
	k := len(q) - 1
	for k > 0 {
		up := (k - 1) / 4
		if !x.before(q[up]) {
			break
		}
		q[k] = q[up]
		k = up
	}
	q[k] = x
	*h = q
}

// pop removes the shortest path and returns it. h must not be empty.
func (h *heap) pop() reached {
	q := *h
	top := q[0]
	n := len(q) - 1
	x := q[n]
	q = q[:n]
	for k := 0; n > 0; {
		least, best := k, x
		for c := 4*k + 1; c <= min(4*k+4, n-1); c++ {
			if q[c].before(best) {
				least, best = c, q[c]
			}
		}
		q[k] = best
		if least == k {
			break
		}
		k = least
	}
	*h = q
	return top
}

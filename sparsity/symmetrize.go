package sparsity

import "math"

// Symmetrize returns the adjacency graph of A+Aᵀ: the positions off the
// diagonal where a or its transpose has an entry. The diagonal is left out
// whether a has it or not.
//
// Shapes: a is n×n and canonical; the result is n×n, canonical, symmetric,
// and shares no memory with a.
//
// Method: one pass copies a and finds out on the way whether it is symmetric,
// which it mostly is. If not, the columns of a and of Aᵀ are merged.
//
// Cost: O(|a| + n); n words of 32 bits of work where a is symmetric, |a| + n
// words where it is not.
//
// It panics if a is not square.
func Symmetrize(a *Pattern) *Pattern {
	if !a.Square() {
		panic(errNotSquare)
	}
	if uint64(a.NNZ()) <= math.MaxUint32 {
		if g := symmetricGraph(a); g != nil {
			return g
		}
	}
	return mergedGraph(a)
}

// symmetricGraph returns a without its diagonal if it is structurally
// symmetric, and otherwise nil, as soon as that shows.
//
// Going through the columns in order, the entries (i, k) above the diagonal
// are met in ascending order of k for each i. Their mirrors must be just the
// entries of column i below the diagonal, in the order they are stored.
func symmetricGraph(a *Pattern) *Pattern {
	n := a.Cols
	rows := a.RowIdx[:a.NNZ()]
	g := &Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1), RowIdx: make([]int32, len(rows))}
	out, next := g.RowIdx, make([]uint32, n) // next[i]: the first entry of column i not met yet
	p, q := 0, 0
	for k := range n {
		end := int(a.ColPtr[k+1])
		for ; p < end; p++ {
			i := rows[p]
			if int(i) >= k {
				break
			}
			at := int(next[i])
			if at >= len(rows) || int(rows[at]) != k {
				return nil
			}
			next[i]++
			out[q] = i
			q++
		}
		if p < end && int(rows[p]) == k {
			p++
		}
		next[k] = uint32(p)
		for ; p < end; p++ {
			out[q] = rows[p]
			q++
		}
		g.ColPtr[k+1] = int64(q)
	}
	for k, end := range a.ColPtr[1:] {
		if int64(next[k]) != end {
			return nil
		}
	}
	g.RowIdx = out[:q:q]
	return g
}

// mergedGraph merges the columns of a with those of its transpose.
func mergedGraph(a *Pattern) *Pattern {
	n := a.Cols
	t := Transpose(a)
	g := &Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1)}
	out, q := make([]int32, 2*a.NNZ()), 0
	for j := range n {
		q += mergeOffDiagonal(out[q:], a.Col(j), t.Col(j), int32(j))
		g.ColPtr[j+1] = int64(q)
	}
	g.RowIdx = out[:q:q]
	return g
}

// mergeOffDiagonal puts the union of the ascending lists x and y into out,
// without the element d, and returns its length. What to take next is decided
// without branches, which would be taken at random.
func mergeOffDiagonal(out, x, y []int32, d int32) int {
	k, p, q := 0, 0, 0
	for p < len(x) && q < len(y) {
		u, v := x[p], y[q]
		if u == v {
			out[k] = u
			p++
			q++
			if u != d {
				k++
			}
			continue
		}
		out[k] = min(u, v)
		k++
		p += int(uint32(u-v) >> 31)
		q += int(uint32(v-u) >> 31)
	}
	k += copy(out[k:], x[p:])
	k += copy(out[k:], y[q:])
	return k
}

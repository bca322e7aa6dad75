package sparsity

import "math"

// Symmetrize returns the adjacency graph of A+Aᵀ: the positions off the diagonal
// where a or its transpose has an entry. The diagonal is left out.
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
	n := a.Cols
	g := &Pattern{Rows: n, Cols: n, ColPtr: make([]int64, n+1), RowIdx: make([]int32, a.NNZ())}
	if !copySymmetric(g, a) {
		mergeTranspose(g, a)
	}
	return g
}

// copySymmetric puts a without its diagonal into g, whose slices are long
// enough, if it is structurally symmetric. If not, it returns false as soon as
// that shows. Patterns of more than 2³² entries it takes for unsymmetric.
//
// Going through the columns in order, the entries (i, k) above the diagonal
// are met in ascending order of k for each i. Their mirrors must be just the
// entries of column i below the diagonal, in the order they are stored.
func copySymmetric(g, a *Pattern) bool {
	rows, out := a.RowIdx[:a.NNZ()], g.RowIdx
	if uint64(len(rows)) > math.MaxUint32 {
		return false
	}
	next := make([]uint32, a.Cols) // first entry of each column not met yet
	p, q := 0, 0
	for k := range next {
		end := int(a.ColPtr[k+1])
		for ; p < end; p++ {
			i := rows[p]
			if int(i) >= k {
				break
			}
			// next[i] has not come further than p: it began before this
			// column and took one step for an entry at most.
			if int(rows[next[i]]) != k {
				return false
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
			return false
		}
	}
	g.RowIdx = out[:q:q]
	return true
}

// mergeTranspose puts the union of a and its transpose into g, without the
// diagonal. The rows of g are replaced; what they held is used for work.
func mergeTranspose(g, a *Pattern) {
	t := transposeInto(g.RowIdx, a)
	out, q := make([]int32, 2*a.NNZ()), 0
	for j := range a.Cols {
		q += mergeOffDiagonal(out[q:], a.Col(j), t.Col(j), int32(j))
		g.ColPtr[j+1] = int64(q)
	}
	g.RowIdx = out[:q:q]
}

// mergeOffDiagonal puts the union of the ascending lists x and y into out,
// without the element d, which is in both or in none, and returns its length.
// Which of two different elements comes first is decided without a branch,
// which would be taken at random.
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

package btf

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A Matching pairs rows with columns of a pattern so that each pair is an
// entry and no row and no column is in two pairs.
//
// RowOf[j] is the row matched to column j, ColOf[i] the column matched to row i, -1
// without a match. Size is the number of pairs.
type Matching struct {
	RowOf, ColOf []int32
	Size         int
}

// MaximumMatching returns a matching of a of the largest possible size. That
// size is the structural rank of a: the rank of almost every matrix with this
// pattern, and an upper bound of the rank of each.
//
// If a is square and canonical and its diagonal is zero-free, the matching is the
// diagonal. The choice among several maximum matchings depends on a alone.
//
// Method: the diagonal of a square pattern is taken first. Of the free columns
// those with the fewest entries have their turns first, since they have the least
// to choose from. Each takes its first free row, and of those that are left each
// gets a shortest augmenting path [1], so that few rows move. Blocks that are
// factorized with pivots from the matching fill less than with columns in their own
// order or depth-first searches. When the searches have read four times what there
// is, what is left is hard, and push–relabel with exact labels from time to time
// [2] ends it. A is transposed for the last step only.
//
// Shapes: a is any m×n; rows may be unsorted, duplicates are harmless. a is
// not modified and shares no memory with the result.
//
// Cost: O(|a|·n) worst case, a small multiple of |a| in practice.
//
// a must satisfy Check.
//
// [1] I. S. Duff, K. Kaya, B. Uçar, ACM TOMS 38(2):13, 2011.
// [2] K. Kaya, J. Langguth, F. Manne, B. Uçar, Computers & Operations Research
// 40(5):1266–1275, 2013.
func MaximumMatching(a *sparsity.Pattern) Matching {
	m := newMatcher(a)
	if a.Square() {
		m.diagonal(0)
	} else {
		m.clear()
	}
	m.complete()
	return m.Matching
}

// A matcher is a matching of a that grows.
type matcher struct {
	Matching
	a    *sparsity.Pattern
	free []int32 // the columns that are not matched, in the order of their turns
	seen []int32 // scratch: nil, or a word for each row
}

// newMatcher returns a matcher of a whose matching is still to be set, by
// diagonal or clear.
func newMatcher(a *sparsity.Pattern) *matcher {
	m := &matcher{a: a}
	m.RowOf = make([]int32, a.Cols)
	m.ColOf = make([]int32, a.Rows)
	return m
}

// clear makes the matching empty.
func (m *matcher) clear() {
	fill(m.RowOf, -1)
	fill(m.ColOf, -1)
	m.free = sparsity.Identity(m.a.Cols)
	m.Size = 0
}

// diagonal makes the matching that of the diagonal entries of a square pattern.
// The columns before first are known to have one.
func (m *matcher) diagonal(first int) {
	a, rowOf, colOf := m.a, m.RowOf, m.ColOf[:len(m.RowOf)]
	if first < len(rowOf) {
		m.free = make([]int32, 0, 64+len(rowOf)/64)
	}
	for j := range first {
		rowOf[j], colOf[j] = int32(j), int32(j)
	}
	for j := first; j < len(rowOf); j++ {
		v := int32(j)
		if !onDiagonal(a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]], v) {
			m.free = append(m.free, v)
			v = -1
		}
		rowOf[j], colOf[j] = v, v
	}
	m.Size = len(rowOf) - len(m.free)
}

// diagonalUntil returns the first column of a square pattern that has no entry
// on the diagonal, or the number of columns.
func diagonalUntil(a *sparsity.Pattern) int {
	for j := range a.Cols {
		if !onDiagonal(a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]], int32(j)) {
			return j
		}
	}
	return a.Cols
}

// complete makes the matching maximum.
func (m *matcher) complete() {
	m.shortFirst()
	m.greedy()
	if !m.full() && !m.searchWhileEasy() {
		m.pushRelabel()
	}
}

// full reports whether every row or every column is matched.
func (m *matcher) full() bool { return m.Size == min(m.a.Rows, m.a.Cols) }

// pair matches row i with column j, both free.
func (m *matcher) pair(i, j int32) {
	m.RowOf[j], m.ColOf[i] = i, j
	m.Size++
}

// onDiagonal reports whether the rows of column j have j. In a long column that
// is not sorted it may be missed.
func onDiagonal(rows []int32, j int32) bool {
	const long = 16
	if len(rows) <= long {
		for _, i := range rows {
			if i == j {
				return true
			}
		}
		return false
	}
	// Halving without a branch that depends on the rows. Here, when j is in
	// rows, it is in those from first on, of which there are n.
	first, n := 0, len(rows)
	for n > 1 {
		half := n / 2
		at := first + half
		if rows[at] <= j {
			first = at
		}
		n -= half
	}
	return rows[first] == j
}

// shortFirst sorts the free columns by the number of their entries; columns with the
// same number keep their order.
func (m *matcher) shortFirst() {
	longest := 0
	for _, j := range m.free {
		longest = max(longest, len(m.a.Col(int(j))))
	}
	end := make([]int32, longest+1) // of the columns of each length, the shorter ones before them
	for _, j := range m.free {
		end[len(m.a.Col(int(j)))]++
	}
	for k := 1; k <= longest; k++ {
		end[k] += end[k-1]
	}
	sorted := make([]int32, len(m.free))
	for _, j := range slices.Backward(m.free) {
		k := len(m.a.Col(int(j)))
		end[k]--
		sorted[end[k]] = j
	}
	m.free = sorted
}

// greedy matches each free column with the first free row in it.
func (m *matcher) greedy() {
	rest := m.free[:0]
	for _, j := range m.free {
		if i := m.firstFree(j); i >= 0 {
			m.pair(i, j)
		} else {
			rest = append(rest, j)
		}
	}
	m.free = rest
}

// firstFree returns a free row of column j, or -1.
func (m *matcher) firstFree(j int32) int32 {
	for _, i := range m.a.RowIdx[m.a.ColPtr[j]:m.a.ColPtr[j+1]] {
		if m.ColOf[i] < 0 {
			return i
		}
	}
	return -1
}

// fill sets each element of x to v.
func fill(x []int32, v int32) {
	for k := range x {
		x[k] = v
	}
}

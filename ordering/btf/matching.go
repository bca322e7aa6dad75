package btf

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A Matching pairs rows with columns of a pattern so that each pair is an
// entry and no row and no column is in two pairs.
//
// RowOf[j] is the row matched to column j, ColOf[i] the column matched to row
// i, -1 where there is none. Size is the number of pairs.
type Matching struct {
	RowOf, ColOf []int32
	Size         int
}

// MaximumMatching returns a matching of a of the largest possible size. That
// size is the structural rank of a: the rank of almost every matrix with this
// pattern, and an upper bound of the rank of each.
//
// Where a is square and canonical and its diagonal zero-free, the matching is
// the diagonal. The choice among several maximum matchings depends on a alone.
//
// Method: the diagonal of a square pattern is taken first and, where it serves
// less than half of the columns, the first free row of each free column.
// Phases of disjoint depth-first searches with lookahead [1] match the columns
// left, for as long as a phase matches seven eighths of them or more; what is
// left then is hard, and push–relabel with exact labels from time to time [2]
// ends it. A is transposed for the last step only.
//
// Shapes: a is any m×n; rows may be unsorted, duplicates are harmless. a is
// not modified and shares no memory with the result.
//
// Cost: O(|a|·n) worst case, a small multiple of |a| in practice.
//
// a must satisfy Check.
//
// [1] A. Pothen, C.-J. Fan, ACM TOMS 16(4):303–324, 1990.
// [2] K. Kaya, J. Langguth, F. Manne, B. Uçar, Computers & Operations Research
// 40(5):1266–1275, 2013.
func MaximumMatching(a *sparsity.Pattern) Matching {
	m := newMatcher(a)
	if a.Square() {
		m.diagonal()
	} else {
		m.clear()
	}
	if 2*m.Size < min(a.Rows, a.Cols) {
		m.greedy()
	}
	if !m.full() && !m.searchWhileEasy() {
		m.pushRelabel()
	}
	return m.Matching
}

// A matcher is a matching of a that grows.
type matcher struct {
	Matching
	a *sparsity.Pattern
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
	m.Size = 0
}

// full reports whether every row or every column is matched.
func (m *matcher) full() bool { return m.Size == min(m.a.Rows, m.a.Cols) }

// pair matches row i with column j, both free.
func (m *matcher) pair(i, j int32) {
	m.RowOf[j], m.ColOf[i] = i, j
	m.Size++
}

// diagonal makes the matching that of the diagonal entries alone. In a long
// column that is not sorted the entry may be missed.
func (m *matcher) diagonal() {
	a, rowOf, colOf := m.a, m.RowOf, m.ColOf[:len(m.RowOf)]
	missing := 0
	for j := range rowOf {
		v := int32(-1)
		if onDiagonal(a.RowIdx[a.ColPtr[j]:a.ColPtr[j+1]], int32(j)) {
			v = int32(j)
		} else {
			missing++
		}
		rowOf[j], colOf[j] = v, v
	}
	m.Size = len(rowOf) - missing
}

// onDiagonal reports whether the rows of column j have j.
func onDiagonal(rows []int32, j int32) bool {
	const long = 32
	if len(rows) > long {
		k, _ := slices.BinarySearch(rows, j)
		return k < len(rows) && rows[k] == j
	}
	for _, i := range rows {
		if i == j {
			return true
		}
	}
	return false
}

// greedy matches each free column with the first free row in it.
func (m *matcher) greedy() {
	for j, r := range m.RowOf {
		if r >= 0 {
			continue
		}
		for _, i := range m.a.Col(j) {
			if m.ColOf[i] < 0 {
				m.pair(i, int32(j))
				break
			}
		}
	}
}

// freeColumns returns the columns that are not matched, ascending.
func (m *matcher) freeColumns() []int32 {
	free := make([]int32, 0, m.a.Cols-m.Size)
	for j, r := range m.RowOf {
		if r < 0 {
			free = append(free, int32(j))
		}
	}
	return free
}

// fill sets each element of x to v.
func fill(x []int32, v int32) {
	for k := range x {
		x[k] = v
	}
}

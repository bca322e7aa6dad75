package oracle

import (
	"math"
	"math/big"
)

// An LU is Gaussian elimination of a dense matrix with given pivots,
// beside the same elimination of its structure.
type LU[T float64 | complex128] struct {
	L, U   [][]T    // L without its unit diagonal; both in pivot order
	InL    [][]bool // structure of L, without the diagonal
	InU    [][]bool // structure of U, with the diagonal
	Above  [][]bool // structure of what lies above the diagonal blocks
	Values [][]T    // and its values

	// Largest[k] is the largest absolute value that could have been the k-th
	// pivot; Preferred[k] that of the diagonal entry, -1 where it is not in
	// the structure; Chosen[k] that of the pivot.
	Largest, Preferred, Chosen []float64
	Candidates                 [][]Candidate // what could have been the k-th pivot

	OffDiagonal int // pivots that were not on the diagonal
	Flops       float64
}

// A Candidate is an entry that could be a pivot.
type Candidate struct {
	Row    int32 // of the matrix given
	Size   float64
	Length int // what the row is estimated to have in columns not yet done
	Chosen bool
}

// DenseLU eliminates the matrix a, whose entries are where stored says, with
// row pivots[k] of a as k-th pivot. It exchanges whole rows, so that a row that
// has to give way takes the place of the one that replaces it. blocks has the
// boundaries of the diagonal blocks; columns of a block do not change those
// after it. ok is false when a pivot is not in the structure or not in the
// block. After a pivot that is zero, values mean nothing.
func DenseLU[T float64 | complex128](a [][]T, stored [][]bool, pivots, blocks []int32) (e *LU[T], ok bool) {
	n := len(a)
	work, in, row := copyOf(a), copyOf(stored), make([]int32, n)
	for i := range row {
		row[i] = int32(i)
	}
	e = &LU[T]{}
	for b := 1; b < len(blocks); b++ {
		first, last := int(blocks[b-1]), int(blocks[b])
		length := lengths(stored, first, last)
		for k := first; k < last; k++ {
			at := place(row, pivots[k])
			if at < k || at >= last || !in[at][k] {
				return nil, false
			}
			e.note(work, in, k, at, last)
			e.list(work, in, row, length, k, at, last)
			work[k], work[at] = work[at], work[k]
			in[k], in[at] = in[at], in[k]
			row[k], row[at] = row[at], row[k]
			shorten(stored, in, row, length, k, last)
			e.step(work, in, k, last)
		}
	}
	e.split(work, in, blocks)
	return e, true
}

// note records what there was to choose from for pivot k, which is in row at.
func (e *LU[T]) note(work [][]T, in [][]bool, k, at, last int) {
	largest, preferred := 0.0, -1.0
	for i := k; i < last; i++ {
		if in[i][k] {
			largest = math.Max(largest, absolute(work[i][k]))
		}
	}
	if in[k][k] {
		preferred = absolute(work[k][k])
	}
	e.Largest, e.Preferred = append(e.Largest, largest), append(e.Preferred, preferred)
	e.Chosen = append(e.Chosen, absolute(work[at][k]))
	if at != k {
		e.OffDiagonal++
	}
}

// list records the candidates for pivot k, which is in row at.
func (e *LU[T]) list(work [][]T, in [][]bool, row []int32, length []int, k, at, last int) {
	var all []Candidate
	for i := k; i < last; i++ {
		if in[i][k] {
			all = append(all, Candidate{row[i], absolute(work[i][k]), length[row[i]], i == at})
		}
	}
	e.Candidates = append(e.Candidates, all)
}

// lengths counts the entries of each row in the columns of a block.
func lengths(stored [][]bool, first, last int) []int {
	length := make([]int, len(stored))
	for i := range stored {
		for j := first; j < last; j++ {
			if stored[i][j] {
				length[i]++
			}
		}
	}
	return length
}

// shorten changes the lengths of rows for column k, whose pivot is in row k: an
// entry of the matrix there is gone, and a row that the pivot row is subtracted
// from is taken to be as long as the longer of the two.
func shorten(stored, in [][]bool, row []int32, length []int, k, last int) {
	for i := k; i < last; i++ {
		if stored[row[i]][k] {
			length[row[i]]--
		}
	}
	for i := k + 1; i < last; i++ {
		if in[i][k] {
			length[row[i]] = max(length[row[i]], length[row[k]])
		}
	}
}

// step subtracts multiples of row k from the rows below it in the block.
func (e *LU[T]) step(work [][]T, in [][]bool, k, last int) {
	for i := k + 1; i < last; i++ {
		if !in[i][k] {
			continue
		}
		work[i][k] /= work[k][k]
		e.Flops++
		for j := k + 1; j < last; j++ {
			if in[k][j] {
				in[i][j] = true
				work[i][j] -= work[i][k] * work[k][j]
				e.Flops += 2
			}
		}
	}
}

// split takes L, U and what is above the blocks out of the finished matrix.
func (e *LU[T]) split(work [][]T, in [][]bool, blocks []int32) {
	n := len(work)
	e.L, e.U, e.Values = square[T](n), square[T](n), square[T](n)
	e.InL, e.InU, e.Above = square[bool](n), square[bool](n), square[bool](n)
	for b := 1; b < len(blocks); b++ {
		first := int(blocks[b-1])
		for j := first; j < int(blocks[b]); j++ {
			for i := range n {
				switch {
				case i < first:
					e.Values[i][j], e.Above[i][j] = work[i][j], in[i][j]
				case i <= j:
					e.U[i][j], e.InU[i][j] = work[i][j], in[i][j]
				default:
					e.L[i][j], e.InL[i][j] = work[i][j], in[i][j]
				}
			}
		}
	}
}

// ExactRank returns the rank of a matrix of integers, in rational arithmetic.
func ExactRank(a [][]int64) (rank int) {
	rows := make([][]*big.Rat, len(a))
	for i := range a {
		for _, v := range a[i] {
			rows[i] = append(rows[i], big.NewRat(v, 1))
		}
	}
	for j := 0; len(a) > 0 && j < len(a[0]); j++ {
		at := rank
		for at < len(rows) && rows[at][j].Sign() == 0 {
			at++
		}
		if at == len(rows) {
			continue
		}
		rows[rank], rows[at] = rows[at], rows[rank]
		for i := rank + 1; i < len(rows); i++ {
			q := new(big.Rat).Quo(rows[i][j], rows[rank][j])
			for c := range rows[i] {
				rows[i][c].Sub(rows[i][c], new(big.Rat).Mul(q, rows[rank][c]))
			}
		}
		rank++
	}
	return rank
}

func absolute[T float64 | complex128](v T) float64 {
	switch v := any(v).(type) {
	case float64:
		return math.Abs(v)
	case complex128:
		return math.Hypot(real(v), imag(v))
	}
	panic("unreachable")
}

func place(row []int32, r int32) int {
	for k, x := range row {
		if x == r {
			return k
		}
	}
	return -1
}

func square[E any](n int) [][]E {
	m := make([][]E, n)
	for i := range m {
		m[i] = make([]E, n)
	}
	return m
}

func copyOf[E any](a [][]E) [][]E {
	m := make([][]E, len(a))
	for i := range a {
		m[i] = append([]E(nil), a[i]...)
	}
	return m
}

package lu

import "github.com/nrkit/nrkit/sparsity"

// A Plan is the order in which a matrix A is factorised: A(Row, Col), in block
// upper triangular form with the boundaries BlockPtr. The zero value takes the
// matrix as it is, as one block.
type Plan struct {
	// Col is the order of the columns; nil leaves them in place.
	Col sparsity.Perm

	// Row is the order of the rows before pivoting. It says which entries are
	// on the diagonal, and so which pivots are preferred. nil means Col, so
	// that the diagonal of A stays the diagonal.
	Row sparsity.Perm

	// BlockPtr has the first column of each diagonal block and then n; nil
	// means one block. Columns of a block have no entries below it.
	BlockPtr []int32
}

// resolve returns a copy of p for order n with nothing nil, whose slices it cuts from
// ints, which has room for them. It sets inv to the place of each row in p.Row. It
// panics if p does not fit.
func (p Plan) resolve(n int, ints *[]int32, inv sparsity.Inverse) Plan {
	q := Plan{Col: cut(ints, n), Row: cut(ints, n)}
	copyPerm(q.Col, p.Col, inv)
	if p.Row == nil {
		copy(q.Row, q.Col)
	} else {
		copyPerm(q.Row, p.Row, inv)
	}
	switch {
	case p.BlockPtr == nil && n > 0:
		q.BlockPtr = cut(ints, 2)
		q.BlockPtr[0], q.BlockPtr[1] = 0, int32(n)
		return q
	case len(p.BlockPtr) == 0 && n == 0:
		q.BlockPtr = cut(ints, 1)
		q.BlockPtr[0] = 0
	default:
		q.BlockPtr = cut(ints, len(p.BlockPtr))
		copy(q.BlockPtr, p.BlockPtr)
	}
	checkBlocks(q.BlockPtr, n)
	return q
}

// cut takes the first n elements off a slice.
func cut[E any](from *[]E, n int) []E {
	s := (*from)[:n:n]
	*from = (*from)[n:]
	return s
}

// copyPerm copies p, or the identity for nil, to dst, and sets inv to its inverse. It
// panics if p is not a permutation.
func copyPerm(dst, p sparsity.Perm, inv sparsity.Inverse) {
	if p == nil {
		for k := range dst {
			dst[k], inv[k] = int32(k), int32(k)
		}
		return
	}
	if len(p) != len(dst) {
		panic(errPlanSize)
	}
	for i := range inv {
		inv[i] = none
	}
	for k, i := range p {
		if i < 0 || int(i) >= len(p) || inv[i] >= 0 {
			panic(errPlanPerm)
		}
		inv[i] = int32(k)
	}
	copy(dst, p)
}

func checkBlocks(ptr []int32, n int) {
	if len(ptr) == 0 || ptr[0] != 0 || int(ptr[len(ptr)-1]) != n {
		panic(errPlanBlock)
	}
	for b := 1; b < len(ptr); b++ {
		if ptr[b] < ptr[b-1] {
			panic(errPlanBlock)
		}
	}
}

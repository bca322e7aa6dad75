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

// resolve returns a copy of p for order n with nothing nil, and the place of
// each row in p.Row. It panics if p does not fit.
func (p Plan) resolve(n int) (Plan, sparsity.Inverse) {
	q := Plan{Col: p.Col, Row: p.Row, BlockPtr: p.BlockPtr}
	if q.Row == nil {
		q.Row = q.Col
	}
	q.Col, _ = checkedPerm(q.Col, n)
	row, inv := checkedPerm(q.Row, n)
	q.Row = row
	if p.BlockPtr == nil && n > 0 {
		q.BlockPtr = []int32{0, int32(n)}
		return q, inv
	}
	q.BlockPtr = append([]int32{}, p.BlockPtr...)
	if n == 0 && len(q.BlockPtr) == 0 {
		q.BlockPtr = []int32{0}
	}
	checkBlocks(q.BlockPtr, n)
	return q, inv
}

// checkedPerm returns a copy of p, or the identity for nil, and its inverse.
// It panics if p is not a permutation of n.
func checkedPerm(p sparsity.Perm, n int) (sparsity.Perm, sparsity.Inverse) {
	if p == nil {
		return sparsity.Identity(n), sparsity.Inverse(sparsity.Identity(n))
	}
	if len(p) != n {
		panic(errPlanSize)
	}
	inv := make(sparsity.Inverse, n)
	for i := range inv {
		inv[i] = -1
	}
	for k, i := range p {
		if i < 0 || int(i) >= n || inv[i] >= 0 {
			panic(errPlanPerm)
		}
		inv[i] = int32(k)
	}
	return append(sparsity.Perm{}, p...), inv
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

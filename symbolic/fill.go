package symbolic

import (
	"math"

	"github.com/nrkit/nrkit/etree"
)

// Fill is the size of the factors and the work of making them. For the column
// tree every figure is an upper bound.
type Fill struct {
	NNZL         int64 `json:"nnz_l"`          // entries of L, including its diagonal
	NNZU         int64 `json:"nnz_u"`          // entries of U, including its diagonal
	NNZLU        int64 `json:"nnz_lu"`         // entries of L and U, the diagonal counted once
	NNZOffBlocks int64 `json:"nnz_off_blocks"` // entries between diagonal blocks, which the factorization does not change

	// `nnz_lu` + `nnz_off_blocks`: all entries that a solver stores. Texts call it
	// nnz(L+U)
	NNZTotal int64 `json:"nnz_total"`

	// `nnz_total` divided by the number of matrix entries; 0 for a matrix without
	// entries
	FillRatio float64 `json:"fill_ratio"`

	FillIn int64 `json:"fill_in"` // `nnz_total` minus the number of matrix entries

	// flops of the LU: the sum of 2(l−1)(u−1) + l−1 over all k, where column k of
	// L has l entries and row k of U has u
	Flops float64 `json:"flops"`

	// flops of a Cholesky factorization: sum of u², where u is the number of
	// entries in a row of U
	FlopsCholesky float64 `json:"flops_cholesky"`

	// memory for the factors in compressed columns: a value and a 32-bit row index
	// per entry, 64-bit column pointers
	//
	// It stops at the largest int64.
	FactorBytes int64 `json:"factor_bytes"`
}

// fill adds up the counts.
func (f *factor) fill(work []float64, opt Options) Fill {
	n := int64(len(f.upper))
	s := Fill{NNZL: total(f.lower), NNZU: total(f.upper), NNZOffBlocks: f.off}
	s.NNZLU = s.NNZL + s.NNZU - n
	s.NNZTotal = s.NNZLU + s.NNZOffBlocks
	held := s.NNZTotal
	s.FillIn = held - f.nnz
	if f.nnz > 0 {
		s.FillRatio = float64(held) / float64(f.nnz)
	}
	for j, w := range work {
		s.Flops += w
		s.FlopsCholesky += etree.CholeskyFlops(f.upper[j])
	}
	s.FactorBytes = math.MaxInt64
	if each, pointers := int64(opt.ValueBytes+4), 2*8*(n+1); held <= (math.MaxInt64-pointers)/each {
		s.FactorBytes = held*each + pointers
	}
	return s
}

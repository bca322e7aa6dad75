package symbolic

import (
	"math"

	"github.com/nrkit/nrkit/etree"
)

// Fill is the size of the factors and the work of making them. For the column
// tree every figure is an upper bound.
type Fill struct {
	NNZL         int64 `json:"nnz_l"`          // entries of L, with its diagonal
	NNZU         int64 `json:"nnz_u"`          // entries of U, with its diagonal
	NNZLU        int64 `json:"nnz_lu"`         // of both, the diagonal once
	NNZOffBlocks int64 `json:"nnz_off_blocks"` // entries of the matrix between diagonal blocks, which stay as they are
	NNZTotal     int64 `json:"nnz_total"`      // NNZLU and NNZOffBlocks: what a solver holds

	// With the entries between blocks, relative to the entries of the matrix;
	// the ratio is 0 for a matrix without entries.
	FillRatio float64 `json:"fill_ratio"`
	FillIn    int64   `json:"fill_in"`

	Flops         float64 `json:"flops"`          // of LU: see etree.LUFlops
	FlopsCholesky float64 `json:"flops_cholesky"` // sum of squares of the counts of U

	// FactorBytes is the memory for L, U and the entries between blocks in
	// compressed columns: a value and a 32-bit row for each entry, a 64-bit
	// pointer for each column of L and of U. It stops at the largest int64.
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

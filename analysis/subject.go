package analysis

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/sparsity/structure"
)

// A subject is the matrix under analysis with what several parts need of it.
// The functions compute their result at the first call and may be called from
// several goroutines.
type subject struct {
	matrix  *sparsity.Matrix
	pattern *sparsity.Pattern
	dropped int // stored zeros left out

	graph func() *sparsity.Pattern // of A+Aᵀ; the matrix must be square

	hash func() [sha256.Size]byte // of the pattern

	// both are the statistics and the block triangular form, nil unless square.
	both func() (*structure.Stats, *btf.Form)
}

// newSubject prepares the matrix of a file.
func newSubject(f *sparseio.File, dropZeros bool) *subject {
	s := &subject{matrix: f.Matrix}
	if dropZeros {
		s.matrix, s.dropped = withoutZeros(f.Matrix)
	}
	s.pattern = s.matrix.Pattern
	s.graph = sync.OnceValue(func() *sparsity.Pattern { return sparsity.Symmetrize(s.pattern) })
	s.hash = sync.OnceValue(func() [sha256.Size]byte { return hashOf(s.pattern) })
	s.both = sync.OnceValues(func() (*structure.Stats, *btf.Form) {
		return structure.Of(s.matrix, structure.Source{Entries: f.Entries, Duplicates: f.Duplicates})
	})
	return s
}

// valueBytes returns the size of a value of the factors.
func (s *subject) valueBytes() int {
	if s.matrix.Complex() {
		return 16
	}
	return 8
}

// stats returns the statistics of the matrix.
func (s *subject) stats() *structure.Stats {
	stats, _ := s.both()
	return stats
}

// form returns the block triangular form of a square matrix.
func (s *subject) form() *btf.Form {
	_, form := s.both()
	return form
}

// manyMoved is the share of the rows that the block triangular form may move away
// from their columns in a nearly symmetric matrix, and be of use. Beyond it what is
// gained by blocks is lost with the symmetry: meshes without a diagonal are so.
const manyMoved = 0.1

// prefersBlocks reports whether a square matrix is better ordered inside the
// blocks of its block triangular form: where that is not the matrix as it is, and
// does not take its symmetry away.
func (s *subject) prefersBlocks() bool {
	f := s.form()
	if f.Matched < s.pattern.Cols || !rearranged(f) {
		return false
	}
	moved := 0
	for k, i := range f.RowPerm {
		if i != f.ColPerm[k] {
			moved++
		}
	}
	return float64(moved) <= manyMoved*float64(s.pattern.Cols) || s.stats().Symmetry.Pattern < nearSymmetry
}

// rearranged reports whether the block triangular form f differs from the
// matrix as it is: more than one block, or other entries on the diagonal.
func rearranged(f *btf.Form) bool {
	return f.Blocks() > 1 || !slices.Equal(f.RowPerm, f.ColPerm)
}

// withoutZeros returns m without the entries that are zero, and how many they
// are; m itself when there are none.
func withoutZeros(m *sparsity.Matrix) (*sparsity.Matrix, int) {
	zeros := 0
	for k := range m.Values {
		if isZero(m, k) {
			zeros++
		}
	}
	if zeros == 0 {
		return m, 0
	}
	a, nnz := m.Pattern, m.Pattern.NNZ()-zeros
	p := sparsity.NewPattern(a.Rows, a.Cols)
	p.RowIdx = make([]int32, 0, nnz)
	out := &sparsity.Matrix{Pattern: p, Values: make([]float64, 0, nnz)}
	if m.Imag != nil {
		out.Imag = make([]float64, 0, nnz)
	}
	for j := range a.Cols {
		for k := int(a.ColPtr[j]); k < int(a.ColPtr[j+1]); k++ {
			if isZero(m, k) {
				continue
			}
			p.RowIdx = append(p.RowIdx, a.RowIdx[k])
			out.Values = append(out.Values, m.Values[k])
			if m.Imag != nil {
				out.Imag = append(out.Imag, m.Imag[k])
			}
		}
		p.ColPtr[j+1] = int64(len(p.RowIdx))
	}
	return out, zeros
}

// isZero reports whether entry k has the value zero.
func isZero(m *sparsity.Matrix, k int) bool {
	return m.Values[k] == 0 && (m.Imag == nil || m.Imag[k] == 0)
}

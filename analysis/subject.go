package analysis

import (
	"crypto/sha256"
	"slices"
	"sync"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/sparsity/structure"
	"github.com/nrkit/nrkit/symbolic"
)

// A subject is the matrix under analysis with what several parts need of it.
// The functions compute their result at the first call and may be called from
// several goroutines.
type subject struct {
	matrix  *sparsity.Matrix
	pattern *sparsity.Pattern
	dropped int  // stored zeros left out
	whole   bool // the solver does not work on diagonal blocks

	hash  func() [sha256.Size]byte // of the pattern
	stats func() *structure.Stats

	matching func() btf.Matching // of rows to columns, a maximum one

	// Of a square matrix.
	graph    func() *sparsity.Pattern // of A+Aᵀ
	symmetry func() float64           // of the pattern, as structure.Symmetry has it
	form     func() *btf.Form
	blocks   func() *symbolic.Blocks // those of form
	prefers  func() bool             // see prefersBlocks
	shared   *prediction.Shared      // counts for predicted times
}

// newSubject prepares the matrix of a file.
func newSubject(f *sparseio.File, dropZeros, whole bool) *subject {
	s := &subject{matrix: f.Matrix, whole: whole}
	if dropZeros {
		s.matrix, s.dropped = withoutZeros(f.Matrix)
	}
	s.pattern = s.matrix.Pattern
	s.hash = sync.OnceValue(func() [sha256.Size]byte { return hashOf(s.pattern) })
	s.stats = sync.OnceValue(func() *structure.Stats {
		var form *btf.Form
		if s.pattern.Square() {
			form = s.form()
		}
		return structure.With(s.matrix, structure.Source{Entries: f.Entries, Duplicates: f.Duplicates}, s.matching(), form)
	})
	s.matching = sync.OnceValue(func() btf.Matching { return btf.MaximumMatching(s.pattern) })
	s.graph = sync.OnceValue(func() *sparsity.Pattern { return sparsity.Symmetrize(s.pattern) })
	s.symmetry = sync.OnceValue(func() float64 { return symmetryOf(s.pattern, s.graph()) })
	s.form = sync.OnceValue(func() *btf.Form {
		form := s.matching().BlockTriangular(s.pattern)
		return &form
	})
	s.blocks = sync.OnceValue(func() *symbolic.Blocks {
		f := s.form()
		return symbolic.BlocksOf(s.pattern, f.RowPerm, f.ColPerm, f.BlockPtr)
	})
	s.shared = prediction.NewShared(s.pattern, s.graph, s.blocks)
	s.prefers = sync.OnceValue(func() bool { return !whole && s.prefersBlocks() })
	return s
}

// valueBytes returns the size of a value of the factors.
func (s *subject) valueBytes() int {
	if s.matrix.Complex() {
		return 16
	}
	return 8
}

// singular reports whether a square matrix is singular whatever its values.
func (s *subject) singular() bool {
	return s.pattern.Square() && s.matching().Size < s.pattern.Cols
}

// symmetryOf returns the share of the entries of a off the diagonal whose mirror
// position is stored, 1 when there is no such entry, where g is the graph of A+Aᵀ.
func symmetryOf(a, g *sparsity.Pattern) float64 {
	entries := a.NNZ()
	for j := range a.Cols {
		if _, stored := slices.BinarySearch(a.Col(j), int32(j)); stored {
			entries--
		}
	}
	if entries == 0 {
		return 1
	}
	// A pair is two entries of a and two of g, another entry one and two.
	return float64(2*entries-g.NNZ()) / float64(entries)
}

// prefersBlocks reports whether a square matrix is better ordered inside the
// blocks of its block triangular form: where that is not the matrix as it is, and
// the graph of the blocks has fewer edges than that of A+Aᵀ. It has more where
// rows that move take the symmetry away: meshes without a diagonal are so.
func (s *subject) prefersBlocks() bool {
	f := s.form()
	return f.Matched == s.pattern.Cols && rearranged(f) && s.blocks().Graph.NNZ() < s.graph().NNZ()
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

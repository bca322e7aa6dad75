package matrices

import (
	"math/rand/v2"

	"github.com/nrkit/nrkit/sparsity"
)

// A builder collects the entries of a square pattern.
type builder struct {
	t sparsity.Triplets
	r *rand.Rand
}

// newBuilder starts a pattern of n rows and columns, without an entry.
func newBuilder(n int, seed uint64) *builder {
	return &builder{t: sparsity.Triplets{Rows: n, Cols: n}, r: rand.New(rand.NewPCG(seed, 0x6f72646572))}
}

// entry adds one entry; one that is there already stays one.
func (b *builder) entry(i, j int) {
	b.t.Row, b.t.Col = append(b.t.Row, int32(i)), append(b.t.Col, int32(j))
}

// edge adds an entry and its mirror.
func (b *builder) edge(i, j int) {
	b.entry(i, j)
	b.entry(j, i)
}

// diagonal adds the diagonal entries of rows 0 to n-1.
func (b *builder) diagonal(n int) {
	for i := range n {
		b.entry(i, i)
	}
}

// pattern returns what was added, canonical.
func (b *builder) pattern() *sparsity.Pattern {
	m, _ := b.t.Compress()
	return m.Pattern
}

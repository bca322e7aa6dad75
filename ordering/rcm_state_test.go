package ordering

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/sparsity"
)

// TestRCMSearch checks what a search says of its order, with either way to
// expand a level.
func TestRCMSearch(t *testing.T) {
	for seed := range uint64(30) {
		a := matgen.Shuffle(matgen.KTree(60, 1+int(seed%4), seed), seed)
		g := sparsity.Symmetrize(a)
		for _, sparse := range []bool{false, true} {
			s := newRCM(g)
			s.sparse = sparse
			for root := range int32(g.Cols) { // each of its own search, all of one component
				r := s.search(root, s.best, g.Cols)
				p := sparsity.Perm(s.best[:r.size])
				if p.Check() != nil {
					t.Fatalf("seed %d, root %d: %v is not a permutation", seed, root, p)
				}
				if _, want := Bandwidth(g, p); r.bandwidth != want {
					t.Errorf("seed %d, root %d: want bandwidth %d, got %d", seed, root, want, r.bandwidth)
				}
				levels, last := slowLevels(g, p)
				if r.levels != levels || r.lastLevel != last {
					t.Errorf("seed %d, root %d: want %d levels, the last from %d, got %d, %d", seed, root, levels, last, r.levels, r.lastLevel)
				}
			}
		}
	}
}

// slowLevels returns how many levels the search has that made the order p, and
// where in p the last one begins.
func slowLevels(g *sparsity.Pattern, p sparsity.Perm) (levels, last int) {
	at := p.Inverse()
	level := make([]int, len(p)) // by place
	for k := 1; k < len(p); k++ {
		first := k
		for _, u := range g.Col(int(p[k])) {
			first = min(first, int(at[u]))
		}
		level[k] = level[first] + 1
		if level[k] > level[k-1] {
			last = k
		}
	}
	return level[len(p)-1] + 1, last
}

package btf

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
)

// TestSearchWhileEasy: what the searches call maximum is, and in what they leave
// as hard the free columns are those that they say. Several phases end both
// ways.
func TestSearchWhileEasy(t *testing.T) {
	easy, hard, several := 0, 0, 0
	for seed := range uint64(60) {
		n := 40 + 10*int(seed)
		m := newMatcher(matgen.Random(n, n, 2+int(seed%6), seed))
		m.diagonal(0)
		m.greedy()
		most := oracle.AugmentedRank(m.a)
		if m.Size == most {
			continue
		}
		s := m.searchWhileEasy()
		if s {
			easy++
		} else {
			hard++
		}
		if s && m.Size != most {
			t.Errorf("seed %d: %d matched are no maximum, %d are", seed, m.Size, most)
		}
		for _, x := range m.seen {
			if x > 1 {
				several++
				break
			}
		}
		if len(m.free) != n-m.Size {
			t.Errorf("seed %d: %d of %d matched, %d free", seed, m.Size, n, len(m.free))
		}
		for _, j := range m.free {
			if m.RowOf[j] >= 0 {
				t.Errorf("seed %d: column %d is free and matched", seed, j)
			}
		}
	}
	if easy == 0 || hard == 0 || several == 0 {
		t.Errorf("%d easy and %d hard, %d of more than one phase", easy, hard, several)
	}
}

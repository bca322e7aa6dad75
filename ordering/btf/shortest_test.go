package btf

import (
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/oracle"
	"github.com/nrkit/nrkit/sparsity"
)

// What the searches call maximum is, and in what they leave as hard the free
// columns are those that they say. It ends both ways, and with columns that
// cannot be matched.
func TestSearchWhileEasy(t *testing.T) {
	easy, hard, short := 0, 0, 0
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
		if s && most < n {
			short++
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
	if easy == 0 || hard == 0 || short == 0 {
		t.Errorf("%d easy and %d hard, %d singular", easy, hard, short)
	}
}

// Each path is as short as any. A search fails only where there is none, and
// what it reached stays out of later ones.
func TestAugmentFrom(t *testing.T) {
	long, failed := 0, 0
	for seed := range uint64(200) {
		n := 5 + int(seed%40)
		m := newMatcher(matgen.Random(n, n+int(seed%3), 2, seed))
		m.clear()
		m.greedy()
		m.seen = make([]int32, m.a.Rows)
		s := &searcher{matcher: m, tree: make([]reached, 1)}
		for _, j := range m.free {
			want := distance(m.a, m.ColOf, j)
			before := append([]int32(nil), m.RowOf...)
			found := s.augmentFrom(j)
			moved := 0
			for k, i := range m.RowOf {
				if i != before[k] {
					moved++
				}
			}
			if moved != want || found != (want > 0) {
				t.Errorf("seed %d: want %d columns with another row, got %d, found %v", seed, want, moved, found)
			}
			if want > 2 {
				long++
			}
			if want == 0 {
				failed++
			}
		}
	}
	if long < 20 || failed < 20 {
		t.Errorf("%d long paths, %d without one", long, failed)
	}
}

// distance returns the number of columns on the shortest augmenting path from
// column j, 0 where there is none.
func distance(a *sparsity.Pattern, colOf []int32, j int32) int {
	at := map[int32]int{j: 1}
	for queue := []int32{j}; len(queue) > 0; queue = queue[1:] {
		for _, i := range a.Col(int(queue[0])) {
			mate := colOf[i]
			if mate < 0 {
				return at[queue[0]]
			}
			if at[mate] == 0 {
				at[mate] = at[queue[0]] + 1
				queue = append(queue, mate)
			}
		}
	}
	return 0
}

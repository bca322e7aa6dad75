package btf

import (
	"slices"
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
// what it reached is dead.
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
			want, met := distance(m.a, m.ColOf, j)
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
			for k, i := range before {
				if want == 0 && i >= 0 && met[int32(k)] > 0 && m.seen[i] != dead {
					t.Errorf("seed %d: row %d leads nowhere and is not dead", seed, i)
				}
			}
		}
	}
	if long < 20 || failed < 20 {
		t.Errorf("%d long paths, %d without one", long, failed)
	}
}

// What is read counts, not only how many columns: here every search reads the
// long one.
func TestSearchThroughHub(t *testing.T) {
	const m = 2000
	a := throughHub(m)
	s := newMatcher(a)
	s.diagonal(0)
	if s.searchWhileEasy() {
		t.Error("want it hard")
	}
	if got := MaximumMatching(a).Size; got != a.Cols {
		t.Errorf("want %d matched, got %d", a.Cols, got)
	}
}

// throughHub returns a matrix of 1+4k rows in which k columns are free once the
// diagonal is matched, and all of their short paths are next to one column of
// 1+2k entries that the searches come to first.
func throughHub(k int) *sparsity.Pattern {
	n := 1 + 4*k
	a := sparsity.NewPattern(n, n)
	a.RowIdx = nil
	for j := range n {
		switch i := int32(j); {
		case j == 0:
			a.RowIdx = append(a.RowIdx, sparsity.Identity(1+2*k)...)
		case j <= 2*k:
			a.RowIdx = append(a.RowIdx, i)
		case j <= 3*k:
			a.RowIdx = append(a.RowIdx, i, i+int32(k))
		default:
			a.RowIdx = append(a.RowIdx, 0, i-int32(k))
		}
		a.ColPtr[j+1] = int64(len(a.RowIdx))
	}
	return a
}

// distance returns the number of columns on the shortest augmenting path from
// column j, 0 where there is none, and how far each column is that was met.
func distance(a *sparsity.Pattern, colOf []int32, j int32) (int, map[int32]int) {
	at := map[int32]int{j: 1}
	for queue := []int32{j}; len(queue) > 0; queue = queue[1:] {
		for _, i := range a.Col(int(queue[0])) {
			mate := colOf[i]
			if mate < 0 {
				return at[queue[0]], at
			}
			if at[mate] == 0 {
				at[mate] = at[queue[0]] + 1
				queue = append(queue, mate)
			}
		}
	}
	return 0, at
}

// shortFirst sorts by length and keeps the order of columns of one length.
func TestShortFirst(t *testing.T) {
	for seed := range uint64(40) {
		a := matgen.Random(9, int(seed), 3, seed)
		m := newMatcher(a)
		m.clear()
		want := slices.Clone(m.free)
		slices.SortStableFunc(want, func(j, k int32) int { return len(a.Col(int(j))) - len(a.Col(int(k))) })
		if m.shortFirst(); !slices.Equal(m.free, want) {
			t.Fatalf("seed %d: want %v, got %v", seed, want, m.free)
		}
	}
}

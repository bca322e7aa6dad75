package prediction

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
)

// The search finds a matching of as many rows as there are, and visits each entry at least
// once where it has to look for a path.
func TestSearch(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for n := 1; n < 40; n++ {
		a := random(rng, n, false)
		shuffled := sparsity.Permute(a, rng32(rng, n), rng32(rng, n))
		s := newSearch(shuffled)
		for k := range int32(n) {
			s.augment(k)
		}
		matched := map[int32]bool{}
		for i, j := range s.match {
			if j >= 0 {
				matched[j] = true
				if !slices.Contains(shuffled.Col(int(j)), int32(i)) {
					t.Fatalf("n %d: row %d is matched with column %d without an entry", n, i, j)
				}
			}
		}
		if want := btf.BlockTriangular(shuffled).Matched; len(matched) != want {
			t.Fatalf("n %d: %d columns matched, want %d", n, len(matched), want)
		}
		var f Features
		f.addSearch(shuffled)
		if f.Searched != s.visited || f.Searched < int64(n) {
			t.Errorf("n %d: %d visits, the search made %d", n, f.Searched, s.visited)
		}
	}
}

// A search that is stopped says how long the other columns would take.
func TestSearchEstimate(t *testing.T) {
	const n = 6000
	a := &sparsity.Pattern{Rows: n, Cols: n, ColPtr: []int64{0, 1}, RowIdx: []int32{0}}
	for j := int32(1); j < n; j++ { // each column visits the taken row 0 and its own row
		a.RowIdx = append(a.RowIdx, 0, j)
		a.ColPtr = append(a.ColPtr, int64(len(a.RowIdx)))
	}
	var whole, stopped Features
	whole.searchUpTo(a, 1<<40)
	stopped.searchUpTo(a, n/2)
	if q := float64(stopped.Searched) / float64(whole.Searched); whole.Searched != 2*n-1 || q < 0.99 || q > 1.01 {
		t.Errorf("%d visits, estimated %d", whole.Searched, stopped.Searched)
	}
}

func rng32(rng *rand.Rand, n int) sparsity.Perm {
	p := sparsity.Identity(n)
	rng.Shuffle(n, func(i, j int) { p[i], p[j] = p[j], p[i] })
	return p
}

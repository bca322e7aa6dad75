package prediction

import (
	"math"
	"math/bits"
	"slices"

	"github.com/nrkit/nrkit/internal/foresight"
	"github.com/nrkit/nrkit/sparsity"
)

// addGraph counts what orderings see of the graph of A+Aᵀ: rows with the same
// neighbours, each counted as its own neighbour, are one vertex, and rows with more than 10√n neighbours are set aside.
//
// The graph has no diagonal.
//
// Method: rows with the same neighbours, themselves among them, have the same sum of the
// numbers of their neighbours, mixed. The sums are compared, not the rows.
func (f *Features) addGraph(graph *sparsity.Pattern) {
	f.Graph = int64(graph.NNZ()) - diagonal(graph)
	dense := int(10 * math.Sqrt(float64(graph.Cols)))
	sums := newSumSet(graph.Cols)
	for j := range graph.Cols {
		rows := graph.Col(j)
		if len(rows) == 0 {
			continue
		}
		if len(rows) > dense {
			f.DenseRows++
			continue
		}
		f.Joined++
		sum := foresight.Mix(uint64(j))
		for _, i := range rows {
			sum += foresight.Mix(uint64(i))
		}
		if sums.add(sum) {
			f.Vertices++
			f.Edges += int64(len(rows))
		}
	}
}

// A sumSet is a set of sums, in a table of at least twice as many places.
type sumSet struct {
	table []uint64 // 0: free
	shift int
	zero  bool // 0 is in the set
}

// newSumSet returns an empty set with room for n sums.
func newSumSet(n int) *sumSet {
	width := bits.Len(uint(2 * n))
	return &sumSet{table: make([]uint64, 1<<width), shift: 64 - width}
}

// add adds a sum, and reports whether it is new. Sums have random bits, so their first
// bits choose a place.
func (s *sumSet) add(sum uint64) bool {
	if sum == 0 {
		isNew := !s.zero
		s.zero = true
		return isNew
	}
	for k := int(sum >> s.shift); ; k++ {
		k &= len(s.table) - 1
		switch s.table[k] {
		case sum:
			return false
		case 0:
			s.table[k] = sum
			return true
		}
	}
}

// addMatching counts the columns that find no free row on their diagonal or, if some
// diagonal entry is missing, in a first pass over the columns: a matching has to search
// for them.
func (f *Features) addMatching(a *sparsity.Pattern) {
	taken := make([]bool, a.Rows)
	for j := range a.Cols {
		if !slices.Contains(a.Col(j), int32(j)) {
			f.OffDiagonal++
		}
	}
	if f.OffDiagonal == 0 {
		return
	}
	for j := range a.Cols {
		free := slices.IndexFunc(a.Col(j), func(i int32) bool { return !taken[i] })
		if free < 0 {
			f.Unmatched++
			continue
		}
		taken[a.Col(j)[free]] = true
	}
}

// addJumps counts entries of the vectors that a permutation takes from another page than
// the entry before.
func (f *Features) addJumps(orders ...sparsity.Perm) {
	const page = 4096 / 8
	for _, p := range orders {
		for k := 1; k < len(p); k++ {
			if d := p[k] - p[k-1]; d > page || d < -page {
				f.Jumps++
			}
		}
	}
}

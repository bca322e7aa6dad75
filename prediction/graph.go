package prediction

import (
	"math"
	"slices"

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
	dense := int(10 * math.Sqrt(float64(graph.Cols)))
	sums := make([]uint64, 0, graph.Cols)
	degrees := map[uint64]int64{}
	for j := range graph.Cols {
		rows := graph.Col(j)
		if len(rows) == 0 {
			continue
		}
		if len(rows) > dense {
			f.DenseRows++
			continue
		}
		sum := mix(uint64(j))
		for _, i := range rows {
			sum += mix(uint64(i))
		}
		sums = append(sums, sum)
		degrees[sum] = int64(len(rows))
	}
	slices.Sort(sums)
	f.Joined = int64(len(sums))
	sums = slices.Compact(sums)
	f.Vertices = int64(len(sums))
	for _, sum := range sums {
		f.Edges += degrees[sum]
	}
}

// mix spreads the bits of a number over 64 bits (SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// addMatching counts the columns that find no free row on their diagonal or, if some
// diagonal entry is missing, in a first pass over the columns: a matching has to search
// for them.
func (f *Features) addMatching(a *sparsity.Pattern) {
	taken := make([]bool, a.Rows)
	for j := range a.Cols {
		if !has(a.Col(j), int32(j)) {
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

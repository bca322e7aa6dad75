package compare

import (
	"iter"
	"math"
	"math/rand/v2"
	"slices"
)

// differing returns the panel with the range of columns in which the sides differ most
// clearly otherwise than in the other columns, and its p-value. It returns nil if the
// p-value is above alpha. The first n runs are the old side.
//
// Method: a run has one value for a range, its mean in the range minus its mean outside.
// The statistic is Student's t of these values, and the largest over all ranges and
// panels, as in circular binary segmentation [1]. The runs of equal programs can be
// exchanged, so the same search with the sides drawn at random says how large the largest
// is by chance [2]. Runs are exchanged as a whole, so neighbouring steps may depend on
// each other in any manner.
//
// Cost: O(arrangements · panels · columns²), with mostDraws arrangements. It ends early
// if the sides do not differ.
//
// [1] A. B. Olshen, E. S. Venkatraman, R. Lucito, M. Wigler, Biostatistics
// 5(4):557–572, 2004. Here there is one range for each panel, not a recursion.
// [2] P. H. Westfall, S. S. Young, Resampling-Based Multiple Testing, Wiley, 1993.
func differing(list []panel, n int, alpha float64) (found *panel, p float64) {
	runs := runsOf(list)
	if n == 0 || runs <= n || !tells(n, runs-n, alpha) {
		return nil, 0
	}
	scans := make([]scan, len(list))
	most := -1.0
	for i := range list {
		scans[i] = newScan(&list[i])
		if t := scans[i].largest(second(runs, n)); t > most {
			found, most = &list[i], t
		}
	}
	above, drawn := 0, 0 // arrangements; those with a statistic that is as large
	for side := range arrangements(runs, n) {
		drawn++
		if slices.ContainsFunc(scans, func(s scan) bool { return s.largest(side) >= most*(1-1e-9) }) {
			above++
		}
		if float64(above) > alpha*mostDraws {
			return nil, 0
		}
	}
	if p = float64(above) / float64(drawn); p > alpha {
		return nil, 0
	}
	return found, p
}

// A scan finds how much two sides of a panel differ.
type scan struct {
	p      *panel
	weight []float64 // by range: 1 / standard deviation of the values of all runs, 0 if they are equal
	sum    []float64 // of the columns before, of the runs of a side

	inside, outside []float64 // by length of a range: 1 / columns in and out of it
}

// newScan takes the mean of all runs from each column of z: which side is smaller does
// not matter then.
func newScan(p *panel) scan {
	columns := len(p.steps)
	s := scan{p: p, sum: make([]float64, columns+1), inside: make([]float64, columns+1), outside: make([]float64, columns+1)}
	for k := 1; k < columns; k++ {
		s.inside[k], s.outside[k] = 1/float64(k), 1/float64(columns-k)
	}
	prefix := make([][]float64, len(p.z))
	for r := range prefix {
		prefix[r] = make([]float64, columns+1)
	}
	for k := range columns {
		mean := 0.0
		for r := range p.z {
			mean += p.z[r][k] / float64(len(p.z))
		}
		for r := range p.z {
			p.z[r][k] -= mean
			prefix[r][k+1] = prefix[r][k] + p.z[r][k]
		}
	}
	for from := range columns {
		for to := from + 1; to <= columns; to++ {
			square := 0.0
			for _, sum := range prefix {
				x := contrast(sum, from, to)
				square += x * x
			}
			w := 0.0
			if square > 1e-18 && to-from < columns { // else all runs are equal there
				w = 1 / math.Sqrt(square)
			}
			s.weight = append(s.weight, w)
		}
	}
	return s
}

// contrast returns the mean in a range minus the mean outside, from sums of columns.
func contrast(sum []float64, from, to int) float64 {
	n := len(sum) - 1
	in := sum[to] - sum[from]
	return in/float64(to-from) - (sum[n]-in)/float64(n-to+from)
}

// largest returns the largest statistic of all ranges, for the runs of a side against the
// others. It grows with the absolute value of Student's t.
func (s *scan) largest(side []bool) (t float64) {
	n := len(s.sum) - 1
	clear(s.sum)
	for r, in := range side {
		if !in {
			continue
		}
		for k, x := range s.p.z[r] {
			s.sum[k+1] += x
		}
	}
	for k := range n {
		s.sum[k+1] += s.sum[k]
	}
	i, all := 0, s.sum[n]
	for a := range n {
		before := s.sum[a]
		for b := a + 1; b <= n; b++ {
			// This is contrast, without its divisions.
			in := s.sum[b] - before
			t = max(t, math.Abs(in*s.inside[b-a]-(all-in)*s.outside[b-a])*s.weight[i])
			i++
		}
	}
	return t
}

// mostDraws is how many arrangements of the runs are looked at.
const mostDraws = 4000

// arrangements yields arrangements of runs on two sides, of which the first has n: all,
// or the one of the comparison and others at random. A slice is valid until the next one.
func arrangements(runs, n int) iter.Seq[[]bool] {
	return func(yield func([]bool) bool) {
		if choose(runs, n) <= mostDraws {
			combinations(make([]bool, runs), 0, runs-n, yield)
			return
		}
		side := second(runs, n)
		rng := rand.New(rand.NewPCG(uint64(runs), uint64(n))) // the same in each comparison
		for k := 0; k < mostDraws && yield(side); k++ {
			rng.Shuffle(runs, func(i, j int) { side[i], side[j] = side[j], side[i] })
		}
	}
}

// second returns which runs are on the second side, if the first n are on the first.
func second(runs, n int) []bool {
	side := make([]bool, runs)
	for r := n; r < runs; r++ {
		side[r] = true
	}
	return side
}

// choose returns how many arrangements there are, or about so many.
func choose(n, k int) float64 {
	x := 1.0
	for i := range min(k, n-k) {
		x = x * float64(n-i) / float64(i+1)
	}
	return x
}

// combinations yields side with each choice of so many runs from a place on.
func combinations(side []bool, from, left int, yield func([]bool) bool) bool {
	if left == 0 {
		return yield(side)
	}
	for r := from; r+left <= len(side); r++ {
		side[r] = true
		ok := combinations(side, r+1, left-1, yield)
		side[r] = false
		if !ok {
			return false
		}
	}
	return true
}

package transversal

import "math"

// A search is the memory of the searches for cheapest augmenting paths, which
// lead from a free column to a free row.
type search struct {
	length  []float64 // of the shortest path to a row that is known, or +Inf; -1 when it is the shortest there is
	from    []int32   // the column before the row on that path
	price   []float64 // the cost of the entry between them
	touched []int32   // rows with a length
	final   []reached // rows whose shortest path is known
	now     []int32   // rows to be done next, whose paths are as long as that of the last one
	later   heap
	read    int64   // entries looked at so far, by searches from one column
	tree    []int32 // of a row: the column that the path comes from, in a search from many
	end     []int32 // of such a column: the free row that was reached first, or -1
}

// complete matches every free column and reports whether that is possible. If
// not, the matching is left as it was when it was found out.
//
// A search can go far although it ends near by. Once all of them together have
// read as many entries as there are, the diagonal blocks of a square problem are
// found, and paths that leave them are followed no more.
func (s *solver) complete() bool {
	s.outbid()
	for j, i := range s.RowOf {
		if i >= 0 {
			continue
		}
		if s.length == nil {
			s.open()
		}
		if s.Rows == s.Cols && s.read > int64(s.NNZ()) {
			return s.completeByBlocks()
		}
		if !s.augment(int32(j)) {
			return false
		}
	}
	return true
}

// open makes the memory of the searches.
func (s *solver) open() {
	s.length, s.from = make([]float64, s.Rows), make([]int32, s.Rows)
	s.price = make([]float64, s.Rows)
	for i := range s.length {
		s.length[i] = math.Inf(1)
	}
}

// augment matches the free column start along the cheapest path to a free row
// and brings the duals up to date.
//
// The length of a path is the sum of what the costs of its entries are above
// their duals, which is 0 for the matched ones. Method: Dijkstra's.
func (s *solver) augment(start int32) bool {
	s.u[start] = s.least(int(start))
	end, total := s.shortest(start)
	if end >= 0 {
		s.lower(total)
		s.flip(end, start)
	}
	s.forget()
	return end >= 0
}

// forget makes the memory of a search ready for the next one.
func (s *solver) forget() {
	for _, i := range s.touched {
		s.length[i] = math.Inf(1)
	}
	s.touched, s.final, s.now, s.later = s.touched[:0], s.final[:0], s.now[:0], s.later[:0]
}

// finish makes the path to row i one that is known to be the shortest.
func (s *solver) finish(i int32) {
	s.final = append(s.final, reached{s.length[i], i})
	s.length[i] = done
}

// done is the length of a path that no other is shorter than.
const done = -1

// shortest returns the free row at the end of the shortest path from column
// start and the length of that path; -1 where no path leads to a free row. The
// rows that are nearer are final then.
func (s *solver) shortest(start int32) (end int32, total float64) {
	end, total = -1, math.Inf(1)
	j, at := start, 0.0
	for {
		u := s.u[j]
		s.read += s.ColPtr[j+1] - s.ColPtr[j]
		for k := s.ColPtr[j]; k < s.ColPtr[j+1]; k++ {
			i := s.RowIdx[k]
			x := at + max(s.cost[k]-u-s.v[i], 0)
			if x >= total || x >= s.length[i] {
				continue
			}
			s.reach(i, j, k, x)
			switch {
			case s.ColOf[i] < 0:
				end, total = i, x
			case x == at:
				s.now = append(s.now, i)
			default:
				s.later.push(reached{x, i})
			}
		}
		if total <= at {
			return end, total
		}
		i := s.next()
		if i < 0 || s.length[i] >= total {
			return end, total
		}
		j, at = s.ColOf[i], s.length[i]
		s.finish(i)
	}
}

// reach notes a path of length x to row i, whose last entry is entry k, of
// column j.
func (s *solver) reach(i, j int32, k int64, x float64) {
	if math.IsInf(s.length[i], 1) {
		s.touched = append(s.touched, i)
	}
	s.length[i], s.from[i], s.price[i] = x, j, s.cost[k]
}

// next returns the row with the shortest path that is not done, or -1.
func (s *solver) next() int32 {
	for n := len(s.now); n > 0; n = len(s.now) {
		i := s.now[n-1]
		s.now = s.now[:n-1]
		if s.length[i] != done {
			return i
		}
	}
	for len(s.later) > 0 {
		x := s.later.pop()
		if x.length == s.length[x.row] {
			return x.row
		}
	}
	return -1
}

// lower makes the entries of the paths to the rows that are final tight, given
// that the search ended at length total.
func (s *solver) lower(total float64) {
	for _, f := range s.final {
		s.v[f.row] += f.length - total
		if j := s.ColOf[f.row]; j >= 0 {
			s.u[j] = s.paid[j] - s.v[f.row]
		}
	}
}

// flip swaps the pairs along the path from column start to the free row end.
func (s *solver) flip(end, start int32) {
	for i := end; ; {
		j := s.from[i]
		old := s.RowOf[j]
		s.RowOf[j], s.ColOf[i] = i, j
		s.paid[j] = s.price[i]
		s.u[j] = s.paid[j] - s.v[i]
		if j == start {
			break
		}
		i = old
	}
	s.Size++
}

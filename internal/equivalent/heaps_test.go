package equivalent

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestEvents: events come out in the order of their times, while others are put
// in that do not end earlier.
func TestEvents(t *testing.T) {
	for seed := range uint64(50) {
		r := rand.New(rand.NewPCG(seed, 1))
		var h events
		waiting := []float64{}
		now := 0.0
		for step := range 400 {
			if r.IntN(5) < 3 && step < 300 {
				end := now + float64(r.IntN(1<<r.IntN(20)))/4
				h.put(end, int32(step))
				waiting = append(waiting, end)
				continue
			}
			end, _, ok := h.next()
			if ok != (len(waiting) > 0) {
				t.Fatalf("seed %d: %d events wait, got %v", seed, len(waiting), ok)
			}
			if !ok {
				continue
			}
			first := slices.Index(waiting, slices.Min(waiting))
			if end != waiting[first] {
				t.Fatalf("seed %d: want the event at %v, got %v", seed, waiting[first], end)
			}
			waiting = slices.Delete(waiting, first, first+1)
			now = end
		}
	}
}

// TestSeparators absorbs the cliques of random trees over random edges, and
// wants the largest separator of each clique that is left.
func TestSeparators(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 2))
		n := 2 + r.IntN(30)
		c := &cliques{start: make([]int64, n+1), parent: make([]int32, n), sep: make([]int32, n)}
		for q := range n {
			c.parent[q] = -1
			if q+1 < n && r.IntN(8) > 0 {
				c.parent[q], c.sep[q] = int32(q+1+r.IntN(n-q-1)), int32(1+r.IntN(9))
			}
		}
		s := newSeparators(c)
		stands := make([]int32, n) // the clique that stands for each
		for q := range stands {
			stands[q] = int32(q)
		}
		for {
			var left []int32
			for e, p := range c.parent {
				if p >= 0 && !s.gone[e] {
					left = append(left, int32(e))
				}
			}
			for q := range int32(n) {
				if stands[q] == q {
					mustLeave(t, s, c, stands, q, left)
				}
			}
			if len(left) == 0 {
				break
			}
			e := left[r.IntN(len(left))]
			from, to, up := stands[e], stands[c.parent[e]], true
			if r.IntN(2) == 0 {
				from, to, up = to, from, false
			}
			s.absorb(e, from, to, up)
			for q := range stands {
				if stands[q] == from {
					stands[q] = to
				}
			}
		}
	}
}

// mustLeave compares the edge found at q with those that leave it.
func mustLeave(t *testing.T, s *separators, c *cliques, stands []int32, q int32, left []int32) {
	t.Helper()
	largest := int32(0)
	for _, e := range left {
		if stands[e] == q || stands[c.parent[e]] == q {
			largest = max(largest, c.sep[e])
		}
	}
	e, up := s.leaving(q, largest)
	if largest == 0 {
		if e >= 0 {
			t.Fatalf("clique %d: edge %d, but none leaves", q, e)
		}
		return
	}
	if e < 0 || s.gone[e] || c.sep[e] != largest {
		t.Fatalf("clique %d: want an edge of %d, got %d", q, largest, e)
	}
	if end := stands[c.parent[e]]; up && stands[e] != q || !up && end != q {
		t.Fatalf("clique %d: edge %d leaves another clique, up %v", q, e, up)
	}
	if e, _ := s.leaving(q, largest+1); e >= 0 {
		t.Fatalf("clique %d: an edge of %d, but the largest is %d", q, largest+1, largest)
	}
}

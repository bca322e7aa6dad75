package symbolic

import "math/bits"

// A rankSet is a set of small integers that gives up its least element fast.
//
// Level 0 has one bit for each integer; a bit of a higher level says whether
// the word below it has any. The top level is a single word.
type rankSet struct {
	levels [][]uint64
}

// reset makes s an empty set of integers below n.
func (s *rankSet) reset(n int) {
	for l := 0; ; l++ {
		n = (n + 63) / 64
		if l == len(s.levels) {
			s.levels = append(s.levels, nil)
		}
		s.levels[l] = zeroed(s.levels[l], max(n, 1))
		if n <= 1 {
			s.levels = s.levels[:l+1]
			return
		}
	}
}

// add puts x into s.
func (s *rankSet) add(x int32) {
	for _, words := range s.levels {
		w := &words[x>>6]
		had := *w
		*w = had | 1<<(x&63)
		if had != 0 {
			return // the levels above know of this word
		}
		x >>= 6
	}
}

// removeFirst takes the least element out of s. It reports false when s is
// empty.
func (s *rankSet) removeFirst() (int32, bool) {
	top := len(s.levels) - 1
	if s.levels[top][0] == 0 {
		return -1, false
	}
	x := int32(0)
	for l := top; l >= 0; l-- {
		x = x<<6 | int32(bits.TrailingZeros64(s.levels[l][x]))
	}
	for l, at := 0, x; l <= top; l, at = l+1, at>>6 {
		w := &s.levels[l][at>>6]
		*w &^= 1 << (at & 63)
		if *w != 0 {
			break
		}
	}
	return x, true
}

// A run is a task on a worker.
type run struct {
	end  float64
	rank int32
}

// A runHeap is a heap of runs, the one that ends first at index 0.
type runHeap []run

func (h *runHeap) push(x run) {
	a := append(*h, x)
	k := len(a) - 1
	for k > 0 {
		up := (k - 1) / 4
		if a[up].end <= x.end {
			break
		}
		a[k] = a[up]
		k = up
	}
	a[k] = x
	*h = a
}

func (h *runHeap) pop() run {
	a := *h
	first := a[0]
	n := len(a) - 1
	x := a[n]
	a = a[:n]
	*h = a
	for k := 0; ; {
		c := 4*k + 1
		if c >= n {
			if n > 0 {
				a[k] = x
			}
			return first
		}
		for other, end := c+1, min(c+4, n); other < end; other++ {
			if a[other].end < a[c].end {
				c = other
			}
		}
		if a[c].end >= x.end {
			a[k] = x
			return first
		}
		a[k] = a[c]
		k = c
	}
}

package equivalent

import (
	"math"
	"math/bits"
)

// An event is the end of an elimination.
type event struct {
	end    uint64 // bits of the time, which order as the times do where none is negative
	clique int32
}

// events is a radix heap (Ahuja, Mehlhorn, Orlin and Tarjan, J. ACM
// 37(2):213–223, 1990): a queue by time, into which nothing is put that ends
// before the event taken out last.
//
// Bucket 0 has the events that end at the time of that event, bucket b > 0 those
// whose time differs from it in bit b-1 and in none above. Events that end at
// the same time come in no particular order, but always in the same one.
type events struct {
	last    uint64
	buckets [65][]event
	filled  uint64 // bit b-1 says that bucket b is not empty
}

// put adds an event.
func (h *events) put(end float64, clique int32) {
	x := event{math.Float64bits(end), clique}
	b := bits.Len64(x.end ^ h.last)
	h.buckets[b] = append(h.buckets[b], x)
	if b > 0 {
		h.filled |= 1 << (b - 1)
	}
}

// next takes out an event that ends first. It reports false when there is none.
func (h *events) next() (end float64, clique int32, ok bool) {
	if len(h.buckets[0]) == 0 {
		if h.filled == 0 {
			return 0, 0, false
		}
		h.spread(bits.TrailingZeros64(h.filled) + 1)
	}
	first := h.buckets[0]
	x := first[len(first)-1]
	h.buckets[0] = first[:len(first)-1]
	return math.Float64frombits(x.end), x.clique, true
}

// spread makes the least time in bucket b the last one and distributes the
// bucket over those below it, which are empty.
func (h *events) spread(b int) {
	from := h.buckets[b]
	h.last = from[0].end
	for _, x := range from {
		h.last = min(h.last, x.end)
	}
	h.buckets[b] = from[:0]
	h.filled &^= 1 << (b - 1)
	for _, x := range from {
		to := bits.Len64(x.end ^ h.last)
		h.buckets[to] = append(h.buckets[to], x)
		if to > 0 {
			h.filled |= 1 << (to - 1)
		}
	}
}

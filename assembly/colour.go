package assembly

import (
	"math/bits"
	"slices"
)

// hotWriters is the number of writers from which on a position keeps the
// colours it has seen as bits rather than as a list.
const hotWriters = 256

// colour returns a colour for each device such that no two devices of one
// colour write the same position, and the number of colours.
//
// Method: greedy, each device takes the lowest colour that is free at all its
// positions, in the order of falling degree, equal ones in their order. The
// degree counts a neighbour once for each position shared, Σ (φ − 1) over the
// positions of the device. The conflict graph is not formed: a position knows
// the colours of its writers, so a rail of 84,736 writers costs a bit set and
// not 3.6 billion edges. Devices without positions take colour 0.
//
// Cost: O(Σ φ) for positions below hotWriters writers, at worst Σ φ·hotWriters;
// at the others each writer scans the words from the first free colour on.
func (x *index) colour() (colours []int32, n int) {
	p := newPalette(x)
	colours = make([]int32, x.devices)
	for _, dev := range x.byDegree() {
		c := p.free(x.of(int(dev)))
		colours[dev] = c
		for _, at := range x.of(int(dev)) {
			p.take(at, c)
		}
		n = max(n, int(c)+1)
	}
	return colours, n
}

// byDegree returns the devices in the order in which they are coloured.
func (x *index) byDegree() []int32 {
	degree := make([]int64, x.devices)
	order := make([]int32, x.devices)
	for dev := range order {
		order[dev] = int32(dev)
		for _, p := range x.of(dev) {
			degree[dev] += int64(x.writers[p]) - 1
		}
	}
	slices.SortFunc(order, func(a, b int32) int {
		switch {
		case degree[a] > degree[b]:
			return -1
		case degree[a] < degree[b]:
			return 1
		}
		return int(a - b)
	})
	return order
}

// A palette is the colours that the writers of each position have.
type palette struct {
	ptr    []int32 // the colours of a cold position are list[ptr[p]:ptr[p]+count[p]]
	count  []int32
	list   []int32
	hot    []int32 // index in used of each position, -1 when it is cold
	used   [][]uint64
	first  []int // of a hot position: no word of used before it has a free bit
	around []uint64
	marked []int32 // words of around that are not zero
}

func newPalette(x *index) *palette {
	p := &palette{ptr: make([]int32, x.positions()+1), count: make([]int32, x.positions()), hot: make([]int32, x.positions())}
	for k, n := range x.writers {
		p.hot[k] = -1
		if n >= hotWriters {
			p.hot[k] = int32(len(p.used))
			p.used, p.first = append(p.used, nil), append(p.first, 0)
			n = 0
		}
		p.ptr[k+1] = p.ptr[k] + n
	}
	p.list = make([]int32, p.ptr[x.positions()])
	return p
}

// take notes that a writer of the position has colour c.
func (p *palette) take(at, c int32) {
	h := p.hot[at]
	if h < 0 {
		p.list[p.ptr[at]+p.count[at]] = c
		p.count[at]++
		return
	}
	set := grow(p.used[h], int(c>>6))
	set[c>>6] |= 1 << (c & 63)
	p.used[h] = set
	for p.first[h] < len(set) && set[p.first[h]] == ^uint64(0) {
		p.first[h]++
	}
}

// grow returns set with word w.
func grow(set []uint64, w int) []uint64 {
	for len(set) <= w {
		set = append(set, 0)
	}
	return set
}

// free returns the lowest colour that no writer of the positions has.
func (p *palette) free(positions []int32) int32 {
	w := 0
	for _, at := range positions {
		if h := p.hot[at]; h >= 0 {
			w = max(w, p.first[h])
			continue
		}
		for _, c := range p.list[p.ptr[at] : p.ptr[at]+p.count[at]] {
			p.around = grow(p.around, int(c>>6))
			if p.around[c>>6] == 0 {
				p.marked = append(p.marked, c>>6)
			}
			p.around[c>>6] |= 1 << (c & 63)
		}
	}
	for ; ; w++ {
		taken := uint64(0)
		if w < len(p.around) {
			taken = p.around[w]
		}
		for _, at := range positions {
			if h := p.hot[at]; h >= 0 && w < len(p.used[h]) {
				taken |= p.used[h][w]
			}
		}
		if taken != ^uint64(0) {
			for _, m := range p.marked {
				p.around[m] = 0
			}
			p.marked = p.marked[:0]
			return int32(w<<6 + bits.TrailingZeros64(^taken))
		}
	}
}

package matrices

import (
	"math/rand/v2"

	"github.com/nrkit/nrkit/sparsity"
)

// gridKKT returns the pattern of the symmetric matrix of an interior-point method for
// the flow in a power grid with width·height buses.
//
// The buses are the points of a lattice. Each bus has a line to its left or its upper
// neighbour, chosen by chance, so the lines form a tree; every fifth bus, on average,
// has both lines. Buses with close numbers are close, but their order within an area of
// 1,024 buses is random.
//
// The unknowns are, in this order: the angle of each bus, the flow on each line, the
// power of a generator at three of ten buses, the multiplier of the balance at each bus,
// and the multiplier of the flow on each line. The flow on a line depends on two
// angles; the balance at a bus has its lines and its generator. All diagonal entries are
// there: barrier terms, and the regularization of the constraints.
func gridKKT(width, height int, seed uint64) *sparsity.Pattern {
	r := rand.New(rand.NewPCG(seed, 0x6b6b74))
	buses := width * height
	name := areas(buses, 1024, r)
	lines := latticeTree(width, height, r)
	var generators []int
	for bus := range buses {
		if r.IntN(10) < 3 {
			generators = append(generators, bus)
		}
	}
	flow := buses
	power := flow + len(lines)
	balance := power + len(generators)
	law := balance + buses
	b := newBuilder(law+len(lines), seed)
	b.diagonal(law + len(lines))
	for k, line := range lines {
		for _, bus := range line {
			b.edge(law+k, name[bus])
			b.edge(balance+name[bus], flow+k)
		}
		b.edge(law+k, flow+k)
	}
	for k, bus := range generators {
		b.edge(balance+name[bus], power+k)
	}
	return b.pattern()
}

// latticeTree returns the lines of a random tree over a lattice, and some more.
func latticeTree(width, height int, r *rand.Rand) [][2]int {
	var lines [][2]int
	for y := range height {
		for x := range width {
			v := y*width + x
			left, up := x > 0, y > 0
			if left && up && r.IntN(5) > 0 {
				left = r.IntN(2) == 0
				up = !left
			}
			if left {
				lines = append(lines, [2]int{v - 1, v})
			}
			if up {
				lines = append(lines, [2]int{v - width, v})
			}
		}
	}
	return lines
}

// areas returns a number for each of n things, in random order within each area of size.
func areas(n, size int, r *rand.Rand) []int {
	name := make([]int, 0, n)
	for first := 0; first < n; first += size {
		for _, k := range r.Perm(min(size, n-first)) {
			name = append(name, first+k)
		}
	}
	return name
}

package matrices

import (
	"math"

	"github.com/nrkit/nrkit/sparsity"
)

// Constants of [powerLaw], chosen so that nnz(L), flops and the height of the
// tree under AMD and METIS are near those of sparse circuits of this size.
const (
	hubShare = 0.04 // of the links, those that end at a hub
	hubCount = 4
	nearest  = 130 // scale of the distance of the others
	reach    = 3   // exponent of the power law of that distance
)

// powerLaw returns the pattern of a circuit of n nodes with 2.06 links for
// each: from a random node to one of four hubs, the first ones, of which the
// first has most, or to a node at a distance that follows a power law. One
// link of four has no mirror, as that of a controlled source.
func powerLaw(n int, seed uint64) *sparsity.Pattern {
	b := newBuilder(n, seed)
	b.diagonal(n)
	for range n * 206 / 100 {
		i := b.r.IntN(n)
		j := b.partner(i, n)
		if b.r.IntN(4) == 0 {
			b.entry(i, j)
		} else {
			b.edge(i, j)
		}
	}
	return b.pattern()
}

// partner returns a node that i is joined to.
func (b *builder) partner(i, n int) int {
	if b.r.Float64() < hubShare {
		return int(math.Pow(hubCount+1, b.r.Float64())) - 1
	}
	d := int(nearest*b.r.Float64()*math.Pow(1-b.r.Float64(), -1.0/reach)) + 1
	if b.r.IntN(2) == 0 {
		d = -d
	}
	return min(max(i+d, 0), n-1)
}

// powerGrid returns the pattern of a power distribution network: a lower
// layer of nx×ny nodes of which some wires are missing, an upper layer with
// every coarse-th node in each direction, vias between them, and at every
// 64th node of the upper layer a voltage source, whose current is an unknown
// without diagonal entry. Nodes of the lower layer come first, currents last.
func powerGrid(nx, ny, coarse int, seed uint64) *sparsity.Pattern {
	ux, uy := nx/coarse, ny/coarse
	lower, upper := nx*ny, ux*uy
	sources := (upper + 63) / 64
	b := newBuilder(lower+upper+sources, seed)
	b.diagonal(lower + upper)
	b.grid(0, nx, ny, 20)
	b.grid(lower, ux, uy, 50)
	for k := range upper {
		b.edge(lower+k, k/ux*coarse*nx+k%ux*coarse)
		if k%64 == 0 {
			b.edge(lower+k, lower+upper+k/64)
		}
	}
	return b.pattern()
}

// grid joins the nodes from first on as a grid of nx×ny, and leaves out one
// wire of missing.
func (b *builder) grid(first, nx, ny, missing int) {
	for y := range ny {
		for x := range nx {
			v := first + y*nx + x
			if x+1 < nx && b.r.IntN(missing) > 0 {
				b.edge(v, v+1)
			}
			if y+1 < ny && b.r.IntN(missing) > 0 {
				b.edge(v, v+nx)
			}
		}
	}
}

// meshRails returns the pattern of a mesh of nx×ny nodes with two more: node
// 0, the ground, to which every node is tied, and node 1, a supply, to which
// every second one is. The last unknown is the current of the supply.
func meshRails(nx, ny int, seed uint64) *sparsity.Pattern {
	n := nx*ny + 3
	b := newBuilder(n, seed)
	b.diagonal(n - 1)
	b.grid(2, nx, ny, math.MaxInt32)
	for v := 2; v < n-1; v++ {
		b.edge(0, v)
		if v%2 == 0 {
			b.edge(1, v)
		}
	}
	b.edge(1, n-1)
	return b.pattern()
}

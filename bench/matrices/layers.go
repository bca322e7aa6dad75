package matrices

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// perSupply is how many nodes of the top layer share a supply.
const perSupply = 64

// metalLayers returns the pattern of a power distribution grid of several metal layers in
// modified nodal analysis. Layer k has every pitch[k]-th of nx×ny nodes in each direction,
// with one wire of 20 missing, and a via from each node to the layer below. A voltage
// source feeds every 64th node of the top layer; its current is an unknown without
// diagonal entry. The nodes of the lowest layer come first, currents last.
//
// Pitches ascend from 1, and each is a multiple of the one before.
func metalLayers(nx, ny int, pitch []int, seed uint64) *sparsity.Pattern {
	nodes := 0
	for _, p := range pitch {
		nodes += (nx / p) * (ny / p)
	}
	top := (nx / pitch[len(pitch)-1]) * (ny / pitch[len(pitch)-1])
	b := newBuilder(nodes+(top+perSupply-1)/perSupply, seed)
	b.diagonal(nodes)
	first, below := 0, 0
	for k, p := range pitch {
		ux, uy := nx/p, ny/p
		b.grid(first, ux, uy, 20)
		for v := 0; k > 0 && v < ux*uy; v++ {
			by := p / pitch[k-1]
			b.edge(first+v, below+v/ux*by*(nx/pitch[k-1])+v%ux*by)
		}
		below, first = first, first+ux*uy
	}
	for k := range b.t.Rows - nodes {
		b.edge(below+k*perSupply, nodes+k)
	}
	return b.pattern()
}

// conductances lays the values of modified nodal analysis on the symmetric pattern p of
// resistors and voltage sources: a conductance from 0.5 to 2 for each resistor, the sum of
// the conductances of a node on the diagonal with a small load, and 1 for a source, whose
// unknown has no diagonal entry.
func conductances(p *sparsity.Pattern) *sparsity.Matrix {
	const load = 1e-3
	m := &sparsity.Matrix{Pattern: p, Values: make([]float64, p.NNZ())}
	nodes := p.Cols // before the first source
	for nodes > 0 && !stored(p, nodes-1) {
		nodes--
	}
	for j := range p.Cols {
		sum, diagonal := load, int64(-1)
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			switch i := int(p.RowIdx[k]); {
			case i == j:
				diagonal = k
			case i >= nodes || j >= nodes:
				m.Values[k] = 1
			default:
				g := conductance(min(i, j), max(i, j))
				m.Values[k] = -g
				sum += g
			}
		}
		if diagonal >= 0 {
			m.Values[diagonal] = sum
		}
	}
	return m
}

// stored reports whether p has the diagonal entry of column j.
func stored(p *sparsity.Pattern, j int) bool {
	_, ok := slices.BinarySearch(p.Col(j), int32(j))
	return ok
}

// conductance returns the conductance between two nodes, which depends on nothing else,
// with four decimals.
func conductance(i, j int) float64 {
	x := (uint64(i)<<32 | uint64(j)) * 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xbf58476d1ce4e5b9
	return float64(5000+(x>>32)%15001) / 1e4
}

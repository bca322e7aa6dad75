package circuit

import (
	"slices"

	"github.com/nrkit/nrkit/sparsity"
)

// A visit is told a position that a device adds to, where the device keeps its
// place in the Jacobian (nil when it does not need it), and what it adds once
// for all: g, and c times di/dq.
type visit func(row, col int32, at *int32, g, c float64)

// compress finds the positions of all devices, makes the pattern, and tells each
// device its places: the slot map.
func (c *Circuit) compress() {
	n := c.ground
	var keys []uint64
	c.visitAll(func(row, col int32, _ *int32, _, _ float64) {
		if row != n && col != n {
			keys = append(keys, uint64(col)<<32|uint64(row))
		}
	})
	slices.Sort(keys)
	keys = slices.Compact(keys)
	p := sparsity.NewPattern(int(n), int(n))
	p.RowIdx = make([]int32, len(keys))
	for k, key := range keys {
		p.RowIdx[k] = int32(uint32(key))
		p.ColPtr[key>>32+1]++
	}
	for j := range int(n) {
		p.ColPtr[j+1] += p.ColPtr[j]
	}
	c.pattern = p
	c.base = make([]float64, len(keys)+1)
	dynamic := make([]float64, len(keys)+1)
	c.visitAll(func(row, col int32, at *int32, g, perA0 float64) {
		slot := len(keys) // of the reference
		if row != n && col != n {
			k, _ := slices.BinarySearch(p.Col(int(col)), row)
			slot = int(p.ColPtr[col]) + k
		}
		if at != nil {
			*at = int32(slot)
		}
		c.base[slot] += g
		dynamic[slot] += perA0
	})
	for slot, d := range dynamic[:len(keys)] {
		if d != 0 {
			c.dynamic = append(c.dynamic, dynamicEntry{int32(slot), c.base[slot], d})
		}
	}
}

func (c *Circuit) visitAll(f visit) {
	for _, g := range c.families {
		g.visit(f)
	}
}

// branch visits the positions of a two-terminal admittance.
func (f visit) branch(a, b int32, g, c float64) {
	f(a, a, nil, g, c)
	f(a, b, nil, -g, -c)
	f(b, a, nil, -g, -c)
	f(b, b, nil, g, c)
}

// incidence visits the positions of a branch current from a to b.
func (f visit) incidence(a, b, branch int32) {
	f(a, branch, nil, 1, 0)
	f(b, branch, nil, -1, 0)
	f(branch, a, nil, 1, 0)
	f(branch, b, nil, -1, 0)
}

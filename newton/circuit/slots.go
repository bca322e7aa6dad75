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
	c.fixed, c.dynamic, c.base = make([]float64, len(keys)+1), make([]float64, len(keys)+1), make([]float64, len(keys)+1)
	c.visitAll(func(row, col int32, at *int32, g, dynamic float64) {
		slot := len(keys) // of the reference
		if row != n && col != n {
			k, _ := slices.BinarySearch(p.Col(int(col)), row)
			slot = int(p.ColPtr[col]) + k
		}
		if at != nil {
			*at = int32(slot)
		}
		c.fixed[slot] += g
		c.dynamic[slot] += dynamic
	})
}

func (c *Circuit) visitAll(f visit) {
	for k := range c.resistors {
		r := &c.resistors[k]
		f.branch(r.a, r.b, r.g, 0)
	}
	for k := range c.capacitors {
		p := &c.capacitors[k]
		f.branch(p.a, p.b, 0, p.c)
	}
	for k := range c.inductors {
		l := &c.inductors[k]
		f.incidence(l.a, l.b, l.branch)
		f(l.branch, l.branch, nil, 0, -l.l)
	}
	for k := range c.sources {
		if s := &c.sources[k]; s.branch >= 0 {
			f.incidence(s.a, s.b, s.branch)
		}
	}
	for k := range c.diodes {
		for i := range c.diodes[k].list {
			f.diode(&c.diodes[k].list[i])
		}
	}
	for k := range c.mosfets {
		g := &c.mosfets[k]
		for i := range g.list {
			t := &g.list[i]
			f.mosfet(t, &g.sizes[t.size])
		}
		for i := range g.gates {
			f.gate(&g.list[g.gates[i].mosfet], &g.gates[i])
		}
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

func (f visit) diode(d *diode) {
	if d.rs != 0 {
		f.branch(d.anode, d.inside, d.rs, 0)
	}
	f(d.inside, d.inside, &d.ii, 0, 0)
	f(d.inside, d.cathode, &d.ic, 0, 0)
	f(d.cathode, d.inside, &d.ci, 0, 0)
	f(d.cathode, d.cathode, &d.cc, 0, 0)
}

// mosfet visits all sixteen positions, also those that nothing is added to
// without gate-bulk capacitance, as other simulators have them.
func (f visit) mosfet(t *mosfet, z *mosSize) {
	if z.drain != 0 {
		f.branch(t.outerD, t.d, z.drain, 0)
	}
	if z.src != 0 {
		f.branch(t.outerS, t.s, z.src, 0)
	}
	for k, u := range [3]int32{toSource: t.s, toDrain: t.d, toBulk: t.b} {
		if z.overlap[k] != 0 {
			f.branch(t.g, u, 0, z.overlap[k])
		}
	}
	f(t.d, t.d, &t.dd, 0, 0)
	f(t.d, t.g, &t.dg, 0, 0)
	f(t.d, t.s, &t.ds, 0, 0)
	f(t.d, t.b, &t.db, 0, 0)
	f(t.s, t.d, &t.sd, 0, 0)
	f(t.s, t.g, &t.sg, 0, 0)
	f(t.s, t.s, &t.ss, 0, 0)
	f(t.s, t.b, &t.sb, 0, 0)
	f(t.b, t.d, &t.bd, 0, 0)
	f(t.b, t.s, &t.bs, 0, 0)
	f(t.b, t.b, &t.bb, 0, 0)
	for _, u := range [...]int32{t.d, t.g, t.s, t.b} {
		f(t.g, u, nil, 0, 0)
	}
	f(t.b, t.g, nil, 0, 0)
}

// gate visits the positions of the capacitances of a gate.
func (f visit) gate(t *mosfet, y *meyer) {
	f(t.g, t.g, &y.gg, 0, 0)
	for k, u := range [3]int32{t.s, t.d, t.b} {
		f(t.g, u, &y.row[k], 0, 0)
		f(u, t.g, &y.col[k], 0, 0)
		f(u, u, &y.dia[k], 0, 0)
	}
}

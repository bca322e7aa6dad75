package main

import (
	"fmt"
	"math"
)

// Parameters of the gates: supply voltage, threshold and transconductance of
// both transistor types, and the companion conductances of the capacitances of
// a node and of a gate at the step size of the example.
const (
	supply    = 2.5
	threshold = 0.6
	kPrime    = 2e-4
	nodeCap   = 1e-5
	gateCap   = 2e-6
	minimalG  = 1e-12
)

// A logic is a circuit of NAND gates whose node voltages are known, so that
// the Jacobian at these voltages can be stamped.
type logic struct {
	*system
	vdd  int32
	bit  map[int32]bool // logic value of a node
	off  float64        // how far the voltages are from their rails, volts
	gate int            // gates so far
}

// newLogic returns a circuit with its supply. The supply node comes first, as
// in most netlists.
func newLogic(off float64) *logic {
	l := &logic{system: newSystem(), bit: map[int32]bool{}, off: off}
	l.vdd = l.node("vdd")
	return l
}

// input returns a node driven to the value by a voltage source.
func (l *logic) input(name string, value bool) int32 {
	k := l.node(name)
	l.bit[k] = value
	l.add(k, k, nodeCap)
	l.source(k, ground)
	return k
}

// voltage returns the voltage of node k: near its rail, at a distance that
// differs from node to node.
func (l *logic) voltage(k int32) float64 {
	switch {
	case k == ground:
		return 0
	case k == l.vdd:
		return supply
	}
	distance := l.off * (0.5 + 0.5*math.Sin(float64(k)))
	if l.bit[k] {
		return supply - distance
	}
	return distance
}

// derivatives returns gm and gds of a level 1 transistor; sign is -1 for p.
func derivatives(vd, vg, vs, sign float64) (gm, gds float64) {
	over := sign*(vg-vs) - threshold
	vds := sign * (vd - vs)
	switch {
	case over <= 0:
		return 0, minimalG
	case vds < over:
		return kPrime * math.Max(vds, 0), kPrime*(over-math.Max(vds, 0)) + minimalG
	}
	return kPrime * over, 0.02*kPrime*over*over + minimalG
}

// mos stamps a transistor at the node voltages; an entry that is zero at this
// operating point is stamped all the same.
func (l *logic) mos(drain, gate, source int32, sign float64) {
	gm, gds := derivatives(l.voltage(drain), l.voltage(gate), l.voltage(source), sign)
	l.transistor(drain, gate, source, gm, gds, gateCap)
}

// nand adds a NAND gate of four transistors and returns its output.
func (l *logic) nand(a, b int32) int32 {
	l.gate++
	out := l.node(fmt.Sprintf("g%d", l.gate))
	mid := l.node(fmt.Sprintf("g%dm", l.gate))
	l.bit[out] = !(l.bit[a] && l.bit[b])
	l.bit[mid] = l.bit[out] && l.bit[a]
	l.mos(out, a, l.vdd, -1)
	l.mos(out, b, l.vdd, -1)
	l.mos(out, a, mid, 1)
	l.mos(mid, b, ground, 1)
	l.add(out, out, nodeCap)
	l.add(mid, mid, nodeCap/4)
	return out
}

// not is a NAND gate with one input.
func (l *logic) not(a int32) int32 { return l.nand(a, a) }

// adder adds a full adder of nine NAND gates.
func (l *logic) adder(a, b, c int32) (sum, carry int32) {
	x := l.nand(a, b)
	half := l.nand(l.nand(a, x), l.nand(b, x))
	y := l.nand(half, c)
	sum = l.nand(l.nand(half, y), l.nand(c, y))
	return sum, l.nand(x, y)
}

// multiplier adds an array multiplier of n×n bits and its inputs: a row of
// adders per bit of y, each row adding one partial product.
func (l *logic) multiplier(n int, x, y uint) {
	in := make([]int32, n)
	for k := range in {
		in[k] = l.input(fmt.Sprintf("x%d", k), x>>k&1 == 1)
	}
	row := make([]int32, n+1) // running sum, ground where it is known to be 0
	for k := range row {
		row[k] = ground
	}
	for r := 0; r < n; r++ {
		bit := l.input(fmt.Sprintf("y%d", r), y>>r&1 == 1)
		carry := int32(ground)
		for k := 0; k < n; k++ {
			product := l.not(l.nand(in[k], bit))
			// The sum of the row above, shifted by one place.
			row[k], carry = l.adder(row[k+1], product, carry)
		}
		row[n] = carry
	}
	l.source(l.vdd, ground)
}

package main

import "github.com/nrkit/nrkit/sparsity"

// A system collects the Jacobian of a circuit in modified nodal analysis:
// one unknown per node but ground, and one per voltage source, in the order
// in which they are asked for.
type system struct {
	entries sparsity.Triplets
	nodes   map[string]int32
}

// ground is the number of the node that has no unknown.
const ground = -1

// newSystem returns a system without unknowns.
func newSystem() *system {
	return &system{nodes: map[string]int32{"0": ground},
		entries: sparsity.Triplets{Values: []float64{}}}
}

// node returns the unknown of the named node, a new one at its first use.
func (s *system) node(name string) int32 {
	k, ok := s.nodes[name]
	if !ok {
		k = s.unknown()
		s.nodes[name] = k
	}
	return k
}

// unknown returns a new unknown.
func (s *system) unknown() int32 {
	s.entries.Rows++
	s.entries.Cols++
	return int32(s.entries.Rows - 1)
}

// add adds v at (i, j), unless one of them is ground.
func (s *system) add(i, j int32, v float64) {
	if i == ground || j == ground {
		return
	}
	s.entries.Row = append(s.entries.Row, i)
	s.entries.Col = append(s.entries.Col, j)
	s.entries.Values = append(s.entries.Values, v)
}

// conductance stamps a conductance g between nodes a and b.
func (s *system) conductance(a, b int32, g float64) {
	s.add(a, a, g)
	s.add(a, b, -g)
	s.add(b, a, -g)
	s.add(b, b, g)
}

// source stamps a voltage source between nodes plus and minus, and returns
// the unknown of its current.
func (s *system) source(plus, minus int32) int32 {
	k := s.unknown()
	s.add(plus, k, 1)
	s.add(minus, k, -1)
	s.add(k, plus, 1)
	s.add(k, minus, -1)
	return k
}

// inductor stamps an inductor with companion resistance r = 2L/h between
// nodes a and b.
func (s *system) inductor(a, b int32, r float64) {
	k := s.source(a, b)
	s.add(k, k, -r)
}

// transistor stamps a field-effect transistor by its derivatives: gm of the
// drain current by the gate voltage, gds by the drain voltage, and the
// companion conductance c of the capacitances of its gate.
func (s *system) transistor(drain, gate, source int32, gm, gds, c float64) {
	s.conductance(gate, drain, c)
	s.conductance(gate, source, c)
	s.add(drain, drain, gds)
	s.add(drain, gate, gm)
	s.add(drain, source, -gm-gds)
	s.add(source, drain, -gds)
	s.add(source, gate, -gm)
	s.add(source, source, gm+gds)
}

// matrix returns the Jacobian.
func (s *system) matrix() *sparsity.Matrix {
	m, _ := s.entries.Compress()
	return m
}

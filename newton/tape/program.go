package tape

import "unsafe"

// A Program computes an expression of variables and of time. It does not change, so
// that several machines may run it.
type Program struct {
	code      []instruction
	consts    []float64
	tables    []points
	variables int
	states    int
	root      Ref
}

// Variables returns the number of variables.
func (p *Program) Variables() int { return p.variables }

// States returns the number of derivatives and integrals by time.
func (p *Program) States() int { return p.states }

// Bytes returns about how much memory the program takes together with one machine.
func (p *Program) Bytes() int64 {
	n := int64(len(p.code))*int64(unsafe.Sizeof(instruction{})) + 8*int64(len(p.consts)) + 16*int64(p.size())
	for k := range p.tables {
		n += 16 * int64(len(p.tables[k].x))
	}
	return n
}

// size is the number of values of a run: variables, time, constants and results.
func (p *Program) size() int { return p.variables + 1 + len(p.consts) + len(p.code) }

// A Machine runs a program.
type Machine struct {
	*Program

	X []float64 // variables
	D []float64 // derivatives by them, of the last run

	value, adjoint []float64
}

// NewMachine returns a machine for p.
func NewMachine(p *Program) *Machine {
	m := &Machine{Program: p, value: make([]float64, p.size()), adjoint: make([]float64, p.size())}
	m.X, m.D = m.value[:p.variables:p.variables], m.adjoint[:p.variables:p.variables]
	copy(m.value[p.variables+1:], p.consts)
	return m
}

// A Motion says how states move: the derivative of state q by time is A0·q + Hist.
// Run sets Q. There are as many elements of both as states; none are needed for a
// program without states.
type Motion struct {
	A0      float64
	Hist, Q []float64
}

// Run returns the value at X and a time, and makes D the derivatives.
//
// Cost: two passes over the instructions.
func (m *Machine) Run(time float64, s Motion) float64 {
	v := m.value
	v[m.variables] = time
	results := v[len(v)-len(m.code):]
	for k := range m.code {
		in := &m.code[k]
		x := v[in.a]
		var r float64
		switch in.op {
		case Add:
			r = x + v[in.b]
		case Sub:
			r = x - v[in.b]
		case Mul:
			r = x * v[in.b]
		case Select:
			if r = v[in.c]; x != 0 {
				r = v[in.b]
			}
		case derivative:
			s.Q[in.b] = x
			r = s.A0*x + s.Hist[in.b]
		case integral:
			if r = 0; s.A0 != 0 {
				r = (x - s.Hist[in.b]) / s.A0
			}
			s.Q[in.b] = r
		case table:
			r, _ = m.tables[in.b].at(x)
		default:
			if in.op < Add {
				r = one(in.op, x)
			} else {
				r = two(in.op, x, v[in.b])
			}
		}
		results[k] = r
	}
	m.back(s.A0)
	return v[m.root]
}

// back computes the derivatives from the last result to the first. An operation whose
// result does not matter is passed over, so that its derivatives may be anything.
func (m *Machine) back(a0 float64) {
	v, d := m.value, m.adjoint
	clear(d)
	d[m.root] = 1
	first := len(v) - len(m.code)
	for k := len(m.code) - 1; k >= 0; k-- {
		in := &m.code[k]
		w := d[first+k]
		if w == 0 || !in.varies {
			continue
		}
		x := v[in.a]
		switch in.op {
		case Add:
			d[in.a] += w
			d[in.b] += w
		case Sub:
			d[in.a] += w
			d[in.b] -= w
		case Mul:
			y := v[in.b]
			d[in.a] += w * y
			d[in.b] += w * x
		case Select:
			if x != 0 {
				d[in.b] += w
			} else {
				d[in.c] += w
			}
		case derivative:
			d[in.a] += w * a0
		case integral:
			if a0 != 0 {
				d[in.a] += w / a0
			}
		case table:
			_, by := m.tables[in.b].at(x)
			d[in.a] += w * by
		default:
			if in.op < Add {
				d[in.a] += w * slope(in.op, x, v[first+k])
				continue
			}
			dx, dy := slopes(in.op, x, v[in.b], v[first+k])
			if dx != 0 { // a factor of 0 may stand before an infinite one
				d[in.a] += w * dx
			}
			if dy != 0 {
				d[in.b] += w * dy
			}
		}
	}
}

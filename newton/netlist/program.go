package netlist

import (
	"fmt"

	"github.com/nrkit/nrkit/newton/tape"
)

// A lowering makes the program of an expression of voltages and currents.
type lowering struct {
	b       tape.Builder
	env     scopeEnv
	factor  float64 // by temperature
	amperes int     // variables in front of the voltages
	steps   int
	depth   int // of user functions
}

// ref returns where the value of e is.
func (l *lowering) ref(e *expr, in *arguments[tape.Ref]) (tape.Ref, error) {
	if err := step(e, &l.steps, l.depth); err != nil {
		return 0, err
	}
	switch e.op {
	case opConst:
		return l.b.Const(e.val), nil
	case opName:
		return l.name(e.name, in)
	case opAmperes:
		return l.b.Var(e.k), nil
	case opVolts:
		return l.b.Var(l.amperes + e.k), nil
	case opTime:
		return l.b.Time(), nil
	}
	a := make([]tape.Ref, len(e.args))
	for k, x := range e.args {
		var err error
		if a[k], err = l.ref(x, in); err != nil {
			return 0, err
		}
	}
	switch e.op {
	case '?':
		return l.b.Op(tape.Select, a...), nil
	case opSlope:
		return l.b.Derivative(a[0]), nil
	case opTable:
		return l.table("table", a, tape.Rounded)
	case opCall:
		return l.call(e, a)
	}
	if e.exchanged() {
		a[0], a[1] = a[1], a[0]
	}
	return l.b.Op(operations[e.op], a...), nil
}

// name returns an argument, a parameter, or the temperature.
func (l *lowering) name(name string, in *arguments[tape.Ref]) (tape.Ref, error) {
	if r, ok := in.find(name); ok {
		return r, nil
	}
	switch name {
	case "time":
		return l.b.Time(), nil
	case factorName:
		return l.b.Const(l.factor), nil
	}
	v, err := l.env.param(name)
	if err != nil {
		if constant, ok := named(name); ok {
			return l.b.Const(constant), nil
		}
	}
	return l.b.Const(v), err
}

// call returns the value of a function.
func (l *lowering) call(e *expr, a []tape.Ref) (tape.Ref, error) {
	if e.user != nil {
		l.depth++
		r, err := l.ref(e.user.body, &arguments[tape.Ref]{e.user, a})
		l.depth--
		return r, err
	}
	switch e.fn.special {
	case isTable, isLine:
		return l.table(e.fn.name, a, e.fn.corner())
	case isLimit:
		return l.b.Op(tape.Min, l.b.Op(tape.Max, a[0], a[1]), a[2]), nil
	case isSlope:
		return l.b.Derivative(a[0]), nil
	case isIntegral:
		return l.b.Integral(a[0]), nil
	case isNested:
		r := a[0]
		for _, x := range a[1:] {
			r = l.b.Op(e.fn.op, r, x)
		}
		return r, nil
	}
	switch e.fn.name {
	case "sqr":
		return l.b.Op(tape.Mul, a[0], a[0]), nil
	case "sign":
		return l.b.Op(tape.Mul, l.b.Op(tape.Abs, a[0]), l.b.Op(tape.Sgn, a[1])), nil
	}
	return l.b.Op(e.fn.op, a...), nil
}

// table returns the value of a table, whose points are constants.
func (l *lowering) table(name string, a []tape.Ref, corner tape.Corner) (tape.Ref, error) {
	xy := make([]float64, len(a)-1)
	for k, r := range a[1:] {
		v, ok := l.b.Value(r)
		if !ok {
			return 0, fmt.Errorf("the points of %s are not constants", name)
		}
		if !finite(v) {
			return 0, fmt.Errorf("got %g as a point of %s, want a finite number", v, name)
		}
		xy[k] = v
	}
	if err := ascending(name, xy); err != nil {
		return 0, err
	}
	return l.b.Table(a[0], xy, corner), nil
}

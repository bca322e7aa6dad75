package netlist

import (
	"fmt"
	"math"
)

// An expr is an expression, as a tree. In a parameter, a part without names is folded
// into a constant when it is compiled.
type expr struct {
	op   byte // one of those below, or the character of an operator
	val  float64
	name string // of a parameter or a function
	fn   *function
	user *userFunction // of a call; nil for one of functions
	k    int           // of a probe: its place
	args []*expr
}

const (
	opConst   byte = 0
	opName    byte = 'v'
	opCall    byte = 'f'
	opMinus   byte = 'n'
	opVolts   byte = 'V' // of a pair of nodes
	opAmperes byte = 'I' // through an element
	opTime    byte = 't'
	opTable   byte = 'T' // with rounded corners
	opSlope   byte = 'd' // derivative by time
	opUnequal byte = 'u'
	opAtMost  byte = 'l'
	opAtLeast byte = 'g'
)

// uses says whether an expression has a parameter.
func (e *expr) uses(name string) bool {
	if e.op == opName && e.name == name {
		return true
	}
	for _, a := range e.args {
		if a.uses(name) {
			return true
		}
	}
	return false
}

// size returns the number of nodes of the tree.
func (e *expr) size() int64 {
	n := int64(1)
	for _, a := range e.args {
		n += a.size()
	}
	return n
}

// fold returns the value of e as a constant where its operands are constants.
func fold(e *expr) (*expr, error) {
	if e.user != nil {
		return e, nil
	}
	for _, a := range e.args {
		if a.op != opConst {
			return e, nil
		}
	}
	v, err := e.eval(nil)
	if err != nil {
		return nil, err
	}
	return &expr{op: opConst, val: v}, nil
}

// A scopeEnv finds the values of parameters.
type scopeEnv interface {
	param(name string) (float64, error)
}

// eval returns the value of e. Names are looked up in env. A value that is
// infinite or not a number is an error.
func (e *expr) eval(env scopeEnv) (float64, error) {
	return (&evaluation{env: env}).value(e, nil)
}

// An evaluation computes the value of one expression.
type evaluation struct {
	env   scopeEnv
	steps int
	depth int // of user functions
}

// arguments are the arguments of the user function whose body is evaluated.
type arguments[T any] struct {
	of   *userFunction
	list []T
}

func (a *arguments[T]) find(name string) (v T, ok bool) {
	if a != nil {
		for k, p := range a.of.params {
			if p == name {
				return a.list[k], true
			}
		}
	}
	return v, false
}

// Limits of an evaluation, which stop functions that call others many times.
const (
	maxSteps     = 1 << 20
	maxCallDepth = 100
)

// step counts one node, of a function so deep.
func step(e *expr, steps *int, depth int) error {
	if *steps++; *steps > maxSteps {
		return fmt.Errorf("expression has more than %d operations with the functions that it calls", maxSteps)
	}
	if depth > maxCallDepth {
		return fmt.Errorf("functions nest deeper than %d at %s", maxCallDepth, shorten(e.name))
	}
	return nil
}

func (v *evaluation) value(e *expr, in *arguments[float64]) (float64, error) {
	if err := step(e, &v.steps, v.depth); err != nil {
		return 0, err
	}
	switch e.op {
	case opConst:
		return e.val, nil
	case opName:
		if a, ok := in.find(e.name); ok {
			return a, nil
		}
		return v.env.param(e.name)
	case '?':
		cond, err := v.value(e.args[0], in)
		if err != nil {
			return 0, err
		}
		if cond != 0 {
			return v.value(e.args[1], in)
		}
		return v.value(e.args[2], in)
	}
	var room [3]float64
	a := room[:0]
	for _, x := range e.args {
		f, err := v.value(x, in)
		if err != nil {
			return 0, err
		}
		a = append(a, f)
	}
	if e.user != nil {
		v.depth++
		f, err := v.value(e.user.body, &arguments[float64]{e.user, a})
		v.depth--
		return f, err
	}
	f, err := e.apply(a)
	if err == nil && !finite(f) {
		err = fmt.Errorf("%s gives %v, want a finite number", e.describe(a), f)
	}
	return f, err
}

// apply computes one operation of parameters.
func (e *expr) apply(a []float64) (float64, error) {
	switch e.op {
	case '/':
		return a[0] / a[1], nil
	case opCall:
		return e.fn.of(a)
	}
	return e.operate(a), nil
}

// describe returns the operation with the values of its operands.
func (e *expr) describe(a []float64) string {
	switch {
	case e.op == opCall:
		s := e.name
		for k, v := range a {
			s += fmt.Sprintf("%c%g", "(,"[min(k, 1)], v)
		}
		return s + ")"
	case len(a) == 1:
		return fmt.Sprintf("-(%g)", a[0])
	}
	return fmt.Sprintf("%g%c%g", a[0], e.op, a[1])
}

// shorten cuts s for a message.
func shorten(s string) string {
	const most = 60
	if len(s) <= most {
		return s
	}
	return s[:most] + "..."
}

// named are constants of expressions of voltages and currents.
func named(name string) (float64, bool) {
	switch name {
	case "pi":
		return math.Pi, true
	case "e":
		return math.E, true
	case "hertz", "freq":
		return 0, true
	}
	return 0, false
}

package netlist

import (
	"fmt"
	"math"

	"github.com/nrkit/nrkit/newton/tape"
)

// A function of expressions. Its value in a parameter may differ from its value in an
// expression of voltages and currents, as in ngspice.
type function struct {
	name        string
	least, most int
	op          tape.Op                 // of voltages and currents
	value       func([]float64) float64 // of parameters, where it differs from op
	special     byte                    // how it is compiled where op is not all
}

// What is special about functions.
const (
	isTable byte = 1 + iota // with the first and the last value outside
	isLine                  // with the first and the last segment continued
	isLimit
	isSlope
	isIntegral
	isNested  // minimum and maximum of several
	isNominal // random around the first argument, which is the value here
)

// many is the number of arguments of a function that may have any number.
const many = 1 << 16

// functions are the functions of ngspice, and of the others of Xyce: table, limit, if,
// atan2, int, sign, stp, pwrs, fmod, m, sdt.
var functions = []function{
	{name: "abs", op: tape.Abs}, {name: "sqrt", op: tape.Sqrt},
	{name: "exp", op: tape.Exp, value: func(a []float64) float64 { return math.Exp(a[0]) }},
	{name: "log", op: tape.Ln, value: natural}, {name: "ln", op: tape.Ln, value: natural},
	{name: "log10", op: tape.Log10, value: func(a []float64) float64 { return math.Log10(a[0]) }},
	{name: "sin", op: tape.Sin}, {name: "cos", op: tape.Cos}, {name: "tan", op: tape.Tan},
	{name: "asin", op: tape.Asin}, {name: "acos", op: tape.Acos}, {name: "atan", op: tape.Atan}, {name: "arctan", op: tape.Atan},
	{name: "sinh", op: tape.Sinh}, {name: "cosh", op: tape.Cosh}, {name: "tanh", op: tape.Tanh},
	{name: "asinh", op: tape.Asinh}, {name: "acosh", op: tape.Acosh}, {name: "atanh", op: tape.Atanh},
	{name: "atan2", op: tape.Atan2},
	{name: "sgn", op: tape.Sgn}, {name: "u", op: tape.Step}, {name: "stp", op: tape.Positive}, {name: "uramp", op: tape.Ramp}, {name: "u2", op: tape.Ramp2},
	{name: "int", op: tape.Trunc}, {name: "nint", op: tape.Round}, {name: "floor", op: tape.Floor}, {name: "ceil", op: tape.Ceil},
	{name: "min", op: tape.Min, most: many, special: isNested}, {name: "max", op: tape.Max, most: many, special: isNested},
	{name: "pow", op: tape.Power, value: func(a []float64) float64 { return math.Pow(a[0], a[1]) }},
	{name: "pwr", op: tape.SignPower, value: func(a []float64) float64 { return math.Pow(math.Abs(a[0]), a[1]) }},
	{name: "pwrs", op: tape.SignPower}, {name: "sqr", least: 1, most: 1, op: tape.Mul, value: func(a []float64) float64 { return a[0] * a[0] }},
	{name: "sign", least: 2, most: 2, op: tape.Mul, value: func(a []float64) float64 { return math.Abs(a[0]) * tape.Apply(tape.Sgn, a[1]) }},
	{name: "fmod", op: tape.Mod},
	{name: "limit", least: 3, most: 3, special: isLimit}, {name: "if", op: tape.Select}, {name: "ternary_fcn", op: tape.Select},
	{name: "agauss", least: 3, most: 3, special: isNominal}, {name: "gauss", least: 3, most: 3, special: isNominal},
	{name: "aunif", least: 2, most: 2, special: isNominal}, {name: "unif", least: 2, most: 2, special: isNominal},
	{name: "table", least: 5, most: many, special: isTable}, {name: "pwl", least: 5, most: many, special: isLine},
	{name: "ddt", least: 1, most: 1, special: isSlope}, {name: "sdt", least: 1, most: 1, special: isIntegral}, {name: "m", op: tape.Abs},
}

func natural(a []float64) float64 { return math.Log(a[0]) }

func lookupFunction(name string) *function {
	for i := range functions {
		if functions[i].name == name {
			return &functions[i]
		}
	}
	return nil
}

// arity returns the least and the largest number of arguments.
func (f *function) arity() (int, int) {
	least, most := f.least, f.most
	if least == 0 {
		least = f.op.Arguments()
	}
	return least, max(least, most)
}

// check wants a number of arguments.
func (f *function) check(n int) error {
	least, most := f.arity()
	switch {
	case f.name == "limit" && n == 2:
		return nil
	case n < least || n > most:
		want := fmt.Sprint(least)
		if most == many {
			want = fmt.Sprintf("at least %d", least)
		}
		return fmt.Errorf("got %d arguments for %s, want %s", n, f.name, want)
	case (f.special == isTable || f.special == isLine) && n%2 == 0:
		return fmt.Errorf("got %d arguments for %s, want x and pairs of x and y", n, f.name)
	}
	return nil
}

// of returns the value of parameters.
func (f *function) of(a []float64) (float64, error) {
	switch {
	case f.value != nil:
		return f.value(a), nil
	case f.special == isLimit:
		return min(max(a[0], a[1]), a[2]), nil
	case f.special == isSlope || f.special == isIntegral:
		return 0, fmt.Errorf("%s is not supported in a parameter", f.name)
	case f.special == isNested:
		v := a[0]
		for _, x := range a[1:] {
			v = tape.Apply(f.op, v, x)
		}
		return v, nil
	case f.special != 0:
		var b tape.Builder
		if err := ascending(f.name, a[1:]); err != nil {
			return 0, err
		}
		v, _ := b.Value(b.Table(b.Const(a[0]), a[1:], f.corner()))
		return v, nil
	}
	return tape.Apply(f.op, a...), nil
}

func (f *function) corner() tape.Corner {
	if f.special == isTable {
		return tape.Held
	}
	return tape.Extended
}

// ascending wants points to be in ascending order.
func ascending(name string, xy []float64) error {
	for k := 2; k < len(xy); k += 2 {
		if !(xy[k] > xy[k-2]) {
			return fmt.Errorf("got x=%g after x=%g in %s, want ascending values", xy[k], xy[k-2], name)
		}
	}
	return nil
}

// operations are those of operators.
var operations = map[byte]tape.Op{
	'+': tape.Add, '-': tape.Sub, '*': tape.Mul, '/': tape.Div, '%': tape.Mod, '^': tape.Power, opMinus: tape.Neg, '!': tape.Not,
	'=': tape.Equal, opUnequal: tape.Unequal, '<': tape.Less, opAtMost: tape.LessEqual, '&': tape.And, '|': tape.Or,
	'>': tape.Less, opAtLeast: tape.LessEqual, // with their sides exchanged
}

// operate computes an operator of parameters, as in ngspice without a compatibility
// mode.
func (e *expr) operate(a []float64) float64 {
	if e.exchanged() {
		return tape.Apply(operations[e.op], a[1], a[0])
	}
	return tape.Apply(operations[e.op], a...)
}

func (e *expr) exchanged() bool { return e.op == '>' || e.op == opAtLeast }

// functionNames lists the functions for messages.
func functionNames() string {
	s := ""
	for i, f := range functions {
		if i > 0 {
			s += " "
		}
		s += f.name
	}
	return s
}

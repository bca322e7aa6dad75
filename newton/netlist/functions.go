package netlist

import "math"

// A function of expressions takes one or two arguments.
type function struct {
	name string
	one  func(float64) float64
	two  func(x, y float64) float64
}

// functions are those of ngspice's numparam that the subset has. log is the
// natural logarithm, int cuts toward zero, pwr(x,y) is |x|^y.
var functions = []function{
	{name: "abs", one: math.Abs}, {name: "sqrt", one: math.Sqrt}, {name: "exp", one: math.Exp},
	{name: "log", one: math.Log}, {name: "ln", one: math.Log}, {name: "log10", one: math.Log10},
	{name: "sin", one: math.Sin}, {name: "cos", one: math.Cos}, {name: "tan", one: math.Tan},
	{name: "int", one: math.Trunc}, {name: "floor", one: math.Floor}, {name: "ceil", one: math.Ceil},
	{name: "min", two: math.Min}, {name: "max", two: math.Max}, {name: "pow", two: math.Pow},
	{name: "pwr", two: func(x, y float64) float64 { return math.Pow(math.Abs(x), y) }},
}

func lookupFunction(name string) *function {
	for i := range functions {
		if functions[i].name == name {
			return &functions[i]
		}
	}
	return nil
}

func (f *function) arity() int {
	if f.two != nil {
		return 2
	}
	return 1
}

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

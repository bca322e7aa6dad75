package circuit

import "math"

// A dual is a value with its derivatives by gate, drain and bulk voltage against the
// source: forward differentiation of equations that are long.
type dual struct{ v, g, d, b float64 }

func (x dual) plus(y dual) dual  { return dual{x.v + y.v, x.g + y.g, x.d + y.d, x.b + y.b} }
func (x dual) minus(y dual) dual { return dual{x.v - y.v, x.g - y.g, x.d - y.d, x.b - y.b} }
func (x dual) add(c float64) dual {
	x.v += c
	return x
}
func (x dual) times(c float64) dual { return dual{x.v * c, x.g * c, x.d * c, x.b * c} }
func (x dual) mul(y dual) dual {
	return dual{x.v * y.v, x.g*y.v + x.v*y.g, x.d*y.v + x.v*y.d, x.b*y.v + x.v*y.b}
}
func (x dual) over(y dual) dual {
	r := 1 / y.v
	q := x.v * r
	return dual{q, (x.g - q*y.g) * r, (x.d - q*y.d) * r, (x.b - q*y.b) * r}
}

// at applies a function with value v and derivative by x.
func (x dual) at(v, by float64) dual { return dual{v, x.g * by, x.d * by, x.b * by} }

func (x dual) sqrt() dual {
	r := math.Sqrt(x.v)
	return x.at(r, 0.5/r)
}

func (x dual) exp() dual {
	e := math.Exp(min(x.v, maxExponent))
	return x.at(e, e)
}

// least returns the smaller of two.
func least(x, y dual) dual {
	if y.v < x.v {
		return y
	}
	return x
}

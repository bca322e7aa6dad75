package tape

import "math"

// slope returns the derivative of an operation of one argument at x, where it is r.
// Steps have the derivative 0.
func slope(o Op, x, r float64) float64 {
	switch o {
	case Neg:
		return -1
	case Abs:
		return sign(x)
	case Sqrt:
		return inverse(2 * r)
	case Exp:
		return r
	case Ln:
		return inverse(x)
	case Log10:
		return inverse(x) / math.Ln10
	case Sin:
		return math.Cos(x)
	case Cos:
		return -math.Sin(x)
	case Tan:
		return 1 + r*r
	case Asin:
		return inverse(math.Sqrt(1 - x*x))
	case Acos:
		return -inverse(math.Sqrt(1 - x*x))
	case Atan:
		return 1 / (1 + x*x)
	case Sinh:
		return math.Cosh(x)
	case Cosh:
		return math.Sinh(x)
	case Tanh:
		return 1 - r*r
	case Asinh:
		return 1 / math.Sqrt(x*x+1)
	case Acosh:
		return inverse(math.Sqrt(x*x - 1))
	case Atanh:
		return inverse(1 - x*x)
	case Ramp:
		return (1 + sign(x)) / 2
	case Ramp2:
		return (sign(x) - sign(x-1)) / 2
	}
	return 0
}

// inverse returns 1/x, or the steepest derivative for 0.
func inverse(x float64) float64 {
	if x == 0 {
		return steepest
	}
	return 1 / x
}

// slopes returns both derivatives of an operation of two arguments, where it is r.
func slopes(o Op, x, y, r float64) (float64, float64) {
	switch o {
	case Add:
		return 1, 1
	case Sub:
		return 1, -1
	case Mul:
		return y, x
	case Div:
		if y == 0 {
			return 0, -x / fudge
		}
		return 1 / y, -r / y
	case Mod:
		return 1, -math.Trunc(x / y)
	case Power:
		return sign(x) * powerSlope(x, y), exponentSlope(x, r)
	case SignPower:
		return powerSlope(x, y), exponentSlope(x, r)
	case Min:
		return truth(x < y), truth(!(x < y))
	case Max:
		return truth(x > y), truth(!(x > y))
	case Atan2:
		s := x*x + y*y
		if s == 0 {
			return 0, 0
		}
		return y / s, -x / s
	}
	return 0, 0
}

// powerSlope is that of |x|^y for a positive x.
func powerSlope(x, y float64) float64 {
	if y == 0 {
		return 0
	}
	d := y * math.Pow(math.Abs(x), y-1)
	if math.IsInf(d, 0) {
		return math.Copysign(steepest, d)
	}
	return d
}

// exponentSlope is the derivative of r, a power of x, by the exponent.
func exponentSlope(x, r float64) float64 {
	if x == 0 {
		return 0
	}
	return r * math.Log(math.Abs(x))
}

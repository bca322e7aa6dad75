package tape

import "math"

// An Op is an operation of a program.
type Op uint8

// Operations of one argument.
const (
	none Op = iota
	Neg
	Not // 1 for 0, 0 otherwise
	Abs
	Sgn
	Sqrt
	Exp
	Ln
	Log10
	Sin
	Cos
	Tan
	Asin
	Acos
	Atan
	Sinh
	Cosh
	Tanh
	Asinh
	Acosh
	Atanh
	Step  // 0, 1/2 at 0, 1
	Ramp  // max(x, 0)
	Ramp2 // max(x, 0), at most 1
	Positive
	Ceil
	Floor
	Trunc
	Round // halves to the even neighbour

	// Operations of two arguments.
	Add
	Sub
	Mul
	Div
	Mod       // x - y·trunc(x/y)
	Power     // |x|^y
	SignPower // |x|^y with the sign of x
	Min
	Max
	Atan2
	Less
	LessEqual
	Equal
	Unequal
	And
	Or

	// Select has three: the second unless the first is 0, the third otherwise.
	Select

	derivative // by time, of a state
	integral   // over time, which is a state
	table      // of points
)

// Arguments returns how many arguments the operation has.
func (o Op) Arguments() int {
	switch {
	case o < Add:
		return 1
	case o < Select:
		return 2
	case o == Select:
		return 3
	}
	return 1
}

// special says whether b of an instruction is no result.
func (o Op) special() bool { return o > Select }

// Limits of values.
const (
	fudge    = 1e-32 // stands for a divisor of 0
	most     = 1e99  // and its negative bound exponentials and logarithms
	mostExp  = 227.9559242
	steepest = 1e32 // derivative
)

// one computes an operation of one argument.
func one(o Op, x float64) float64 {
	switch o {
	case Neg:
		return -x
	case Not:
		return truth(x == 0)
	case Abs:
		return math.Abs(x)
	case Sgn:
		return sign(x)
	case Sqrt:
		return math.Sqrt(x)
	case Exp:
		if x > mostExp {
			return most
		}
		return math.Exp(x)
	case Ln:
		if x == 0 {
			return -most
		}
		return math.Log(x)
	case Log10:
		if x == 0 {
			return -most
		}
		return math.Log10(x)
	case Sin:
		return math.Sin(x)
	case Cos:
		return math.Cos(x)
	case Tan:
		return math.Tan(x)
	case Asin:
		return math.Asin(x)
	case Acos:
		return math.Acos(x)
	case Atan:
		return math.Atan(x)
	}
	return more(o, x)
}

// more computes the rarer operations of one argument.
func more(o Op, x float64) float64 {
	switch o {
	case Sinh:
		return math.Sinh(x)
	case Cosh:
		return math.Cosh(x)
	case Tanh:
		return math.Tanh(x)
	case Asinh:
		return math.Asinh(x)
	case Acosh:
		return math.Acosh(x)
	case Atanh:
		return math.Atanh(x)
	case Step:
		return (1 + sign(x)) / 2
	case Ramp:
		return max(x, 0)
	case Ramp2:
		return min(max(x, 0), 1)
	case Positive:
		return truth(x > 0)
	case Ceil:
		return math.Ceil(x)
	case Floor:
		return math.Floor(x)
	case Trunc:
		return math.Trunc(x)
	case Round:
		return math.RoundToEven(x)
	}
	panic("tape: operation of another number of arguments")
}

// two computes an operation of two arguments.
func two(o Op, x, y float64) float64 {
	switch o {
	case Add:
		return x + y
	case Sub:
		return x - y
	case Mul:
		return x * y
	case Div:
		if y == 0 {
			return x / fudge
		}
		return x / y
	case Mod:
		return math.Mod(x, y)
	case Power:
		return math.Pow(math.Abs(x), y)
	case SignPower:
		if x < 0 {
			return -math.Pow(-x, y)
		}
		return math.Pow(x, y)
	case Min:
		if x > y {
			return y
		}
		return x
	case Max:
		if x > y {
			return x
		}
		return y
	case Atan2:
		return math.Atan2(x, y)
	case Less:
		return truth(x < y)
	case LessEqual:
		return truth(x <= y)
	case Equal:
		return truth(x == y)
	case Unequal:
		return truth(x != y)
	case And:
		return truth(x != 0 && y != 0)
	case Or:
		return truth(x != 0 || y != 0)
	}
	panic("tape: operation of another number of arguments")
}

// Apply computes an operation of constants. It wants as many constants as the operation
// has arguments.
func Apply(o Op, a ...float64) float64 {
	switch o.Arguments() {
	case 1:
		return one(o, a[0])
	case 2:
		return two(o, a[0], a[1])
	}
	if a[0] != 0 {
		return a[1]
	}
	return a[2]
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func sign(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case x < 0:
		return -1
	}
	return 0
}

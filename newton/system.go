package newton

import "github.com/nrkit/nrkit/sparsity"

// A System is a set of n equations in n unknowns,
//
//	f(x, t) + d/dt q(x) = 0,
//
// in which equation i and unknown i share only their number. The structure of its
// Jacobian is fixed.
//
// Vectors of a system have one element more than there are unknowns. The last
// element is a reference, such as the ground of a circuit: its unknown is 0 and its
// equation is not used. The values of the Jacobian also have one more element, for
// entries in the row or column of the reference.
type System interface {
	// Pattern returns the structure of the n×n Jacobian, which is canonical
	// and must not be modified.
	Pattern() *sparsity.Pattern

	// Unknown describes unknown i.
	Unknown(i int) Unknown

	// Charges returns the number of charges q, and for how many of them, counted
	// from the first, the truncation error is checked.
	Charges() (all, checked int)

	// Load evaluates the equations at e.X. It sets every element of e.F, e.Q
	// and e.J.
	Load(e *Eval)

	// Accept says that the time step of the last Load is accepted.
	Accept()

	// NextBreak returns the first time after t at which something changes
	// abruptly, or +Inf.
	NextBreak(t float64) float64
}

// Quantity is what an unknown measures.
type Quantity byte

const (
	Voltage Quantity = iota // in volts
	Current                 // in amperes
)

// Unknown is an unknown and its equation.
type Unknown struct {
	Name     string
	Quantity Quantity
}

// Mode says how a system that limits its iterates finds the point at which it
// evaluates its nonlinear parts.
type Mode byte

const (
	// Iterate takes X, limited against the point of the last Load.
	Iterate Mode = iota
	// Predict takes X, the first iterate of a time step, limited against the
	// point of the last accepted step.
	Predict
	// Guess ignores X where the system knows a better start.
	Guess
	// Initial takes X as a given initial condition, unlimited; the system may
	// have conditions of its own that go before.
	Initial
)

// Eval is one evaluation of a system: its input and its result.
type Eval struct {
	Mode   Mode
	Time   float64   // s
	X      []float64 // n+1, the last 0
	A0     float64   // di/dq of the integration formula: the current of charge k is
	Hist   []float64 // A0·q + Hist[k]; A0 is 0 where nothing moves
	Step   float64   // s, length of the time step
	Before float64   // s, of the one before
	Gmin   float64   // S across each junction
	Source float64   // factor of independent sources, 1 unless they are stepped

	F []float64 // n+1: residuals, f + dq/dt
	J []float64 // one for each entry of the pattern, and one
	Q []float64 // one for each charge

	// Scale, if it is not nil, becomes the largest contribution to each residual;
	// n+1.
	Scale []float64

	// Limited counts the parts that were evaluated elsewhere than at X, so
	// that the iteration has not converged whatever it looks like.
	Limited int

	// Cost, if it is not nil, is called when the evaluation of the parts of one kind
	// ends, with the number of the kind in [Profiled].
	Cost func(kind int)
}

// Profiled is a System whose parts are of several kinds.
type Profiled interface {
	System
	// Kinds returns the kinds in the order of evaluation.
	Kinds() []Kind
}

// A Pacer is a System that takes part in the choice of time steps.
type Pacer interface {
	System
	// Paces says whether it does. If not, Longest is not called, and NextBreak
	// returns the same for the same time throughout.
	Paces() bool
	// Longest returns the longest step that may follow the step of the last Load,
	// which has not been accepted yet. A step longer than that has to be repeated.
	Longest() float64
}

// A Kind of parts of a system, such as the transistors of one model.
type Kind struct {
	Name  string
	Parts int
}

package newton

import (
	"errors"
	"fmt"
)

// Panics, all of them a caller's bug.
const (
	errSpan = "newton: step or end of a transient not positive"
)

// errUnsettled ends a pseudo-transient that does not come to rest.
var errUnsettled = errors.New("newton: the system does not come to rest")

// A Failure is a solution that was not found.
type Failure struct {
	Time    float64 // s; 0 for the operating point
	Reason  Reason
	Unknown string // that had the largest violation, or no pivot; may be empty
	Err     error  // of the linear solver, where it is the reason

	// Residual says that in the last iteration only the residual of the unknown
	// violated its tolerance. Options.NoResidual leaves residuals untested.
	Residual bool
}

// Reason is why an engine stopped.
type Reason byte

const (
	NoOperatingPoint Reason = iota // neither directly nor by stepping gmin or sources
	StepTooSmall                   // a time step below the smallest one would be needed
	Singular                       // the Jacobian has no factorisation
)

func (f *Failure) Error() string {
	var s string
	switch f.Reason {
	case NoOperatingPoint:
		s = "no operating point found"
	case StepTooSmall:
		s = fmt.Sprintf("time step too small at %g s", f.Time)
	case Singular:
		s = fmt.Sprintf("singular Jacobian at %g s", f.Time)
	}
	switch {
	case f.Unknown == "":
	case f.Residual:
		s += ": the residual of " + f.Unknown + " is too large"
	default:
		s += ", at unknown " + f.Unknown
	}
	if f.Err != nil {
		s += ": " + f.Err.Error()
	}
	return s
}

func (f *Failure) Unwrap() error { return f.Err }

// failure returns the failure for a reason, with the unknown that is to blame.
func (e *Engine) failure(reason Reason, time float64, cause error) *Failure {
	f := &Failure{Time: time, Reason: reason, Err: cause}
	at := e.worst()
	if c := singular(cause); c >= 0 {
		f.Reason, at = Singular, c
	} else if at < 0 && e.unbalanced >= 0 {
		f.Residual, at = true, e.unbalanced
	}
	if at >= 0 {
		f.Unknown = e.sys.Unknown(at).Name
	}
	return f
}

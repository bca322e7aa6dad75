package hint

import "errors"

// An advised is an error with advice.
type advised struct {
	error
	advice string
}

func (e *advised) Unwrap() error { return e.error }

// With returns err with advice, which may be empty.
func With(err error, advice string) error { return &advised{err, advice} }

// Of returns the advice of the outermost error in the tree of err that has one, ""
// without.
func Of(err error) string {
	var e *advised
	if errors.As(err, &e) {
		return e.advice
	}
	return ""
}

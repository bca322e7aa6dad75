package launch

import (
	"errors"
	"fmt"
)

// A Failure says why there is no report, and what to do.
type Failure struct {
	Msg  string
	Hint string // may be empty
}

func (f *Failure) Error() string { return f.Msg }

// ErrInterrupted is the end of a run that was interrupted before there was
// anything to report.
var ErrInterrupted = errors.New("interrupted before nsys had anything to report")

// fail returns a Failure with a hint, which may be empty.
func fail(hint, format string, args ...any) error {
	return &Failure{fmt.Sprintf(format, args...), hint}
}

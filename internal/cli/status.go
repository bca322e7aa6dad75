package cli

import "fmt"

// A statusError is the end of a program that stands for another one and ends
// with its exit code; what there is to say has been said.
type statusError struct{ code int }

func (e *statusError) Error() string { return fmt.Sprintf("exit status %d", e.code) }

// Status returns the end of a program with the exit code of the one that it
// ran, nil for 0. Its output counts, and nothing is printed.
func Status(code int) error {
	if code == 0 {
		return nil
	}
	return Partial(&statusError{code})
}

package input

import (
	"errors"
	"fmt"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// A Failure says why there is no trace, and what to do.
type Failure struct {
	Err  error
	Hint string // may be empty
}

func (f *Failure) Error() string { return f.Err.Error() }
func (f *Failure) Unwrap() error { return f.Err }

// A DocumentError says that a file is a JSON document of nrkit, and no trace.
type DocumentError struct {
	Name   string // of the file
	Schema string // such as run/v1
}

func (e *DocumentError) Error() string {
	return fmt.Sprintf("%s:1:1: document of schema %q, want a trace", e.Name, e.Schema)
}

// named gives an error of a reader the name of the file.
func named(name string, err error) error {
	var text *chrome.SyntaxError
	var binary *trace.SyntaxError
	switch {
	case errors.As(err, &text):
		text.File = name
		return text
	case errors.As(err, &binary):
		binary.File = name
		return binary
	}
	return fmt.Errorf("reading %s: %w", name, err)
}

package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/jsontext"
)

// A SyntaxError says where a document is wrong. Lines and columns count from 1,
// columns in bytes.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// newSyntaxError places an error of encoding/json.
func newSyntaxError(name string, text []byte, err error) *SyntaxError {
	line, col, msg := jsontext.Place(text, err)
	return &SyntaxError{File: name, Line: line, Col: col, Msg: msg}
}

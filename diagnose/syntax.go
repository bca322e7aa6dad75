package diagnose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A SyntaxError says where a document is not what it should be. Lines and
// columns count from 1, columns in bytes.
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
	offset, msg := int64(len(text)), err.Error()
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		offset, msg = syntax.Offset-1, syntax.Error()
		if syntax.Offset >= int64(len(text)) && msg == "unexpected end of JSON input" {
			offset = int64(len(text))
		}
	case errors.As(err, &kind):
		offset, msg = kind.Offset-1, fmt.Sprintf("%s: got %s, want %s", kind.Field, kind.Value, kind.Type)
		if kind.Field == "" {
			msg = fmt.Sprintf("got %s, want an object", kind.Value)
		}
	}
	before := text[:min(max(offset, 0), int64(len(text)))]
	line := bytes.Count(before, []byte("\n")) + 1
	return &SyntaxError{File: name, Line: line, Col: len(before) - bytes.LastIndexByte(before, '\n'), Msg: msg}
}

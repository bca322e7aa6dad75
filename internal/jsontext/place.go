package jsontext

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Place returns where in a document an error of json.Unmarshal is, and what is
// wrong there: got and want, if a value has the wrong type.
//
// Lines and columns count from 1, columns in bytes. Any other error is at the
// end of the text.
func Place(text []byte, err error) (line, col int, msg string) {
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
	return bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n'), msg
}

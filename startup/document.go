package startup

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// A SyntaxError says where a document is none.
type SyntaxError struct {
	File      string
	Line, Col int
	Msg       string
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s:%d:%d: %s", e.File, e.Line, e.Col, e.Msg)
}

// Parse reads a document startup/v1. name is its file.
//
// Errors: *SyntaxError.
func Parse(text []byte, name string) (*Result, error) {
	r := &Result{}
	fail := func(offset int64, format string, args ...any) (*Result, error) {
		before := text[:min(max(offset, 0), int64(len(text)))]
		return nil, &SyntaxError{name, bytes.Count(before, []byte("\n")) + 1, len(before) - bytes.LastIndexByte(before, '\n'), fmt.Sprintf(format, args...)}
	}
	err := json.Unmarshal(text, r)
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return fail(syntax.Offset-1, "%v", err)
	case errors.As(err, &kind):
		return fail(kind.Offset-1, "%s: got %s, want %s", kind.Field, kind.Value, kind.Type)
	case err != nil:
		return fail(0, "%v", err)
	case r.Schema != Schema:
		return fail(0, "document of schema %q, want %q", r.Schema, Schema)
	case r.Cold == nil || r.Reload == nil || r.Warm.AfterCold == nil || r.Warm.AfterReload == nil:
		return fail(0, "a regime is missing, want cold, cache_reload, warm.after_cold and warm.after_cache_reload")
	}
	return r, nil
}

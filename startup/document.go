package startup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"

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

// Parse reads a document startup/v1. name is its file.
//
// Errors: *SyntaxError.
func Parse(text []byte, name string) (*Result, error) {
	r := &Result{}
	if err := json.Unmarshal(text, r); err != nil {
		line, col, msg := jsontext.Place(text, err)
		return nil, &SyntaxError{name, line, col, msg}
	}
	switch {
	case r.Schema != Schema:
		return nil, &SyntaxError{name, 1, 1, fmt.Sprintf("document of schema %q, want %q", r.Schema, Schema)}
	case r.Cold == nil || r.Reload == nil || r.Warm.AfterCold == nil || r.Warm.AfterReload == nil:
		return nil, &SyntaxError{name, 1, 1, "a regime is missing, want cold, cache_reload, warm.after_cold and warm.after_cache_reload"}
	}
	return r, nil
}

// ReadFile is Parse of a file. If the file exists but cannot be read, the error says
// that it was reading.
func ReadFile(path string) (*Result, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	return Parse(text, path)
}

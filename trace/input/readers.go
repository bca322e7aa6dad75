package input

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// readCapture reads a capture; one from standard input into memory.
func readCapture(s *source) (*File, error) {
	if s.path != "" {
		t, err := s.pool.capture(s.path, s.o.Progress)
		return &File{Trace: t}, err
	}
	b, err := io.ReadAll(s.in)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", s.name, err)
	}
	t, err := trace.Read(bytes.NewReader(b), int64(len(b)))
	if err != nil {
		return nil, named(s.name, err)
	}
	return &File{Trace: t}, nil
}

// text returns what the file holds, decompressed.
func (s *source) text() (io.Reader, error) {
	if !compressed(s.head) {
		return s.in, nil
	}
	z, err := gzip.NewReader(s.in)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", s.name, err)
	}
	return z, nil
}

// readChrome reads Chrome JSON. What turns out to be a document of nrkit is named.
func readChrome(s *source) (*File, error) {
	in, err := s.text()
	if err != nil {
		return nil, err
	}
	t, warnings, err := chrome.Read(in)
	if err != nil {
		if schema, _ := Schema(bytes.NewReader(s.head)); strings.Contains(schema, "/v") {
			return nil, &DocumentError{s.name, schema}
		}
		return nil, named(s.name, err)
	}
	f := &File{Trace: t}
	for _, w := range warnings {
		w.File = filepath.Base(s.name)
		f.Warnings = append(f.Warnings, w.String())
	}
	return f, nil
}

// readProfile reads a profile of JAX.
func readProfile(s *source) (*File, error) {
	in, err := s.text()
	if err != nil {
		return nil, err
	}
	t, warnings, err := xplane.Read(in, xplane.Options{Scopes: s.o.Scopes, NoPhases: s.o.NoScopes, Progress: s.o.Progress})
	if err != nil {
		return nil, named(s.name, err)
	}
	return &File{Trace: t, Warnings: warnings}, nil
}

package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// A source is a trace that was read.
type source struct {
	*trace.Trace
	name     string
	warnings []string // of the reader
	close    func() error
}

// openTrace reads a capture or a Chrome JSON file, also compressed; its first
// bytes say which. - is standard input.
func (p *program) openTrace(cmd *cobra.Command, path string) (*source, error) {
	if path == "-" {
		text, err := io.ReadAll(p.Stdin)
		if err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
		if isChrome(text) {
			return readChrome("stdin", bytes.NewReader(text))
		}
		t, err := trace.Read(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return nil, named("stdin", err)
		}
		return &source{Trace: t, name: "stdin", close: t.Close}, nil
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.WithHint(err, cli.FileHint(cmd, path))
	}
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	if info, err := f.Stat(); err == nil && info.IsDir() {
		return nil, fmt.Errorf("%s: is a directory, want a capture or Chrome JSON", path)
	}
	in := bufio.NewReader(f)
	head, err := in.Peek(64)
	if err != nil && len(head) == 0 && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	if isChrome(head) {
		return readChrome(path, in)
	}
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	return &source{Trace: t, name: path, close: t.Close}, nil
}

// isChrome says whether a file that starts like this is JSON, or compressed.
func isChrome(head []byte) bool {
	head = bytes.TrimLeft(head, " \t\r\n")
	return len(head) > 0 && (head[0] == '{' || head[0] == '[') || bytes.HasPrefix(head, []byte{0x1f, 0x8b})
}

// readChrome reads Chrome JSON, also compressed.
func readChrome(name string, r io.Reader) (*source, error) {
	in := bufio.NewReader(r)
	r = in
	if head, err := in.Peek(2); err == nil && bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		r = z
	}
	t, warnings, err := chrome.Read(r)
	if err != nil {
		return nil, named(name, err)
	}
	s := &source{Trace: t, name: name, close: func() error { return nil }}
	for _, w := range warnings {
		w.File = filepath.Base(name)
		s.warnings = append(s.warnings, w.String())
	}
	return s, nil
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

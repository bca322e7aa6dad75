package main

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/nsys/timeline"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/xla/phases"
	"github.com/nrkit/nrkit/xla/xplane"
)

// A source is a trace that was read.
type source struct {
	*trace.Trace
	name     string
	warnings []string // of the reader
	missing  []timeline.Missing
	open     timeline.Open // what was open at the end of an export
	export   bool          // it is of Nsight Systems
	close    func() error
}

// inputsHelp says what the commands that read traces take.
const inputsHelp = `FILE is a capture, Chrome JSON, a profile of JAX (.xplane.pb), both also
compressed, an SQLite export of Nsight Systems, or its report (.nsys-rep), which
takes an installed nsys; - is standard input. The first bytes of a file say what
it is. An export of more than some 100 MB needs up to four times its size in the
folder that TMPDIR names (default /tmp), for a temporary file.

Several files become one trace. Each file is one rank, numbered by its label rank
if all these labels differ, otherwise by its position on the command line. --align
puts their clocks together: wall uses the time of day at which each file started;
start takes all starts for one moment; end:RANGE and begin:RANGE take the ends or
begins of RANGE for one moment, such as end:MPI_Barrier.`

// openTrace reads a trace, with the phases of operations of XLA.
func (p *program) openTrace(cmd *cobra.Command, path string) (*source, error) {
	s, err := p.openScoped(cmd, path, xplane.Options{})
	if err != nil {
		return nil, err
	}
	var f scopeFlags
	f.attribute(s, phases.Table{})
	return s, nil
}

// openScoped reads a trace; its first bytes say what it is. - is standard input.
// The options are for profiles of JAX.
func (p *program) openScoped(cmd *cobra.Command, path string, o xplane.Options) (*source, error) {
	if path == "-" {
		in := bufio.NewReader(p.Stdin)
		head, _ := in.Peek(headBytes) // ReadAll has its error
		switch what := kindOf(head); what {
		case nsysExport, nsysReport, nsysStream:
			return p.readCopy(in, what)
		}
		text, err := io.ReadAll(in)
		if err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
		switch kindOf(text[:min(len(text), headBytes)]) {
		case chromeJSON:
			s, err := readChrome("stdin", bytes.NewReader(text), o)
			return s, noDocument(cmd, "stdin", text[:min(len(text), headBytes)], err)
		case jaxProfile:
			return readProfile("stdin", bytes.NewReader(text), o)
		}
		t, err := trace.Read(bytes.NewReader(text), int64(len(text)))
		if err != nil {
			return nil, named("stdin", err)
		}
		return &source{Trace: t, name: "stdin", close: t.Close}, nil
	}
	f, err := openInput(cmd, path)
	if err != nil {
		return nil, err
	}
	defer f.Close() // was only read
	in := bufio.NewReader(f)
	head, err := in.Peek(headBytes)
	if err != nil && len(head) == 0 && !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("reading %s: %w", path, err)
	}
	switch kindOf(head) {
	case chromeJSON:
		head := bytes.Clone(head) // the reader goes on
		s, err := readChrome(path, in, o)
		return s, noDocument(cmd, path, head, err)
	case jaxProfile:
		return readProfile(path, in, o)
	case nsysExport:
		return p.readExport(path, path)
	case nsysReport:
		return p.readReport(path)
	case nsysStream:
		return nil, cli.WithHint(fmt.Errorf("%s: is what nsys recorded, not yet a report", path), "nrprof nsys --import "+path+" makes the report")
	}
	t, err := trace.Open(path)
	var foreign *trace.SyntaxError
	if errors.As(err, &foreign) && foreign.Offset == 0 {
		return nil, cli.WithHint(err, "what is read: captures (.nrt), Chrome JSON, profiles of JAX (.xplane.pb), exports (.sqlite) and reports (.nsys-rep) of Nsight Systems")
	}
	if err != nil {
		return nil, err
	}
	return &source{Trace: t, name: path, close: t.Close}, nil
}

// A kind is what a file is.
type kind int

const (
	captureFile kind = iota // also what is nothing that is known
	chromeJSON              // or what is compressed with gzip
	jaxProfile
	nsysExport
	nsysReport
	nsysStream
)

// headBytes is how much of a file says what it is.
const headBytes = 64

// kindOf returns what a file is that starts like this. One of zeros is an
// export that was never finished.
func kindOf(head []byte) kind {
	text := bytes.TrimLeft(head, " \t\r\n")
	switch {
	case bytes.HasPrefix(head, []byte("SQLite format 3\x00")), len(head) > 0 && len(bytes.Trim(head, "\x00")) == 0:
		return nsysExport
	case bytes.HasPrefix(head, []byte("NVIDIA Tegra Profiler Report")):
		return nsysReport
	case bytes.Contains(head, []byte("NVIDIA Nsight Systems Stream")):
		return nsysStream
	case xplane.Is(head):
		return jaxProfile
	case len(text) > 0 && (text[0] == '{' || text[0] == '['), bytes.HasPrefix(head, []byte{0x1f, 0x8b}):
		return chromeJSON
	}
	return captureFile
}

// kindOfFile returns what the file path is.
func kindOfFile(path string) (kind, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close() // was only read
	head := make([]byte, headBytes)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF) {
		return 0, err // names the file
	}
	return kindOf(head[:n]), nil
}

// noDocument says of a document of ours, which begins like head and was read as
// Chrome JSON with an error, what to give in its place.
func noDocument(cmd *cobra.Command, name string, head []byte, err error) error {
	if err == nil {
		return nil
	}
	in := json.NewDecoder(bytes.NewReader(head))
	var first [3]json.Token // what is no such text has other tokens
	for k := range first {
		first[k], _ = in.Token()
	}
	schema, ok := first[2].(string)
	if first[1] != "schema" || !ok || !strings.Contains(schema, "/v") {
		return err
	}
	hint := "give the capture that it was made of"
	if schema == "run/v1" {
		hint = "give the capture: nrprof run -o FILE.nrt writes it"
	}
	if flag, ok := map[string]string{"run/v1": "run", "analyze/v1": "analysis"}[schema]; ok && cmd.Flags().Lookup(flag) != nil {
		hint += "; --" + flag + " takes the document beside it"
	}
	return cli.WithHint(fmt.Errorf("%s:1:1: document of schema %q, want a trace", name, schema), hint)
}

// readChrome reads Chrome JSON, also compressed; what is compressed may be a
// profile of JAX.
func readChrome(name string, r io.Reader, o xplane.Options) (*source, error) {
	in := bufio.NewReader(r)
	r = in
	if head, err := in.Peek(2); err == nil && bytes.Equal(head, []byte{0x1f, 0x8b}) {
		z, err := gzip.NewReader(in)
		if err != nil {
			return nil, fmt.Errorf("reading %s: %w", name, err)
		}
		in = bufio.NewReader(z)
		if head, _ := in.Peek(headBytes); kindOf(head) == jaxProfile {
			return readProfile(name, in, o)
		}
		r = in
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

// readProfile reads a profile of JAX.
func readProfile(name string, r io.Reader, o xplane.Options) (*source, error) {
	t, warnings, err := xplane.Read(r, o)
	if err != nil {
		return nil, named(name, err)
	}
	return &source{Trace: t, name: name, warnings: warnings, close: func() error { return nil }}, nil
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

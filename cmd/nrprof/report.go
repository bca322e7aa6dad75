package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/keys"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/nsys/timeline"
)

// readExport reads an SQLite export of Nsight Systems, until the program is
// interrupted. Name is what messages call it.
func (p *program) readExport(path, name string) (*source, error) {
	e, err := nsys.Open(path)
	if err != nil {
		return nil, renamedExport(err, path, name)
	}
	e.Stop = p.Ctx.Err
	t, notes, err := timeline.Read(e, timeline.Options{})
	if err == nil {
		t.Header.Key, err = keys.OfExport(e)
	}
	var of []string
	if err == nil && name != "stdin" {
		of, err = keys.Add(t, e, name)
	}
	if cerr := e.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, renamedExport(err, path, name)
	}
	return &source{Trace: t, name: name, warnings: append(notes.Warnings, of...), missing: notes.Missing, open: notes.Open, export: true, close: t.Close}, nil
}

// renamedExport gives an error about an export the name that the user knows.
func renamedExport(err error, path, name string) error {
	if path == name {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), path, name))
}

// readReport reads a report of Nsight Systems, which the installed nsys turns
// into an export.
func (p *program) readReport(path string) (*source, error) {
	program, ok := findNSYS()
	if !ok {
		return nil, cli.WithHint(fmt.Errorf("%s: is a report of Nsight Systems, and there is no nsys here that reads it", path),
			"where nsys is: nsys export --type sqlite "+filepath.Base(path)+"; then give the .sqlite; nrprof doctor says how to install nsys")
	}
	dir, remove, err := p.tempDir()
	if err != nil {
		return nil, err
	}
	s, err := p.exportReport(program.Path, path, filepath.Join(dir, "report.sqlite"))
	return s, remove(err)
}

// tempDir makes a folder for temporary files, which goes when the program is
// interrupted, and returns what removes it: that takes the error until then, and
// returns it or its own.
func (p *program) tempDir() (dir string, remove func(error) error, err error) {
	settle, err := p.Begin(func() (undo func(), err error) {
		if dir, err = os.MkdirTemp("", "nrprof-*"); err != nil {
			return nil, err
		}
		return func() { _ = os.RemoveAll(dir) }, nil // a temporary file that stays harms nobody
	})
	if err != nil {
		return "", nil, err
	}
	return dir, func(err error) error { return settle(err, func() error { return os.RemoveAll(dir) }) }, nil
}

// findNSYS returns the nsys that $NSYS names, else the newest there is.
func findNSYS() (launch.Program, bool) {
	if path := os.Getenv("NSYS"); path != "" {
		p, err := launch.Inspect(path)
		return p, err == nil
	}
	found, _ := launch.Finder{Path: os.Getenv("PATH")}.NSYS()
	if len(found) == 0 {
		return launch.Program{}, false
	}
	return found[0], true
}

// exportReport lets nsys write a report as the database, and reads that.
func (p *program) exportReport(program, report, database string) (*source, error) {
	cmd := exec.CommandContext(p.Ctx, program, "export", "--type=sqlite", "--quiet=true", "--output="+database, report)
	out, err := cmd.CombinedOutput()
	if cerr := p.Ctx.Err(); cerr != nil {
		return nil, cerr
	}
	if _, serr := os.Stat(database); serr != nil && err == nil {
		err = errors.New("wrote no database") // ends with 0 whatever happens
	}
	if err != nil {
		return nil, fmt.Errorf("%s: nsys export: %w: %s", report, err, lastLine(out))
	}
	return p.readExport(database, report)
}

// lastLine returns the last line that has something.
func lastLine(out []byte) string {
	lines := bytes.FieldsFunc(out, func(r rune) bool { return r == '\n' || r == '\r' })
	for i := len(lines) - 1; i >= 0; i-- {
		if s := strings.TrimSpace(string(lines[i])); s != "" {
			return s
		}
	}
	return "without a word"
}

// readCopy reads an export or a report that came on standard input.
func (p *program) readCopy(in *bufio.Reader, what kind) (s *source, err error) {
	dir, remove, err := p.tempDir()
	if err != nil {
		return nil, err
	}
	defer func() { err = remove(err) }()
	name := filepath.Join(dir, "stdin")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	_, err = io.Copy(f, in)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	switch what {
	case nsysExport:
		return p.readExport(name, "stdin")
	case nsysReport:
		if s, err = p.readReport(name); err == nil {
			s.name = "stdin"
			return s, nil
		}
		return nil, renamedExport(err, name, "stdin")
	}
	return nil, errors.New("stdin: is what nsys recorded, not yet a report")
}

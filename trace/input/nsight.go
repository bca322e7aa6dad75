package input

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/nsys"
)

// readExport reads an SQLite export of Nsight Systems.
func readExport(s *source) (*File, error) {
	return s.onDisk(func(path string) (*File, error) { return s.export(path) })
}

// readReport reads a report of Nsight Systems, which the installed nsys turns into
// an export.
func readReport(s *source) (*File, error) {
	if !nsys.IsReport(s.head) {
		return nil, fmt.Errorf("%s: is not a report of Nsight Systems", s.name)
	}
	return s.onDisk(s.report)
}

// onDisk calls read with the path of the file: what came on standard input is
// copied to a temporary one before, of which messages have the name of the input.
func (s *source) onDisk(read func(path string) (*File, error)) (f *File, err error) {
	if s.path != "" {
		return read(s.path)
	}
	dir, remove, err := s.tempDir()
	if err != nil {
		return nil, err
	}
	defer func() { err = remove(err) }()
	path := filepath.Join(dir, "stdin")
	if err := copyTo(path, s.in); err != nil {
		return nil, err
	}
	f, err = read(path)
	return f, s.renamed(err, path)
}

// copyTo writes a new file that nobody else can read.
func copyTo(path string, in io.Reader) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, in)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	return err
}

// renamed gives an error about a temporary file the name that the user knows.
func (s *source) renamed(err error, path string) error {
	if err == nil || path == s.name {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), path, s.name))
}

// tempDir makes a folder for temporary files, as Options.TempDir does.
func (s *source) tempDir() (dir string, remove func(error) error, err error) {
	if s.o.TempDir != nil {
		return s.o.TempDir()
	}
	if dir, err = os.MkdirTemp("", "nrkit-*"); err != nil {
		return "", nil, err
	}
	return dir, func(err error) error { return cmp.Or(err, os.RemoveAll(dir)) }, nil
}

func (s *source) context() context.Context {
	if s.o.Context != nil {
		return s.o.Context
	}
	return context.Background()
}

// export reads the export at path, until the context ends.
func (s *source) export(path string) (*File, error) {
	e, err := nsys.Open(path)
	if err != nil {
		return nil, s.renamed(err, path)
	}
	e.Stop = func() error {
		if s.o.Progress != nil {
			s.o.Progress(e.Read())
		}
		return s.context().Err()
	}
	t, notes, err := timeline.Read(e, timeline.Options{})
	var warnings []string
	if err == nil && s.o.Identify != nil {
		warnings, err = s.o.Identify(t, e, s.name)
	}
	if cerr := e.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, s.renamed(err, path)
	}
	return &File{Trace: t, Warnings: append(notes.Warnings, warnings...), Lost: notes.Missing, Unclosed: notes.Open}, nil
}

// withoutNsys is the error for a report of Nsight Systems where nothing can read it.
func (s *source) withoutNsys(path, where string) error {
	return &Failure{fmt.Errorf("%s: is a report of Nsight Systems, and %s has no nsys to read it", path, where),
		"on a machine with nsys, run: nsys export --type sqlite " + filepath.Base(path) + "; then read the .sqlite file; nrprof doctor shows how to install nsys"}
}

// unimported is the error of what nsys recorded and did not import.
func (s *source) unimported() error {
	hint := ""
	if s.path != "" {
		hint = "nrprof nsys --import " + s.path + " makes the report"
	}
	return &Failure{fmt.Errorf("%s: is a recording of nsys, not yet a report", s.name), hint}
}

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/nsys/keys"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// inputsHelp says what the commands that read traces take.
func inputsHelp() string {
	var list strings.Builder
	for _, f := range input.Formats() {
		list.WriteString("  " + f.String())
		if f.Packed {
			list.WriteString(", also compressed with gzip")
		}
		if f.Needs != "" {
			list.WriteString(", which takes " + f.Needs)
		}
		list.WriteString("\n")
	}
	return `FILE is a trace of one of these formats; - is standard input. The first bytes of a
file say what it is. If they do not, its name does.

` + list.String() + `
An export of more than some 100 MB needs up to four times its size in the folder that
TMPDIR names (default /tmp), for a temporary file.

Several files become one trace. Each file is one rank, numbered by its label rank
if all these labels differ, otherwise by its position on the command line. --align
puts their clocks together: wall uses the time of day at which each file started;
start takes all starts for one moment; end:RANGE and begin:RANGE take the ends or
begins of RANGE for one moment, such as end:MPI_Barrier.`
}

// someFiles is the argument check of commands that take one file or more.
func someFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cli.Usage(cmd.CommandPath()+": want FILE..., got 0 arguments", cmd.CommandPath()+" --help says more")
	}
	for i, a := range args {
		for _, b := range args[:i] {
			if a == b || sameFile(a, b) {
				return cli.Usagef("%s is given twice", a)
			}
		}
	}
	return nil
}

// inputOptions returns how the program reads traces.
func (p *program) inputOptions() input.Options {
	return input.Options{Stdin: p.Stdin, Context: p.Ctx, TempDir: p.tempDir, Identify: identify}
}

// identify gives the trace of an export its keys: that of the export, and those that
// nrprof nsys left beside it.
func identify(t *trace.Trace, e *nsys.Export, name string) (warnings []string, err error) {
	if t.Header.Key, err = keys.OfExport(e); err != nil {
		return nil, err
	}
	if name == "stdin" { // nothing is beside it
		return nil, nil
	}
	return keys.Add(t, e, name)
}

// openTrace reads a trace, with the phases of operations of XLA.
func (p *program) openTrace(cmd *cobra.Command, path string) (*input.File, error) {
	f, err := input.OpenFile(path, p.inputOptions())
	return f, inputError(cmd, []string{path}, err)
}

// openAll reads traces and puts them into one.
func (p *program) openAll(cmd *cobra.Command, paths []string, f *inputFlags) (*input.Set, error) {
	align, err := f.method()
	if err != nil {
		return nil, err
	}
	o := p.inputOptions()
	if err := f.options(&o); err != nil {
		return nil, err
	}
	s, err := input.OpenAll(paths, o, align)
	return s, inputError(cmd, paths, err)
}

// inputError gives an error of reading files its hint.
func inputError(cmd *cobra.Command, paths []string, err error) error {
	var failure *input.Failure
	var document *input.DocumentError
	var file *fs.PathError
	switch {
	case errors.As(err, &failure):
		return cli.WithHint(err, failure.Hint)
	case errors.As(err, &document):
		return cli.WithHint(err, documentHint(cmd, document.Schema))
	case errors.Is(err, fs.ErrNotExist) && errors.As(err, &file) && slices.Contains(paths, file.Path):
		return cli.WithHint(err, cli.FileHint(cmd, file.Path))
	}
	return err
}

// documentHint says what to give in the place of a document of ours.
func documentHint(cmd *cobra.Command, schema string) string {
	hint := "give the capture that it was made of"
	if schema == "run/v1" {
		hint = "give the capture: nrprof run -o FILE.nrt writes it"
	}
	if flag, ok := map[string]string{"run/v1": "run", "analyze/v1": "analysis"}[schema]; ok && cmd.Flags().Lookup(flag) != nil {
		hint += "; --" + flag + " takes the document beside it"
	}
	return hint
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

// openInput opens a file that is no trace. The error of one that is not there names
// one that is called alike; a folder is an error.
func openInput(cmd *cobra.Command, path string) (*os.File, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.WithHint(err, cli.FileHint(cmd, path))
	}
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close() // was not read
		return nil, fmt.Errorf("%s: is a directory, want a file", path)
	}
	return f, nil
}

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// checkArgs is the argument check: two sides, by whatever means.
func (f *compareFlags) checkArgs(cmd *cobra.Command, args []string) error {
	const hint = "several files a side: nrprof compare OLD... -- NEW..."
	dash := cmd.ArgsLenAtDash()
	switch {
	case len(f.old) > 0 || len(f.new) > 0:
		if len(args) > 0 {
			return cli.Usagef("--old and --new take the place of arguments, got %q besides", args[0])
		}
		if len(f.old) == 0 || len(f.new) == 0 {
			return cli.Usagef("--old and --new belong together")
		}
	case dash >= 0:
		if dash == 0 || dash == len(args) {
			return cli.Usage("nrprof compare: want files before and after --", hint)
		}
		if flag := flagIn(cmd, args[dash:]); flag != "" {
			return cli.Usage("nrprof compare: got the flag "+flag+" behind --", "flags stand before the files: nrprof compare "+flag+" OLD... -- NEW...")
		}
	case len(args) != 2:
		return cli.Usage("nrprof compare: want OLD NEW, got "+units.Plural(len(args), "argument"), hint)
	case args[0] == "-" && args[1] == "-":
		return cli.Usagef("nrprof compare: both sides are standard input, which is one")
	}
	return nil
}

// flagIn returns the first of the arguments that names a flag, "" for none.
// Behind -- a flag is an argument like others.
func flagIn(cmd *cobra.Command, args []string) string {
	for _, a := range args {
		name, ok := strings.CutPrefix(a, "--")
		name, _, _ = strings.Cut(name, "=")
		if ok && cmd.Flags().Lookup(name) != nil {
			return a
		}
	}
	return ""
}

// sides returns what the command line says of each side.
func (f *compareFlags) sides(cmd *cobra.Command, args []string) [2][]string {
	if len(f.old) > 0 {
		return [2][]string{f.old, f.new}
	}
	if dash := cmd.ArgsLenAtDash(); dash >= 0 {
		return [2][]string{args[:dash], args[dash:]}
	}
	return [2][]string{args[:1], args[1:]}
}

// A runReading says how runs are read.
type runReading struct {
	stat   compare.Statistic
	rename func(name string) string // of the ranges of traces; nil keeps all
}

// readSide reads the runs of a side.
func (p *program) readSide(cmd *cobra.Command, list []string, how runReading) ([]*compare.Run, error) {
	var files []string
	for _, arg := range list {
		more, err := compare.Files(arg, folderSuffixes())
		if missing := new(fs.PathError); errors.As(err, &missing) {
			return nil, fileError(cmd, []string{missing.Path}, err)
		}
		if err != nil {
			return nil, err
		}
		files = append(files, more...)
	}
	if err := someFiles(cmd, files); err != nil {
		return nil, err
	}
	var runs []*compare.Run
	for _, path := range files {
		more, err := p.readRuns(cmd, path, how)
		if err != nil {
			return nil, err
		}
		compare.Place(more, path)
		runs = append(runs, more...)
	}
	if a, b := compare.Repeated(runs); a != nil {
		return nil, cli.WithHint(fmt.Errorf("%s and %s are one run: it counts as one sample", a.Name, b.Name), "leave one of them out")
	}
	return runs, nil
}

// folderSuffixes returns the endings of the files that a folder is searched for, the
// first ones first.
func folderSuffixes() []string {
	var suffixes []string
	for _, f := range input.Formats() {
		if f.Needs == "" {
			suffixes = append(suffixes, f.Suffixes...)
		}
	}
	return append(suffixes, ".bench.txt")
}

// readRuns reads the runs of a file; its first bytes say what it is.
func (p *program) readRuns(cmd *cobra.Command, path string, how runReading) ([]*compare.Run, error) {
	if path == "-" {
		text, err := io.ReadAll(p.Stdin)
		if err != nil {
			return nil, fmt.Errorf("reading stdin: %w", err)
		}
		if read := readerOf(bytes.NewReader(text), path); read != nil {
			return read("stdin", text, how.stat)
		}
		p.Stdin = bytes.NewReader(text)
		return p.readTrace(cmd, path, how)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	read := readerOf(f, path)
	if err := f.Close(); err != nil {
		return nil, err
	}
	if read == nil {
		return p.readTrace(cmd, path, how)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return read(path, text, how.stat)
}

// A textReader reads runs from a text.
type textReader func(file string, text []byte, stat compare.Statistic) ([]*compare.Run, error)

// readerOf returns what reads a document or results of benchmarks, nil for a
// trace.
func readerOf(r io.Reader, path string) textReader {
	in := bufio.NewReaderSize(r, input.HeadBytes)
	head, _ := in.Peek(input.HeadBytes) // what fails here fails where it is read
	switch input.Sniff(head, path) {
	case input.ChromeJSON:
		if _, ok := input.Schema(in); ok {
			return compare.ReadDocuments
		}
	case input.Benchmarks:
		return func(file string, text []byte, _ compare.Statistic) ([]*compare.Run, error) {
			return compare.ReadBench(file, text)
		}
	}
	return nil
}

// readTrace reads the one run of a trace.
func (p *program) readTrace(cmd *cobra.Command, path string, how runReading) ([]*compare.Run, error) {
	t, err := p.openTrace(cmd, path)
	if err != nil {
		return nil, err
	}
	if how.rename != nil {
		t.Trace = trace.Rename(t.Trace, how.rename)
	}
	r := compare.FromTrace(filepath.Base(t.Name), t.Trace, how.stat)
	err = t.Err()
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return nil, err
	}
	r.Warnings = append(r.Warnings, t.Warnings...)
	return []*compare.Run{r}, nil
}

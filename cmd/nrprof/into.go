package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/nsys/into"
	"github.com/nrkit/nrkit/nsys/launch"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// exportInto adds the ranges of traces to a report of Nsight Systems.
func (p *program) exportInto(cmd *cobra.Command, paths []string, in *inputFlags, report, out string) error {
	switch {
	case out == "" || out == "-":
		return cli.Usage("--into needs a file to write", "-o OUT.nsys-rep names it")
	case !strings.EqualFold(filepath.Ext(out), ".nsys-rep"):
		return cli.Usagef("-o %s: want a name that ends in .nsys-rep", out)
	case sameFile(out, report):
		return cli.Usagef("-o %s is the report itself", out)
	}
	if err := checkReport(cmd, report); err != nil {
		return err
	}
	t, err := p.openAll(cmd, paths, in)
	if err != nil {
		return err
	}
	for _, w := range t.Warnings {
		p.Warn(w)
	}
	err = p.mergeInto(cmd, t.Trace, report, out)
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	return err
}

// checkReport refuses what is no report, before anything is read.
func checkReport(cmd *cobra.Command, path string) error {
	kind, err := input.SniffFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return cli.WithHint(err, cli.FileHint(cmd, path))
	case err != nil:
		return err
	case kind == input.NsightReport:
		return nil
	case kind == input.NsightExport:
		return cli.WithHint(fmt.Errorf("--into %s: is an export, want a report", path), "the .nsys-rep that it was made of")
	}
	return fmt.Errorf("--into %s: want a report of Nsight Systems", path)
}

// mergeInto writes the report with the ranges of t as out.
func (p *program) mergeInto(cmd *cobra.Command, t *trace.Trace, report, out string) error {
	session, err := p.openTrace(cmd, report)
	if err != nil {
		return err
	}
	offset, err := into.Offset(t, session.Trace, session.Name)
	if err != nil {
		return err
	}
	if offset > session.Last {
		p.Warn(fmt.Sprintf("the trace starts %v after the last event of %s", time.Duration(offset-session.Last).Round(time.Millisecond), report))
	}
	importer, err := findImporter()
	if err != nil {
		return err
	}
	dir, remove, err := p.tempDir()
	if err != nil {
		return err
	}
	return remove(p.importText(importer, t, offset, report, dir, out))
}

// findImporter returns the path of ImportNvtxt.
func findImporter() (string, error) {
	nsys, _ := launch.Installed(os.Getenv)
	path, searched := launch.Finder{Path: os.Getenv("PATH")}.Companion(launch.ImportNvtxt, nsys)
	if path == "" {
		return "", cli.WithHint(fmt.Errorf("found no %s in %s", launch.ImportNvtxt, strings.Join(searched, ", ")),
			"nrprof doctor says how to install it; nrprof export -o FILE.nvtxt writes what it takes elsewhere")
	}
	return path, nil
}

// importText runs ImportNvtxt on the text of t, in the directory, and moves what
// it made to out.
func (p *program) importText(importer string, t *trace.Trace, offset int64, report, dir, out string) error {
	made, err := into.Merge(p.Ctx, importer, t, offset, report, dir)
	if err != nil {
		return err
	}
	return p.WriteTo(out, func(w io.Writer) (err error) {
		f, err := os.Open(made)
		if err != nil {
			return err
		}
		_, err = io.Copy(w, f)
		if cerr := f.Close(); err == nil {
			err = cerr
		}
		return err
	})
}

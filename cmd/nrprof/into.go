package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/nsys/into"
	"github.com/nrkit/nrkit/trace"
)

// exportInto adds the ranges of traces to a report of Nsight Systems.
func (p *program) exportInto(cmd *cobra.Command, paths []string, in *inputFlags, report, out string) error {
	switch {
	case out == "" || out == "-":
		return cli.Usage("--into needs a file to write", "-o OUT.nsys-rep names it")
	case !strings.EqualFold(filepath.Ext(out), ".nsys-rep"):
		return cli.Usagef("-o %s: want a name that ends in .nsys-rep", out)
	case cli.SameFile(out, report):
		return cli.Usagef("-o %s is the report itself", out)
	}
	if err := into.Check(report); err != nil {
		return cli.FileError(cmd, []string{report}, err)
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

// mergeInto writes the report with the ranges of t as out.
func (p *program) mergeInto(cmd *cobra.Command, t *trace.Trace, report, out string) error {
	session, err := p.openTrace(cmd, report)
	if err != nil {
		return err
	}
	job, warning, err := into.NewJob(t, session, report, os.Getenv)
	if warning != "" {
		p.Warn(warning)
	}
	if err != nil {
		return err
	}
	dir, remove, err := p.TempDir()
	if err != nil {
		return err
	}
	made, err := job.Merge(p.Ctx, dir)
	if err == nil {
		err = p.WriteTo(out, func(w io.Writer) error { return into.Copy(w, made) })
	}
	return remove(err)
}

package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
	"github.com/nrkit/nrkit/trace/export"
)

// newExportCmd returns the command that converts a trace.
func newExportCmd(p *program) *cobra.Command {
	var out, format, into string
	var module, group bool
	var in inputFlags
	cmd := &cobra.Command{
		Use:   "export FILE... -o OUT",
		Short: "write a trace in another format, or several as one",
		Long: `Export writes a trace in the format that the name of OUT asks for:

` + export.List() + `
` + inputsHelp() + `

With --group-numbers, ranges whose names differ in numbers alone have one name, in
which # stands for each number.

With --into REPORT.nsys-rep the ranges are added to a report of Nsight Systems,
which must be of the same boot of the same machine: OUT is another report.

With --perfetto-sql, OUT is a module of PerfettoSQL, for trace_processor and the UI
of Perfetto: tables of phases, time steps and waits. Export then reads no trace.
docs/perfetto.md has queries that use it.`,
		Example: `  nrprof export c6288.nrt -o c6288.pftrace
  nrprof export c6288.nrt -o - --format csv | head
  nrprof export rank0.sqlite rank1.sqlite -o both.pftrace
  nrprof export c6288.nrt --into gpu.nsys-rep -o both.nsys-rep
  nrprof export --perfetto-sql -o nr.sql`,
		Args: filesOrModule(&module),
		RunE: func(cmd *cobra.Command, args []string) error {
			if module {
				return p.exportModule(cmd, out)
			}
			for _, path := range args {
				if cli.SameFile(out, path) {
					return cli.Usagef("-o %s is the trace itself", out)
				}
			}
			if group {
				in.rename = trace.GroupNumbers
			}
			if into != "" {
				return p.exportInto(cmd, args, &in, into, out)
			}
			f, err := exportFormat(out, format)
			if err != nil {
				return err
			}
			t, err := p.openAll(cmd, args, &in)
			if err != nil {
				return err
			}
			for _, w := range t.Warnings {
				p.Warn(w)
			}
			if f.Suffix == ".bench.txt" && !benchfmt.Configured(&t.Header) {
				p.Warn("the trace says neither what ran nor where: there are no lines such as program, host, goos and cpu before the results")
			}
			err = p.WriteTo(out, func(w io.Writer) error { return export.Write(w, f, t.Trace) })
			if cerr := t.Close(); err == nil {
				err = cerr
			}
			return err
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&out, "output", "o", "", "`OUT`; - is standard output, with --format")
	fl.StringVar(&format, "format", "", "`FORMAT` whatever the name says: "+strings.Join(export.Names(), ", "))
	fl.StringVar(&into, "into", "", "`REPORT.nsys-rep` that the ranges are added to")
	fl.BoolVar(&module, "perfetto-sql", false, "write the SQL module for Perfetto, not a trace")
	fl.BoolVar(&group, "group-numbers", false, "give ranges whose names differ in numbers alone one name, with # for each number")
	in.register(cmd)
	cli.Complete(cmd, map[string][]string{"format": export.Names()})
	return cmd
}

// exportFormat returns the format of the output.
func exportFormat(out, format string) (export.Format, error) {
	switch {
	case out == "":
		return export.Format{}, cli.Usage("no output given", "-o OUT names it, - for standard output")
	case format != "":
		f, ok := export.BySuffix("." + format)
		if !ok {
			return f, cli.Unknown("--format", format, export.Names())
		}
		return f, nil
	case out == "-":
		return export.Format{}, cli.Usage("-o - needs --format", "--format "+strings.Join(export.Names(), "|"))
	}
	f, err := export.ByName(out)
	if err != nil {
		return f, cli.Usage(err.Error(), "--format says it for any name")
	}
	return f, nil
}

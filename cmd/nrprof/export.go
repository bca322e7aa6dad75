package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/align"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/nsys/into"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/benchfmt"
	"github.com/nrkit/nrkit/trace/export"
	"github.com/nrkit/nrkit/trace/perfetto"
)

// An exportFlags holds the flags of the command export.
type exportFlags struct {
	in                traces.Flags
	pair              pairFlags
	out, format, into string
	module            bool
}

// newExportCmd returns the command that converts a trace.
func newExportCmd(p *program) *cobra.Command {
	var f exportFlags
	cmd := &cobra.Command{
		Use:   "export FILE... -o OUT",
		Short: "convert a trace to another format, or several traces to one",
		Long: `Export reads traces and writes OUT in the format that the ending of OUT selects:

` + export.List() + `  .parquet    Parquet, a folder with a file for each table

` + traces.Help() + `

` + helpPair + `

OUT.parquet is a folder for DuckDB, Spark and other engines. docs/duckdb.md has queries.

--into REPORT.nsys-rep adds the ranges to a report of Nsight Systems, and writes the
result as the report OUT. The trace and the report must be of the same boot of the
same machine.

--perfetto-sql writes a module of PerfettoSQL for trace_processor and the Perfetto
UI, with tables of phases, time steps and waits. Export then reads no trace.
docs/perfetto.md has queries that use the module.`,
		Example: `  nrprof export c6288.nrt -o c6288.pftrace
  nrprof export c6288.nrt -o - --format csv | head
  nrprof export rank0.sqlite rank1.sqlite -o both.pftrace
  nrprof export before.nrt after.nrt --align iteration -o diff.pftrace
  nrprof export c6288.nrt -o captures/c6288.parquet
  nrprof export c6288.nrt --into gpu.nsys-rep -o both.nsys-rep
  nrprof export --perfetto-sql -o nr.sql`,
		Args: filesOrModule(&f.module),
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.module {
				return p.exportModule(cmd, f.out)
			}
			for _, path := range args {
				if err := cli.NotItself("-o", f.out, path, "trace"); err != nil {
					return err
				}
			}
			if u, ok, err := f.pair.unit(); err != nil {
				return err
			} else if ok {
				return p.exportPair(cmd, args, &f, u)
			}
			if isFolder(&f) {
				return p.exportFolder(cmd, args, &f)
			}
			if f.into != "" {
				return p.exportInto(cmd, args, &f.in, f.into, f.out)
			}
			return p.export(cmd, args, &f)
		},
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.out, "output", "o", "", "write to `OUT`; - is standard output and needs --format")
	fl.StringVar(&f.format, "format", "", "`FORMAT` of OUT (default by the ending of OUT): "+strings.Join(formatNames(), ", "))
	fl.StringVar(&f.into, "into", "", "add the ranges to the report `REPORT.nsys-rep`")
	fl.BoolVar(&f.module, "perfetto-sql", false, "write the SQL module for Perfetto instead of a trace")
	fl.BoolVar(&f.in.GroupNumbers, "group-numbers", false, "give ranges whose names differ only in numbers one name, with # for each number")
	f.in.Register(cmd)
	f.pair.register(cmd, &f.in)
	cli.Complete(cmd, map[string][]string{"format": formatNames()})
	return cmd
}

// export writes traces as one in the format of the output.
func (p *program) export(cmd *cobra.Command, args []string, f *exportFlags) error {
	to, err := exportFormat(f.out, f.format)
	if err != nil {
		return err
	}
	t, err := f.in.Open(p.Program, cmd, args)
	if err != nil {
		return err
	}
	p.WarnAll(t.Warnings)
	p.hintPair(t, &f.pair)
	if to.Suffix == ".bench.txt" && !benchfmt.Configured(&t.Header) {
		p.Warn("the trace has neither the program nor the machine: the results have no lines program, host, goos and cpu")
	}
	over := traces.Watch(p.Program, t, 1)
	defer over()
	return cmp.Or(p.WriteTo(f.out, func(w io.Writer) error { return writeAs(w, to, t.Trace) }), t.Close())
}

// exportPair writes two runs as one trace.
func (p *program) exportPair(cmd *cobra.Command, args []string, f *exportFlags, u align.Unit) error {
	if f.into != "" {
		return cli.Usagef("--into and --align %s exclude each other", u)
	}
	to, err := exportFormat(f.out, f.format)
	if err != nil {
		return err
	}
	if to.Suffix != ".pftrace" && to.Suffix != ".json" && to.Suffix != ".json.gz" {
		return cli.Usage(fmt.Sprintf("--align %s: want a format with a time line, got %s", u, strings.TrimPrefix(to.Suffix, ".")), "such names end in .pftrace, .json or .json.gz")
	}
	x, err := p.openPair(cmd, args, &f.pair, u)
	if err != nil {
		return err
	}
	return cmp.Or(p.WriteTo(f.out, func(w io.Writer) error { return export.Write(w, to, x.Trace) }), x.Close())
}

// writeAs writes a trace in a format. Formats with arguments of ranges get what is
// known of solver calls: their readers know nothing of the data of calls.
func writeAs(w io.Writer, to export.Format, t *trace.Trace) error {
	if to.Suffix == ".pftrace" || strings.HasPrefix(to.Suffix, ".json") {
		t = solvers.Annotate(t)
	}
	return export.Write(w, to, t)
}

// exportFormat returns the format of the output.
func exportFormat(out, format string) (export.Format, error) {
	switch {
	case out == "":
		return export.Format{}, cli.Usage("no output given", "-o OUT names the output; - is standard output")
	case format != "":
		f, ok := export.BySuffix("." + format)
		if !ok {
			return f, cli.Unknown("--format", format, formatNames())
		}
		return f, nil
	case out == "-":
		return export.Format{}, cli.Usage("-o - needs --format", "--format "+strings.Join(export.Names(), "|"))
	}
	f, err := export.ByName(out)
	if err != nil {
		return f, cli.Usage(err.Error()+" .parquet", "--format sets the format, whatever the ending of OUT")
	}
	return f, nil
}

// exportInto adds the ranges of traces to a report of Nsight Systems.
func (p *program) exportInto(cmd *cobra.Command, paths []string, in *traces.Flags, report, out string) error {
	switch {
	case out == "" || out == "-":
		return cli.Usage("--into needs a file to write", "-o OUT.nsys-rep names the file")
	case !strings.EqualFold(filepath.Ext(out), ".nsys-rep"):
		return cli.Usagef("-o %s: want a name that ends in .nsys-rep", out)
	case cli.SameFile(out, report):
		return cli.Usagef("-o %s is the report itself", out)
	}
	if err := into.Check(report); err != nil {
		return cli.FileError(cmd, []string{report}, err)
	}
	t, err := in.Open(p.Program, cmd, paths)
	if err != nil {
		return err
	}
	p.WarnAll(t.Warnings)
	return cmp.Or(p.mergeInto(cmd, t.Trace, report, out), t.Close())
}

// mergeInto writes the report with the ranges of t as out.
func (p *program) mergeInto(cmd *cobra.Command, t *trace.Trace, report, out string) error {
	session, err := traces.Open(p.Program, cmd, report)
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

// filesOrModule checks the arguments of export: traces, or none where the SQL
// module is asked for.
func filesOrModule(module *bool) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if !*module {
			return cli.SomeFiles(cmd, args)
		}
		if len(args) > 0 {
			return cli.Usagef("--perfetto-sql reads no trace, got %s", args[0])
		}
		return nil
	}
}

// exportModule writes the SQL module for Perfetto. Only --output goes with it.
func (p *program) exportModule(cmd *cobra.Command, out string) error {
	other := ""
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if f.Name != "perfetto-sql" && f.Name != "output" {
			other = f.Name
		}
	})
	switch {
	case other != "":
		return cli.Usagef("--perfetto-sql and --%s exclude each other", other)
	case out == "":
		return cli.Usage("no output given", "-o FILE.sql names the output; - is standard output")
	}
	return p.WriteTo(out, func(w io.Writer) error {
		_, err := io.WriteString(w, perfetto.Module)
		return err
	})
}

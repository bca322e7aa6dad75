package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/nsys/stats"
	"github.com/nrkit/nrkit/trace/input"
)

// A statsFlags holds the flags of the command stats.
type statsFlags struct {
	reports     []string
	format, out string
	list        bool
}

// newStatsCmd returns the command that prints reports of Nsight Systems.
func newStatsCmd(p *program) *cobra.Command {
	f := statsFlags{out: "-"}
	cmd := &cobra.Command{
		Use:   "stats FILE",
		Short: "print the reports of nsys stats, without Nsight Systems",
		Long: `Stats prints the reports of nsys stats and the rules of nsys analyze. It reads FILE,
an SQLite export of Nsight Systems 2022.2 or later, and prints the same columns and
the same figures. Use the report name of nsys 2023 or later, or the name of 2022 for
the format of 2022. --list lists the reports.

Arguments follow the name of a report after colons. base or mangled selects the
names of kernels. nvtx-name puts the NVTX range around the launch before the name.
start=NS, end=NS and nvtx=RANGE[@DOMAIN][/INDEX] select a part of the time.

Two reports are not in nsys. nr_iteration_gpu shows what devices did in each
Newton-Raphson iteration, and how often the host waited for them. nr_sync shows
where the host waited. Stats prints these reports only if --report names them.

Without --report, stats prints the default reports of nsys stats that FILE has data
for.`,
		Example: `  nrprof stats ring.sqlite
  nrprof stats ring.sqlite --report cuda_gpu_kern_sum:base --format csv
  nrprof stats ring.sqlite --report cuda_api_sum:nvtx=transient --format json -o api.json
  nrprof stats ring.sqlite --report nr_iteration_gpu,nr_sync`,
		Args: func(cmd *cobra.Command, args []string) error {
			if f.list && len(args) == 0 {
				return nil
			}
			return cli.ExactArgs("FILE")(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if f.list {
				return stats.List().WriteText(p.Stdout)
			}
			return p.stats(cmd, args[0], &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.reports, "report", "r", nil, "print the report `NAME`[:ARG…]; may be given several times")
	fl.StringVarP(&f.format, "format", "f", "", "`FORMAT` of the reports: "+strings.Join(stats.Formats(), ", ")+" (default: by the ending of OUT, otherwise table)")
	fl.StringVarP(&f.out, "output", "o", f.out, "write to `OUT`; - is standard output")
	fl.BoolVar(&f.list, "list", false, "list the reports with their arguments")
	cli.JSONSchema(cmd, func() string { return statsSchema })
	cli.Complete(cmd, map[string][]string{"format": stats.Formats(), "report": stats.Names()})
	return cmd
}

// statsSchema names the schema of reports in JSON, which have no key schema: they
// are those of nsys.
const statsSchema = "stats"

// requests returns the reports that the flags ask for, none for the default ones.
func (f *statsFlags) requests() ([]stats.Request, error) {
	if f.format == "" {
		f.format = stats.FormatOf(f.out)
	}
	if err := cli.OneOf("--format", f.format, stats.Formats()); err != nil {
		return nil, err
	}
	list, err := stats.ParseRequests(f.reports)
	if bad := new(stats.UnknownReportError); errors.As(err, &bad) {
		return nil, cli.Usage("--report: "+err.Error(), cmp.Or(cli.DidYouMean(bad.Report, stats.Names()), "nrprof stats --list lists the reports"))
	}
	if err != nil {
		return nil, cli.Usage(err.Error(), "nrprof stats --list lists the reports with their arguments")
	}
	return list, nil
}

// stats prints reports of an export.
func (p *program) stats(cmd *cobra.Command, path string, f *statsFlags) error {
	list, err := f.requests()
	if err != nil {
		return err
	}
	if err := cli.NotItself("-o", f.out, path, "export"); err != nil {
		return err
	}
	if path == "-" {
		return cli.Usage("- is standard input: stats needs a file, because it reads an SQLite database in any order", "nrprof stats FILE.sqlite")
	}
	e, err := input.OpenExport(path)
	if err != nil {
		return traces.Error(cmd, []string{path}, err)
	}
	defer collectLater(path)()
	tables, err := p.statsTables(e, list)
	if err = cmp.Or(err, e.Close()); err != nil {
		return err
	}
	width := 0
	if f.out == "-" {
		width = p.Width(0)
	}
	err = p.Stream(f.out, func(w io.Writer) error { return stats.WriteAll(w, tables, f.format, len(list) == 1, width) })
	for _, t := range tables {
		if err == nil && f.format != "table" && t.Nothing != "" { // other formats have no place for it
			p.Note(fmt.Sprintf("%s: %s: %s", path, t.Report, t.Nothing))
		}
	}
	return err
}

// statsTables computes the reports of the list, or the default ones that the export
// has data for. A report of the list without data is warned about; that no report
// has data is an error.
func (p *program) statsTables(e *nsys.Export, list []stats.Request) ([]*stats.Table, error) {
	named := len(list) > 0
	if !named {
		list = stats.Defaults()
	}
	var reports []string
	for _, r := range list {
		reports = append(reports, r.Report)
	}
	begin, over := traces.WatchReports(p.Program, e, reports)
	tables, without, err := stats.Select(e, list, begin)
	over()
	switch {
	case err != nil:
		return nil, err
	case len(tables) == 0 && !named:
		return nil, cli.WithHint(fmt.Errorf("%s: has no data for any of the default reports", e.Path), "nsys records the APIs that its --trace lists, such as cuda,nvtx,osrt")
	case len(tables) == 0 && list[0].Report == "nr_iteration_gpu":
		return nil, cli.WithHint(fmt.Errorf("%s: %w", e.Path, without[0]), "--report nvtx_sum lists the ranges of the export")
	case len(tables) == 0:
		return nil, cli.WithHint(fmt.Errorf("%s: %w", e.Path, without[0]), "without --report, stats prints the reports that have data")
	case named:
		for _, err := range without {
			p.Warn(e.Path + ": " + err.Error())
		}
	}
	return tables, nil
}

// collectLater puts the first collection of garbage off until the heap has
// 36 MB, which reports of a small export never need, and returns what undoes it.
func collectLater(path string) func() {
	// Below the first size the heap stays small by itself, and the call, which
	// stops the program and starts threads, costs a tenth of a report.
	if info, err := os.Stat(path); err != nil || info.Size() < 1<<20 || info.Size() > 16<<20 {
		return func() {}
	}
	before := debug.SetGCPercent(800)
	return func() { debug.SetGCPercent(before) }
}

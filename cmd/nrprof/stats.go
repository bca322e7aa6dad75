package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
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
		Short: "print the reports of Nsight Systems, without Nsight Systems",
		Long: `Stats prints the reports of nsys stats and the rules of nsys analyze from FILE,
an SQLite export of Nsight Systems 2022.2 or later: the same columns and the
same figures. A report has its name of 2023 and later, or that of 2022, as whose
nsys prints it then; --list says which there are.

A report takes arguments after colons: base or mangled names of kernels,
nvtx-name for names after that of the NVTX range around their launch, and
start=NS, end=NS or nvtx=RANGE[@DOMAIN][/INDEX] for a part of the time.

Two reports are our own: nr_iteration_gpu says what devices did in each
Newton-Raphson iteration and how often the host waited for them, nr_sync where
it waited. They are printed when they are named.

Without --report, the reports are printed that nsys stats prints, those that
FILE has data for.`,
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
				return listReports(p.Stdout)
			}
			return p.stats(cmd, args[0], &f)
		},
	}
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.reports, "report", "r", nil, "`NAME`[:ARG…] of a report; may be given several times")
	fl.StringVarP(&f.format, "format", "f", "", "`FORMAT` of the reports: "+strings.Join(statsFormats, ", ")+" (default that of the name of OUT, else table)")
	fl.StringVarP(&f.out, "output", "o", f.out, "`OUT`; - is standard output")
	fl.BoolVar(&f.list, "list", false, "list the reports")
	cli.JSONSchema(cmd, func() string { return statsSchema })
	for name, values := range map[string][]string{"format": statsFormats, "report": reportNames()} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values, cobra.ShellCompDirectiveNoFileComp))
	}
	return cmd
}

// statsSchema names the schema of reports in JSON, which have no key schema: they
// are those of nsys.
const statsSchema = "stats"

// statsFormats are the values of --format.
var statsFormats = []string{"table", "csv", "json"}

// formatOf returns the format that the name of the output asks for.
func formatOf(out string) string {
	switch ext := strings.ToLower(filepath.Ext(out)); ext {
	case ".csv", ".json":
		return ext[1:]
	}
	return "table"
}

// A wantedReport is a report with its arguments.
type wantedReport struct {
	name    string
	options stats.Options
}

// wanted returns the reports that the flags ask for, none for the usual ones.
func (f *statsFlags) wanted() ([]wantedReport, error) {
	if f.format == "" {
		f.format = formatOf(f.out)
	}
	if !slices.Contains(statsFormats, f.format) {
		return nil, unknown("--format", f.format, statsFormats)
	}
	var list []wantedReport
	for _, specs := range f.reports {
		for _, spec := range strings.Split(specs, ",") {
			name, options, err := stats.Parse(spec)
			if err == nil {
				err = stats.Check(name, options)
			}
			if errors.As(err, new(*stats.UnknownReportError)) {
				hint := cli.DidYouMean(name, reportNames())
				if hint == "" {
					hint = "nrprof stats --list lists the reports"
				}
				return nil, cli.Usage("--report: "+err.Error(), hint)
			}
			if err != nil {
				return nil, cli.Usage(err.Error(), "nrprof stats --list lists the reports with their arguments")
			}
			list = append(list, wantedReport{name, options})
		}
	}
	return list, nil
}

// stats prints reports of an export.
func (p *program) stats(cmd *cobra.Command, path string, f *statsFlags) error {
	list, err := f.wanted()
	if err != nil {
		return err
	}
	if sameFile(f.out, path) {
		return cli.Usagef("-o %s is the export itself", f.out)
	}
	e, err := openExport(cmd, path)
	if err != nil {
		return err
	}
	defer collectLater(path)()
	tables, err := p.statsTables(e, list)
	if cerr := e.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	return p.printTables(path, f, list, tables)
}

// printTables prints the tables of the reports in list.
func (p *program) printTables(path string, f *statsFlags, list []wantedReport, tables []*stats.Table) error {
	width := 0
	if f.out == "-" {
		width = p.Width(0)
	}
	err := p.Stream(f.out, func(w io.Writer) error { return writeTables(w, tables, f.format, len(list) == 1, width) })
	if err == nil && f.format != "table" {
		p.tellNothing(path, tables)
	}
	return err
}

// tellNothing says on standard error which rules found nothing, where the
// output has no place for it.
func (p *program) tellNothing(path string, tables []*stats.Table) {
	for _, t := range tables {
		if t.Nothing != "" {
			p.Note(fmt.Sprintf("%s: %s: %s", path, t.Report, t.Nothing))
		}
	}
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

// statsTables computes the reports, or the usual ones that the export has data
// for when the list is empty. Of those in the list, one without data is warned
// about; none with data is an error.
func (p *program) statsTables(e *nsys.Export, list []wantedReport) ([]*stats.Table, error) {
	usual := len(list) == 0
	if usual {
		for _, r := range stats.Reports() {
			if r.Default {
				list = append(list, wantedReport{name: r.Name})
			}
		}
	}
	var tables []*stats.Table
	var without []error
	for _, r := range list {
		t, err := stats.Run(e, r.name, r.options)
		switch {
		case errors.Is(err, stats.ErrNoData):
			without = append(without, err)
		case err != nil:
			return nil, err
		default:
			tables = append(tables, t)
		}
	}
	switch {
	case usual && len(tables) == 0:
		return nil, cli.WithHint(fmt.Errorf("%s: has no data for any of the usual reports", e.Path), "nsys records what --trace names: cuda,nvtx,osrt")
	case len(tables) == 0:
		return nil, cli.WithHint(fmt.Errorf("%s: %w", e.Path, without[0]), noDataHint(list[0].name))
	case !usual:
		for _, err := range without {
			p.Warn(e.Path + ": " + err.Error())
		}
	}
	return tables, nil
}

// noDataHint says what to do about a report without rows.
func noDataHint(name string) string {
	if name == "nr_iteration_gpu" {
		return "--report nvtx_sum lists the ranges there are"
	}
	return "without --report, the reports are printed that there is data for"
}

// openExport opens an SQLite export, or says how to make one.
func openExport(cmd *cobra.Command, path string) (*nsys.Export, error) {
	if err := otherKind(path); err != nil {
		return nil, err
	}
	e, err := nsys.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, cli.WithHint(err, cli.FileHint(cmd, path))
	}
	return e, err
}

// otherKind returns what is wrong with a path of something else than an export.
func otherKind(path string) error {
	if path == "-" {
		return cli.Usage("- is standard input, which is no file: an SQLite database is read here and there", "nrprof stats FILE.sqlite")
	}
	kind, err := input.SniffFile(path)
	if err != nil {
		kind = input.Sniff(nil, path) // what opens the file has the error
	}
	switch kind {
	case input.NsightReport:
		return cli.WithHint(fmt.Errorf("%s: is a report of Nsight Systems, want its SQLite export", path),
			fmt.Sprintf("nsys export --type sqlite -o %s.sqlite %s", strings.TrimSuffix(path, filepath.Ext(path)), path))
	case input.NsightStream:
		return cli.WithHint(fmt.Errorf("%s: is what nsys recorded, not yet a report", path), "nrprof nsys --import "+path+" makes the report and its export")
	case input.Capture:
		return cli.WithHint(fmt.Errorf("%s: is a capture, want an SQLite export of Nsight Systems", path), "nrprof phases "+path)
	}
	return nil
}

// writeTables writes tables one below the other, each below its title unless
// it is the only one that was asked for. Several in JSON are the members of one
// object. Names in text are cut where lines would have more than width columns; 0 is no limit.
func writeTables(w io.Writer, tables []*stats.Table, format string, alone bool, width int) error {
	for i, t := range tables {
		var err error
		switch {
		case alone:
		case format == "json":
			_, err = fmt.Fprintf(w, "%s%q: ", map[bool]string{true: "{\n", false: ",\n"}[i == 0], t.Report)
		case format == "csv":
			_, err = fmt.Fprintf(w, "%s# %s (%s)\n", separator(i), t.Title, t.Report)
		default:
			_, err = fmt.Fprintf(w, "%s%s (%s)\n\n", separator(i), t.Title, t.Report)
		}
		if err != nil {
			return err
		}
		switch format {
		case "csv":
			err = t.WriteCSV(w)
		case "json":
			err = t.WriteJSON(w)
		default:
			err = t.WriteTextWithin(w, width)
		}
		if err != nil {
			return err
		}
	}
	if !alone && format == "json" {
		_, err := io.WriteString(w, "}\n")
		return err
	}
	return nil
}

// separator is what stands between table i and the one above it.
func separator(i int) string {
	if i == 0 {
		return ""
	}
	return "\n"
}

// reportNames returns all names of reports.
func reportNames() []string {
	var names []string
	for _, r := range stats.Reports() {
		names = append(names, r.Name)
		if r.Old != "" && r.Old != r.Name {
			names = append(names, r.Old)
		}
	}
	return names
}

// listReports prints the reports there are, which of them are printed without
// being named, and which are our own.
func listReports(w io.Writer) error {
	t := &stats.Table{Columns: []string{"Report", "2022", "Usual", "Says", "Arguments"}}
	for _, r := range stats.Reports() {
		usual := ""
		switch {
		case r.Default:
			usual = "yes"
		case r.Own:
			usual = "own"
		}
		t.Add(stats.String(r.Name), stats.String(r.Old), stats.String(usual), stats.String(r.Says), stats.String(strings.Join(r.Args, " ")))
	}
	return t.WriteText(w)
}

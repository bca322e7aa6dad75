package main

import (
	"os"
	"slices"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/mcp"
	"github.com/nrkit/nrkit/internal/history"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	analysisreport "github.com/nrkit/nrkit/reports/analysis"
)

// An analyzeFlags holds the flags of the command without a name.
type analyzeFlags struct {
	json, markdown bool
	keeper         string // the format of --format
	out            string
	width          int
	parquet        bool
	series         bool
	stamps         string
	cache          string
	circuit        circuitFlags
	run            runFlags
	predict        predictFlags
}

// newRootCmd returns the command tree.
func newRootCmd(p *program) *cobra.Command {
	var f analyzeFlags
	cmd := &cobra.Command{
		Use:   "analyze FILE...",
		Short: "report which ordering suits a Jacobian, and how parallel its LU is",
		Long: `Report which ordering suits a sparse matrix, and how parallel its LU is.

Analyze reads a matrix, such as the Jacobian of a Newton solve, and compares
fill-reducing orderings. It prints a verdict, the structure of the matrix, fill
and flops of each ordering, and the predicted speed-up of a factorization.
Several files are iterations of one Newton solve: analyze reports the first
matrix, and whether the pattern changes from file to file.

FILE is Matrix Market, Rutherford-Boeing, Harwell-Boeing, SciPy .npz, PETSc
binary or MATLAB .mat (save -v7). FILE may be compressed (.gz, .zst, .xz) or a
.tar.gz archive from sparse.tamu.edu. The name - means standard input.

Analyze takes the names of rows and columns from NAME_rowname.txt and
NAME_colname.txt beside NAME.mtx.

With --stamps, analyze also reports how the devices of a circuit write into the
matrix. Without FILE, the matrix is then the union of the positions that the
devices write. With --circuit, analyze runs a simulation and takes matrices and
devices from it.

With --format, analyze prints JSON for a program that keeps the history of
figures, Bencher or github-action-benchmark: the entries of the matrix, the
least fill, the fewest flops and the least predicted parallel time.`,
		Example: `  analyze jacobian.mtx
  analyze jacobian.mtx --json | jq .best
  analyze it1.mtx it2.mtx it3.mtx
  analyze jacobian.mtx --stamps devices.json
  analyze --circuit c6288
  analyze jacobian.mtx -o report/
  analyze jacobian.mtx --format bencher > results.json`,
		Args: cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return p.analyze(cmd, args, &f) },
	}
	cli.JSONSchema(cmd, func() string { return analysis.Schema })
	fl := cmd.Flags()
	fl.BoolVar(&f.json, "json", false, "print one JSON document of schema "+analysis.Schema)
	fl.BoolVar(&f.markdown, "markdown", false, "print Markdown, for example for the summary of a CI job")
	fl.StringVar(&f.keeper, "format", "", "print figures as JSON for a program that keeps their history: `bencher|github-action-benchmark`")
	cli.Complete(cmd, map[string][]string{"format": history.Formats()})
	fl.StringVarP(&f.out, "output", "o", "", "also write each result as a file into `DIR`")
	fl.BoolVar(&f.parquet, "parquet", false, "with -o, also write the tables orderings.parquet and iterations.parquet")
	fl.IntVar(&f.width, "width", 0, widthUsage)
	fl.BoolVar(&f.series, "series", false, "take the files as iterations of one solve; a directory stands for all matrices in it")
	fl.StringVar(&f.stamps, "stamps", "", "report how the devices in the nr-devices file `DEVICES` write the matrix: scatter conflicts, colours, configurations")
	fl.StringVar(&f.cache, "cache", "", "keep orderings and their analyses in `DIR`, and use them again; --cache without DIR uses the cache folder of the user")
	fl.Lookup("cache").NoOptDefVal = userCache
	f.circuit.register(cmd)
	f.run.register(cmd)
	f.predict.register(cmd, usualMachine)
	p.reading.register(cmd)
	cmd.AddCommand(newCompareCmd(p), newOrderCmd(p), newConvertCmd(p), newPlotCmd(p), newCalibrateCmd(p), newSlurmCmd(p), mcp.New(p.Program), newOrderingsTopic())
	p.Prepare(cmd)
	return cmd
}

// check returns a usage error if arguments do not fit together.
func (f *analyzeFlags) check(p *program, cmd *cobra.Command, args []string) error {
	switch {
	case f.circuit.name != "" && (len(args) > 0 || f.stamps != ""):
		return cli.Usagef("--circuit takes matrix and devices from a simulation, and excludes FILE and --stamps")
	case f.circuit.name == "" && cmd.Flags().Changed("iterations"):
		return cli.Usagef("--iterations needs --circuit")
	case f.circuit.name != "" && (p.reading.lenient || p.reading.variable != ""):
		return cli.Usagef("--lenient and --variable are for files, and --circuit reads no file")
	case len(args) == 0 && f.stamps == "" && f.circuit.name == "":
		return cli.Usage("no file given", "run analyze --help for usage")
	case f.json && f.markdown:
		return cli.Usagef("--json and --markdown exclude each other")
	case f.keeper != "" && (f.json || f.markdown):
		return cli.Usagef("--format excludes --json and --markdown")
	case f.stamps == "-" && len(args) > 0 && args[0] == "-":
		return cli.Usagef("- is standard input, and only one of FILE and --stamps can read it")
	case f.width < 0:
		return cli.Usagef("--width: want 0 or more, got %d", f.width)
	case f.keeper != "":
		return cli.OneOf("--format", f.keeper, history.Formats())
	}
	return nil
}

// analyze runs the analysis of the files, and prints and writes it.
func (p *program) analyze(cmd *cobra.Command, args []string, f *analyzeFlags) error {
	if err := f.check(p, cmd, args); err != nil {
		return err
	}
	opt, err := f.run.options(cmd)
	if err != nil {
		return err
	}
	if err := f.predict.apply(p, cmd, &opt); err != nil {
		return err
	}
	args, isSeries, err := expandRecorded(args)
	if err != nil {
		return err
	}
	if f.parquet && f.out == "" {
		return cli.Usage("--parquet needs -o", "-o DIR names the folder for the tables")
	}
	opt.Keep, opt.Series = f.out != "", f.series || isSeries
	if opt.Store, err = p.openStore(f.cache); err != nil {
		return err
	}
	end := p.begin()
	defer end()
	opt.Progress = p.progress()
	inputs, err := p.sources(cmd, args, f)
	if err != nil {
		return err
	}
	if f.circuit.name != "" {
		if inputs, opt.Stamps, err = p.circuitInputs(cmd, &f.circuit); err != nil {
			return err
		}
	}
	if f.stamps != "" {
		if opt.Stamps, err = p.readStamps(cmd, f.stamps); err != nil {
			return err
		}
		if len(inputs) == 0 {
			inputs = append(inputs, opt.Stamps.Source())
		}
	}
	doc, err := analysis.Run(p.Ctx, inputs, opt)
	if err != nil {
		return err
	}
	if f.out != "" {
		if err := p.writeDirectory(f, doc); err != nil {
			return err
		}
	}
	return p.print(doc, f)
}

// print writes doc to standard output in the form asked for.
func (p *program) print(doc *analysis.Document, f *analyzeFlags) error {
	switch {
	case f.keeper != "":
		return history.Write(p.Stdout, f.keeper, p.figures(doc))
	case f.json:
		return analysis.WriteJSON(p.Stdout, doc)
	case f.markdown:
		return reports.Markdown(p.Stdout, analysisreport.Report(doc))
	}
	return reports.WrappedText(p.Stdout, analysisreport.Report(doc), p.Width(f.width))
}

// sources returns the inputs of the command line, after checking that the
// files are there: a misspelt name should not be found out after an hour.
func (p *program) sources(cmd *cobra.Command, args []string, f *analyzeFlags) ([]analysis.Source, error) {
	if f.series {
		var err error
		if args, err = expandDirectories(args); err != nil {
			return nil, err
		}
	}
	matrices := withoutVectors(slices.Clone(args))
	if n := len(args) - len(matrices); n > 0 {
		p.Warn(units.Plural(n, "vector") + " (NAME_b, NAME_x or NAME_rhs beside the matrix NAME) ignored: only matrices are iterations")
	}
	var list []analysis.Source
	for k, path := range matrices {
		if path == "-" && k > 0 {
			return nil, cli.Usagef("- is standard input, and only the first file can be -")
		}
		if path != "-" {
			if _, err := os.Stat(path); err != nil {
				return nil, p.fileError(cmd, path, err)
			}
		}
		if k == 0 && path != "-" {
			list = append(list, p.namedSource(cmd, path, f.run.workers))
			continue
		}
		if k > 0 {
			list = append(list, p.laterSource(cmd, path, f.run.workers))
		} else {
			list = append(list, p.source(cmd, path, f.run.workers))
		}
	}
	return list, nil
}

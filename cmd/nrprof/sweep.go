package main

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/jsontext"
	sweepreport "github.com/nrkit/nrkit/reports/sweep"
	"github.com/nrkit/nrkit/sweep"
	"github.com/nrkit/nrkit/trace"
)

// A sweepFlags holds the flags of the command sweep.
type sweepFlags struct {
	format       formatFlags
	bench        bool
	dir          string
	fresh, force bool
}

// newSweepCmd returns the command that runs configurations.
func newSweepCmd(p *program) *cobra.Command {
	var f sweepFlags
	cmd := &cobra.Command{
		Use:   "sweep FILE.yaml [flags] -- COMMAND [ARG...]",
		Short: "run a command under several configurations, and compare them",
		Long: `Sweep runs a command under the configurations of a file: variables of the
environment and arguments, by themselves or as the product of a matrix. Each run
is a process of its own. In every round each configuration runs once, in an order
drawn anew; cold runs are apart from warm ones.

In COMMAND and in the file, {AXIS} is the value of an axis of the matrix, {capture}
a file for a trace of the run, whose phases are then compared too, {cache} a folder
that is empty when a cold run begins, {configuration} a name, {run} a number.

  repeat: 5                    # warm runs of each configuration
  cold: 1                      # cold runs before them
  timeout: 10m                 # of a run
  seed: 1                      # of the order
  baseline: natural            # what others are compared with (default: the first, those listed before the matrix)
  env: {JAX_ENABLE_X64: "1"}   # of all; null takes a variable away
  matrix:
    ordering: [natural, amd]
  args: [--ordering, "{ordering}"]
  configurations:              # besides the matrix
    - name: autotune 4
      env: {XLA_FLAGS: --xla_gpu_autotune_level=4}

What has been run is kept in a folder, that of -o or FILE.sweep. The same command
goes on where it was ended or killed, and prints the result again when all is
done. It refuses to go on when the machine, the program, or a script or an input
that the command line names has changed. A run that fails or takes too long is
reported, and the others go on; the exit code then is 1.`,
		Example: `  nrprof sweep orderings.yaml -- nrprof run c6288 -o {capture}
  nrprof sweep xla-flags.yaml -- python sim.py
  nrprof sweep orderings.yaml --bench -- nrprof run rc | benchstat -`,
		Args: func(cmd *cobra.Command, args []string) error {
			if n := cmd.ArgsLenAtDash(); n != 1 || len(args) < 2 {
				return cli.Usage(cmd.CommandPath()+": want FILE.yaml -- COMMAND", cmd.CommandPath()+" --help says more")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return p.sweep(cmd, args[0], args[1:], &f) },
	}
	f.format.register(cmd, sweep.Schema)
	fl := cmd.Flags()
	fl.BoolVar(&f.bench, "bench", false, "print every run in the format of Go benchmarks")
	fl.StringVarP(&f.dir, "output", "o", "", "the `DIR` for what is run (default FILE.sweep)")
	fl.BoolVarP(&f.fresh, "fresh", "f", false, "begin anew: what the folder has of a sweep is removed")
	fl.BoolVar(&f.force, "force", false, "go on though the machine, the program, a script or an input is not the one that it was")
	return cmd
}

// sweep runs what is left of a sweep and prints all of it.
func (p *program) sweep(cmd *cobra.Command, file string, command []string, f *sweepFlags) error {
	if err := f.format.check(); err != nil {
		return err
	}
	if f.bench && (f.format.json || f.format.markdown) {
		return cli.Usagef("--bench excludes --json and --markdown")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return cli.WithHint(err, cli.FileHint(cmd, file))
	}
	d, err := sweep.Parse(file, text)
	if err != nil {
		return err
	}
	plan, err := sweep.NewPlan(d, command)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	for _, word := range plan.Unknown() {
		p.Warn(fmt.Sprintf("{%s} stays as it is: words of this sweep are %s", word, strings.Join(plan.Words(), ", ")))
	}
	j, id, err := p.openSweep(f, file, plan)
	if err != nil {
		return err
	}
	r, err := p.runSweep(j, id, plan, filepath.Base(file))
	if cerr := j.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	if err := writeSweep(j.Dir, r); err != nil {
		return err
	}
	if f.bench {
		err = p.Writing(func() error { return benchSweep(p.Stdout, r) })
	} else {
		err = p.print(&f.format, r, sweepreport.Report(r))
	}
	if err == nil && r.Failed > 0 {
		return cli.Status(1)
	}
	return err
}

// runSweep makes the runs that are left. What changed since the sweep began is a
// warning of its result.
func (p *program) runSweep(j *sweep.Journal, id *runIdentity, plan *sweep.Plan, source string) (*sweep.Result, error) {
	bar := p.Bar()
	defer bar.Clear()
	p.Finish() // an interrupt ends the run at hand first
	j.Outputs = func() []string { return id.partsOf(id.written()) }
	said := map[string]bool{}
	err := j.Run(p.Ctx, os.Environ(), func(r *sweep.Record) {
		bar.Set(len(j.Done), len(plan.Runs), r.Configuration)
		if r.Failed() && !said[r.Configuration] {
			said[r.Configuration] = true
			bar.Clear()
			p.Warn(fmt.Sprintf("%s, run %d: %s", r.Configuration, r.Number, r.Why()))
		}
	})
	if err != nil {
		if p.Ctx.Err() != nil {
			bar.Clear()
			p.Warn(fmt.Sprintf("%d of %d runs are done; the same command goes on", len(j.Done), len(plan.Runs)))
		}
		return nil, err
	}
	r, err := j.Result(source, readSummary)
	if err != nil {
		return nil, err
	}
	if other := changedSince(j, id); len(other) > 0 {
		r.Warnings = append(r.Warnings, fmt.Sprintf("since the sweep began %s: its runs may not be compared", strings.Join(other, "; ")))
	}
	_, drift := id.last()
	r.Warnings = append(append(r.Warnings, drift...), unsteadyOutputs(j)...)
	return r, nil
}

// readSummary reads the phases of a capture.
func readSummary(path string) (*trace.Summary, error) {
	t, err := trace.Open(path)
	if err != nil {
		return nil, err
	}
	s := trace.Summarize(t, trace.SummaryOptions{})
	err = t.Err()
	if cerr := t.Close(); err == nil {
		err = cerr
	}
	return s, err
}

// writeSweep leaves the result in the folder of a sweep.
func writeSweep(dir string, r *sweep.Result) error {
	err := atomicfile.WriteFile(filepath.Join(dir, sweep.ResultName), func(w io.Writer) error { return jsontext.Write(w, r) })
	if err != nil {
		return err
	}
	return atomicfile.WriteFile(filepath.Join(dir, sweep.BenchName), func(w io.Writer) error { return benchSweep(w, r) })
}

// benchSweep writes a line for every run, as go test -bench does, with the axes as
// parts of its name.
func benchSweep(w io.Writer, r *sweep.Result) error {
	out := bufio.NewWriter(w)
	taken := map[string]bool{}
	for i := range r.Configurations {
		o := &r.Configurations[i]
		name := benchName(o)
		if taken[name] { // names that differ in what a benchmark cannot be called
			name += "/number=" + strconv.Itoa(i+1)
		}
		taken[name] = true
		for _, x := range []struct {
			name   string
			regime *sweep.Regime
		}{{"cold", o.Cold}, {"warm", o.Warm}} {
			if x.regime != nil && x.regime.Runs > 0 {
				benchRegime(out, "BenchmarkSweep/"+name+"/regime="+x.name, x.regime.Metrics)
			}
		}
	}
	return out.Flush()
}

// benchRegime writes the lines of the runs of a regime. The first metric is of
// all of them.
func benchRegime(w io.Writer, name string, metrics []sweep.Metric) {
	for _, run := range metrics[0].Of {
		fmt.Fprintf(w, "%s 1", name)
		for i := range metrics {
			if k, ok := slices.BinarySearch(metrics[i].Of, run); ok {
				fmt.Fprintf(w, " %s %s", strconv.FormatFloat(metrics[i].Values[k], 'f', -1, 64), benchUnit(&metrics[i]))
			}
		}
		fmt.Fprintln(w)
	}
}

// benchName is the name of a configuration as part of that of a benchmark.
func benchName(o *sweep.Outcome) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(o.Values)) {
		parts = append(parts, benchWord(name)+"="+benchWord(o.Values[name]))
	}
	if len(parts) == 0 {
		return "configuration=" + benchWord(o.Name)
	}
	return strings.Join(parts, "/")
}

// benchWord replaces what ends a part of a name.
func benchWord(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || !unicode.IsPrint(c) || c == '/' {
			return '_'
		}
		return c
	}, s)
}

// benchUnit is the unit of a metric: ns/op is that of the wall time.
func benchUnit(m *sweep.Metric) string {
	name := benchWord(strings.TrimPrefix(m.Name, "phase/"))
	switch {
	case m.Name == sweep.MetricWall:
		return "ns/op"
	case m.Unit == "B":
		return name + "-bytes"
	}
	return name + "-ns/op"
}

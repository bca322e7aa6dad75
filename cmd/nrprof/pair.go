package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/align"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/traces"
	comparereport "github.com/nrkit/nrkit/reports/compare"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// A pairFlags holds the flags of commands that put two runs on one time line.
type pairFlags struct {
	in    *traces.Flags
	vary  []string
	force bool
}

// register adds the flags to cmd, which has the flags of in.
func (f *pairFlags) register(cmd *cobra.Command, in *traces.Flags) {
	f.in = in
	in.More = []string{string(align.Iteration), string(align.Step)}
	fl := cmd.Flags()
	fl.Lookup("align").Usage += "; iteration and step put two runs on one time line"
	fl.StringArrayVar(&f.vary, "vary", nil, "with --align iteration or step: `PART` that differs on purpose, as for nrprof compare; may be given several times")
	fl.BoolVar(&f.force, "force", false, "with --align iteration or step: take two runs even if a part differs that affects times or compiled code")
}

// unit returns what --align says of two runs; ok is false if the files are ranks.
func (f *pairFlags) unit() (u align.Unit, ok bool, err error) {
	if u, ok = align.Parse(f.in.Method()); !ok && (f.force || len(f.vary) > 0) {
		return u, false, cli.Usagef("--vary and --force need --align iteration or --align step")
	}
	return u, ok, nil
}

// helpPair says what two runs become.
const helpPair = `With --align iteration, the two files are two runs, BEFORE and AFTER. Both runs have
one time line, on which the same Newton iterations begin at the same time. With
--align step, the same time steps begin at the same time. Ranges keep their durations.
The track difference shows iterations and time steps that one run lacks, and counters
of after - before. Runs that nrprof compare refuses are refused; --vary names a part
that differs on purpose.`

// hintPair names --align if the two files of a set look like two runs, whose ranks they
// became: same program and host, no label rank, and one began after the other had ended.
func (p *program) hintPair(s *input.Set, f *pairFlags) {
	if len(s.Files) != 2 || f.in.Method() != "auto" {
		return
	}
	a, b := s.Files[0], s.Files[1]
	if b.Trace.Header.Start.Before(a.Trace.Header.Start) {
		a, b = b, a
	}
	x, y := &a.Trace.Header, &b.Trace.Header
	unit, other := unitOf(a.Trace), unitOf(b.Trace)
	if x.Program == "" || x.Program != y.Program || x.Host != y.Host || x.Labels["rank"]+y.Labels["rank"] != "" || x.Start.IsZero() ||
		unit == "" || unit != other || y.Start.Before(x.Start.Add(length(a.Trace))) {
		return
	}
	p.Hint(fmt.Sprintf("%s and %s look like two runs and are shown as ranks of one; --align %s puts two runs on one time line",
		filepath.Base(s.Files[0].Name), filepath.Base(s.Files[1].Name), unit))
}

// unitOf returns what runs with the ranges of t are aligned by, "" for nothing.
func unitOf(t *trace.Trace) align.Unit {
	switch {
	case slices.Contains(t.Names, trace.PhaseIteration):
		return align.Iteration
	case slices.Contains(t.Names, trace.PhaseTimestep):
		return align.Step
	}
	return ""
}

// length returns the time from the start of a trace to its last event.
func length(t *trace.Trace) (d time.Duration) {
	for e := range t.Events() {
		d = max(d, time.Duration(e.Time))
	}
	return d
}

// A pair is two runs on one time line.
type pair struct {
	*align.Result
	unit  align.Unit
	files [2]*input.Set
	names [2]string
}

func (x *pair) Close() error {
	var errs []error
	for _, s := range x.files {
		if s != nil {
			errs = append(errs, s.Close())
		}
	}
	return errors.Join(errs...)
}

// openPair reads two runs and aligns them.
func (p *program) openPair(cmd *cobra.Command, args []string, f *pairFlags, u align.Unit) (*pair, error) {
	if len(args) != 2 {
		return nil, cli.Usage(fmt.Sprintf("--align %s: want two files, BEFORE and AFTER, got %d", u, len(args)),
			"if a run has a file for each rank, nrprof export RANK0 RANK1 -o RUN.nrt makes one file")
	}
	if err := cli.OneStdin(args...); err != nil {
		return nil, err
	}
	x := &pair{unit: u}
	for k, path := range args {
		var err error
		if x.files[k], err = f.in.OpenRun(p.Program, cmd, path); err != nil {
			return nil, errors.Join(err, x.Close())
		}
	}
	x.names = sideNames(args, x.files)
	if err := f.check(x); err != nil {
		return nil, errors.Join(err, x.Close())
	}
	var runs [2]align.Run
	for k, s := range x.files {
		runs[k] = align.Run{Name: x.names[k], Trace: solvers.Annotate(s.Trace)}
	}
	r, err := align.Align(runs[0], runs[1], u)
	if bad := new(align.Error); errors.As(err, &bad) {
		err = fmt.Errorf("--align %s: %s %w", u, x.names[bad.Run], bad.Err)
	}
	if err != nil {
		return nil, errors.Join(err, x.Close())
	}
	x.Result = r
	for k, s := range x.files {
		for _, w := range s.Warnings {
			p.Warn(x.names[k] + ": " + w)
		}
	}
	p.WarnAll(r.Warnings)
	return x, nil
}

// sideNames returns the names of two files: without their folders, if the names differ.
func sideNames(args []string, files [2]*input.Set) (names [2]string) {
	for k, s := range files {
		names[k] = filepath.Base(s.Name)
	}
	if names[0] == names[1] {
		names = [2]string{args[0], args[1]}
	}
	return names
}

// check refuses runs whose times are not comparable, as nrprof compare does.
func (f *pairFlags) check(x *pair) error {
	var runs [2][]*compare.Run
	for k, s := range x.files {
		runs[k] = []*compare.Run{compare.FromHeader(x.names[k], s.Trace)}
	}
	if part := compare.Missing(f.vary, runs[0], runs[1]); part != "" {
		return cli.Unknown("--vary", part, compare.Parts(runs[0], runs[1]))
	}
	if refused := compare.Identify(runs[0], runs[1], f.vary).Refused(); len(refused) > 0 && !f.force {
		return refusal(refused)
	}
	return nil
}

// refusal is the error of runs that are not comparable.
func refusal(refused []compare.Difference) error {
	return cli.WithHint(errors.New("the times of these runs are not comparable: "+comparereport.Refusal(refused)),
		fmt.Sprintf("if %[1]s differs on purpose, add --vary %[1]s; --force compares the runs in any case", refused[0].Part))
}

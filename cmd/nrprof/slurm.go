package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/batch"
	"github.com/nrkit/nrkit/internal/cli/traces"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/internal/merge"
	phasesreport "github.com/nrkit/nrkit/internal/reports/phases"
	"github.com/nrkit/nrkit/internal/slurm"
	"github.com/nrkit/nrkit/internal/summary"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/trace/input"
)

// newSlurmCmd returns the command that adds up captures on a cluster.
func newSlurmCmd(p *program) *cobra.Command {
	var f batch.Flags
	var in traces.Flags
	work := &batch.Work{
		Kind: "captures", One: "capture", Ending: ".nrs", Results: []string{"all.nrs", "report.json", "report.txt"},
		Find:  summary.Captures,
		Part:  p.slurmPart,
		Merge: p.slurmMerge,
		Args:  func(cmd *cobra.Command) ([]string, error) { return namesAsArgs(p.Program, cmd, &in) },
	}
	cmd := &cobra.Command{
		Use:   "slurm --captures DIR --out DIR",
		Short: "add up captures on the nodes of a cluster, with Slurm",
		Long: `Slurm divides the captures in a folder into tasks, and submits a job array and a
merge job with sbatch. Each task makes a summary of its captures, as nrprof summarize
does. The merge job writes into the folder of --out:

  all.nrs      the sum of the summaries, as nrprof summarize writes it
  report.json  the output of nrprof phases all.nrs --json
  report.txt   the output of nrprof phases all.nrs

The results do not depend on the number of tasks: they are the same bytes as from one
task. A capture that cannot be read is named and left out.

The first call writes the list of captures. Later calls with the same --out use this
list, and submit only tasks that left no part. The merge job submits these tasks again,
up to --retries times. If all is done, or if the jobs have not ended, a call submits
nothing. --status ends with exit code 1 if tasks failed or captures were left out.

From each folder, slurm takes the files of the first format that the folder has:
captures, exports of Nsight Systems, profiles of JAX, Chrome JSON. Both folders, and
this program, must have the same path on all nodes.

--dry-run, --part and --merge are the three steps for other schedulers. docs/scale.md
has examples with GNU parallel and Dask.`,
		Example: `  nrprof slurm --captures run7/ --out run7.sum --tasks 64 --sbatch=--partition=short
  nrprof slurm --out run7.sum --status
  nrprof slurm --out run7.sum
  nrprof slurm --captures run7/ --out run7.sum --dry-run`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(p.Program, cmd, work) },
	}
	f.Register(cmd, work)
	in.RegisterNames(cmd)
	registerGroupNumbers(cmd, &in)
	return cmd
}

// nameFlags are the flags that say what ranges are called.
var nameFlags = []string{"domain", "scope", "no-scopes", "group-numbers"}

// registerGroupNumbers adds the flag that joins names.
func registerGroupNumbers(cmd *cobra.Command, in *traces.Flags) {
	cmd.Flags().BoolVar(&in.GroupNumbers, "group-numbers", false, "add up ranges whose names differ only in numbers, with # for each number")
}

// namesAsArgs returns the flags about names as arguments, after checking them.
func namesAsArgs(p *cli.Program, cmd *cobra.Command, in *traces.Flags) ([]string, error) {
	if _, err := in.Options(p); err != nil {
		return nil, err
	}
	return batch.Changed(cmd, nameFlags...), nil
}

// repairTwice says what to do about two files that are the same capture.
const repairTwice = "remove one of the files, then nrprof slurm --out OUT --again repeats its task"

// slurmPart makes the summary of the captures of a task. Captures that cannot be read
// are noted in it.
func (p *program) slurmPart(ctx context.Context, j *slurm.Job, task int, t *slurm.Try) ([]slurm.Bad, error) {
	o, err := inputOptions(p.Program, j.Plan.Args)
	if err != nil {
		return nil, err
	}
	sum := summary.New()
	var bad []slurm.Bad
	leave := func(file int, why error) {
		reason := summary.Reason(why)
		sum.AddBad(j.Plan.Path(file), reason)
		bad = append(bad, slurm.Bad{File: j.Plan.Files[file], Error: reason})
	}
	for _, file := range t.Order() {
		tooMany, err := t.Start(file)
		if err != nil {
			return nil, err
		}
		if tooMany != nil {
			leave(file, fmt.Errorf("%s: %w", j.Plan.Path(file), tooMany))
			continue
		}
		one, err := summary.Of(j.Plan.Path(file), o, -1)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil && summary.OfMachine(err):
			return nil, err
		case err != nil:
			leave(file, err)
		default:
			if err := sum.Merge(one); err != nil {
				return nil, cli.WithHint(err, repairTwice)
			}
		}
	}
	if err := t.Idle(); err != nil {
		return nil, err
	}
	slurm.SortBad(bad)
	return bad, atomicfile.WriteFile(j.PartPath(task), sum.Write)
}

// inputOptions returns how captures are read that arguments say something about.
func inputOptions(p *cli.Program, args []string) (input.Options, error) {
	var in traces.Flags
	cmd := &cobra.Command{}
	in.RegisterNames(cmd)
	registerGroupNumbers(cmd, &in)
	if err := cmd.ParseFlags(args); err != nil {
		return input.Options{}, err
	}
	return in.Options(p)
}

// slurmMerge adds up the parts, and writes the sum with its table of phases.
func (p *program) slurmMerge(ctx context.Context, j *slurm.Job) error {
	sum := summary.New()
	for task := 1; task <= j.Plan.Tasks && ctx.Err() == nil; task++ {
		part, err := summary.Open(j.PartPath(task))
		if err != nil {
			return err
		}
		if err := sum.Merge(part); err != nil {
			return cli.WithHint(err, repairTwice)
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	all := j.Result("all.nrs")
	if err := p.WriteTo(all, sum.Write); err != nil {
		return err
	}
	align, _ := merge.Parse("auto")
	doc, err := sum.Document(filepath.Base(all), align)
	if err != nil {
		return summaryDoubt(err)
	}
	if err := p.WriteTo(j.Result("report.json"), func(w io.Writer) error { return jsontext.Write(w, doc) }); err != nil {
		return err
	}
	return p.WriteTo(j.Result("report.txt"), func(w io.Writer) error { return reports.Text(w, phasesreport.Summary(doc), 0) })
}

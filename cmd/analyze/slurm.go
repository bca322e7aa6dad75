package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/analysis/parquet"
	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/cli/batch"
	"github.com/nrkit/nrkit/internal/slurm"
)

// A sweepFlags holds the flags that say how each matrix of a job is analysed.
type sweepFlags struct {
	run     runFlags
	predict predictFlags
	timeout time.Duration
}

// newSlurmCmd returns the command that analyses matrices on a cluster.
func newSlurmCmd(p *program) *cobra.Command {
	var f batch.Flags
	var s sweepFlags
	work := &batch.Work{
		Kind: "matrices", One: "matrix", Many: "matrices", Ending: ".jsonl", Results: []string{"all.jsonl", "orderings.parquet", "iterations.parquet"},
		Find:  matricesOf,
		Part:  p.slurmPart,
		Merge: p.slurmMerge,
		Args:  func(cmd *cobra.Command) ([]string, error) { return s.args(p, cmd) },
	}
	cmd := &cobra.Command{
		Use:   "slurm --matrices DIR --out DIR",
		Short: "analyze many matrices on the nodes of a cluster, with Slurm",
		Long: `Slurm divides the matrices in a folder into tasks, and submits a job array and a merge
job with sbatch. Each task analyzes its matrices one by one, each in a process of its
own. The merge job writes three files into the folder of --out. all.jsonl has one line
of JSON for each matrix and ordering, in the order of the names of the matrices.
orderings.parquet and iterations.parquet are the tables that analyze --parquet writes,
for all matrices without an error.

The results do not depend on the number of tasks: they are the same bytes as from one
task. If an analysis fails, exceeds --timeout or is killed, for example because memory
is short, all.jsonl has a line with the error, and the task continues.

The first call writes the list of matrices. Later calls with the same --out use this
list, and submit only tasks that left no part. The merge job submits these tasks again,
up to --retries times; they continue behind the last matrix that was done. If all is
done, or if the jobs have not ended, a call submits nothing. --status ends with exit
code 1 if tasks failed or if matrices have errors.

Both folders, and this program, must have the same path on all nodes. The default of
--machine is generic, so that results do not depend on the node.

--dry-run, --part and --merge are the three steps for other schedulers. docs/scale.md
has examples.`,
		Example: `  analyze slurm --matrices collection/ --out sweep --tasks 100 --sbatch=--mem=16G
  analyze slurm --out sweep --status
  analyze slurm --matrices collection/ --out nd --ordering nd --exact none`,
		Args: cli.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.Run(p.Program, cmd, work) },
	}
	f.Register(cmd, work)
	s.run.register(cmd)
	s.predict.register(cmd, "generic")
	cmd.Flags().DurationVar(&s.timeout, "timeout", 0, "end the analysis of a matrix after `TIME`; 0: no limit")
	p.reading.register(cmd)
	return cmd
}

// matrixFlags are the flags of each analysis.
var matrixFlags = []string{"ordering", "ordering-budget", "factorizations", "solves", "matching", "levels", "exact", "exact-budget",
	"pivot-threshold", "drop-zeros", "workers", "machine", "solvers", "lenient", "variable", "timeout"}

// args returns the flags of each analysis, after checking them.
func (s *sweepFlags) args(p *program, cmd *cobra.Command) ([]string, error) {
	opt, err := s.run.options(cmd)
	if err != nil {
		return nil, err
	}
	switch {
	case s.run.timings:
		return nil, cli.Usagef("--timings: times differ from run to run, and rows have none")
	case s.timeout < 0:
		return nil, cli.Usagef("--timeout: want a duration such as 10m, got %v", s.timeout)
	}
	if err := s.predict.apply(p, cmd, &opt); err != nil {
		return nil, err
	}
	args := batch.Changed(cmd, matrixFlags...)
	if s.predict.machine == "" {
		args = append(args, "--machine=generic")
	}
	return args, nil
}

// matricesOf returns the names of the matrices in a folder.
func matricesOf(names []string) []string {
	var found []string
	for _, name := range names {
		if looksLikeMatrix(name) {
			found = append(found, name)
		}
	}
	if len(found) == 0 {
		return nil
	}
	return withoutVectors(found)
}

// slurmPart analyses the matrices of a task. What earlier tries have done stays.
func (p *program) slurmPart(ctx context.Context, j *slurm.Job, task int, t *slurm.Try) ([]slurm.Bad, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	args, limit, err := timeoutOf(j.Plan.Args)
	if err != nil {
		return nil, err
	}
	end := p.begin()
	defer end()
	sizes := newSizes(j, t.Order())
	for done, file := range t.Order() {
		p.bar.SetShare(sizes.share(done), fmt.Sprintf("%d of %d matrices", done, len(t.Order())), j.Plan.Files[file])
		if t.Done(file) != nil {
			continue
		}
		tooMany, err := t.Start(file)
		if err != nil {
			return nil, err
		}
		var n *noted
		if tooMany != nil {
			n, err = failed(j.Plan.Files[file], tooMany)
		} else if n, err = analyzeOne(ctx, self, j.Plan.Path(file), j.Plan.Files[file], args, limit); err != nil || ctx.Err() != nil {
			return nil, errors.Join(err, ctx.Err())
		}
		if err == nil {
			err = t.Note(file, n)
		}
		if err != nil {
			return nil, err
		}
	}
	return writeRows(j, task, t)
}

// A sizes has the sizes of files, summed up in their order: large matrices take longer.
type sizes []float64

// newSizes returns the sizes of the files of a job. A file that cannot be read has none.
func newSizes(j *slurm.Job, files []int) sizes {
	s := sizes{0}
	for _, file := range files {
		size := 0.0
		if info, err := os.Stat(j.Plan.Path(file)); err == nil {
			size = float64(info.Size())
		}
		s = append(s, s[len(s)-1]+size)
	}
	return s
}

// share returns the share that the first files have of all.
func (s sizes) share(files int) float64 {
	if all := s[len(s)-1]; all > 0 {
		return s[files] / all
	}
	return 0
}

// timeoutOf takes --timeout out of the arguments of an analysis.
func timeoutOf(args []string) (rest []string, limit time.Duration, err error) {
	for _, a := range args {
		if text, ok := strings.CutPrefix(a, "--timeout="); ok {
			limit, err = time.ParseDuration(text)
			continue
		}
		rest = append(rest, a)
	}
	return rest, limit, err
}

// analyzeOne analyses a matrix in a process of its own, and returns what is noted. A
// failure of that process is noted; the error says that the process could not be started.
func analyzeOne(ctx context.Context, self, path, name string, args []string, limit time.Duration) (*noted, error) {
	within := ctx
	if limit > 0 {
		var cancel context.CancelFunc
		within, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	cmd := exec.CommandContext(within, self, append([]string{path, "--json"}, args...)...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		doc, err := analysis.ReadJSON(stdout.Bytes())
		if err != nil {
			return failed(name, err)
		}
		if len(doc.Orderings) > 0 {
			return noteOf(name, doc)
		}
		return failed(name, withoutOrderings(doc))
	case within.Err() != nil && ctx.Err() == nil:
		return failed(name, fmt.Errorf("the analysis took longer than %v", limit))
	case errors.As(err, &exit):
		return failed(name, errors.New(why(exit, stderr.String())))
	}
	return nil, err
}

// withoutOrderings says why a document has no orderings.
func withoutOrderings(d *analysis.Document) error {
	for _, w := range d.Warnings {
		return fmt.Errorf("no ordering ran: %s", w.Message)
	}
	return errors.New("no ordering ran")
}

// why says why a process failed: its error, or the signal that ended it.
func why(exit *exec.ExitError, stderr string) string {
	for line := range strings.Lines(stderr) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "analyze: error: "); ok {
			return text
		}
	}
	if exit.ExitCode() < 0 {
		return fmt.Sprintf("the analysis was ended by %s; the system does so when memory is short", exit.String())
	}
	if text := strings.TrimSpace(stderr); text != "" { // of the Go runtime, for example
		line, _, _ := strings.Cut(text, "\n")
		return line
	}
	return exit.String()
}

// writeRows writes the part of a task, with its matrices in their order.
func writeRows(j *slurm.Job, task int, t *slurm.Try) ([]slurm.Bad, error) {
	var bad []slurm.Bad
	var all strings.Builder
	for _, file := range j.Plan.Share(task) {
		var n noted
		if err := json.Unmarshal(t.Done(file), &n); err != nil {
			return nil, err
		}
		if n.Error != "" {
			bad = append(bad, slurm.Bad{File: j.Plan.Files[file], Error: n.Error})
		}
		all.WriteString(n.Lines)
	}
	return bad, atomicfile.WriteFile(j.PartPath(task), func(w io.Writer) error { _, err := io.WriteString(w, all.String()); return err })
}

// slurmMerge writes the rows of all parts in the order of the list of files.
func (p *program) slurmMerge(_ context.Context, j *slurm.Job) error {
	all, err := readParts(j)
	if err != nil {
		return err
	}
	var tables []parquet.Row
	for _, name := range j.Plan.Files {
		tables = append(tables, all[name].tables...)
	}
	for _, f := range parquet.FilesOf(tables) {
		if err := p.WriteTo(j.Result(f.Name), f.Write); err != nil {
			return err
		}
	}
	return p.WriteTo(j.Result("all.jsonl"), func(w io.Writer) error {
		for _, name := range j.Plan.Files {
			if _, err := w.Write(all[name].lines); err != nil {
				return err
			}
		}
		return nil
	})
}

// The rows of a matrix: lines of all.jsonl, and rows of the tables.
type matrixRows struct {
	lines  []byte
	tables []parquet.Row
}

// readParts returns the rows of each matrix.
func readParts(j *slurm.Job) (map[string]matrixRows, error) {
	all := map[string]matrixRows{}
	for task := 1; task <= j.Plan.Tasks; task++ {
		text, err := os.ReadFile(j.PartPath(task))
		if err != nil {
			return nil, err
		}
		for line := range bytes.Lines(text) {
			var r tableRow
			if err := json.Unmarshal(line, &r); err != nil {
				return nil, fmt.Errorf("%s: %w", j.PartPath(task), err)
			}
			m := all[r.Matrix]
			if r.Table != "" {
				m.tables = append(m.tables, r.Row)
			} else {
				m.lines = append(m.lines, line...)
			}
			all[r.Matrix] = m
		}
	}
	return all, nil
}

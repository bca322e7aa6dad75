package batch

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/slurm"
	"github.com/nrkit/nrkit/internal/units"
)

// part does a task, unless its part is there.
func part(p *cli.Program, j *slurm.Job, task int, w *Work) error {
	if task > j.Plan.Tasks {
		return cli.Usagef("--part: want 1 to %d, got %d", j.Plan.Tasks, task)
	}
	old, err := j.Part(task)
	if err != nil {
		return err
	}
	if old != nil {
		fmt.Fprintf(p.Stdout, "task %d: its part is there\n", task)
		return nil
	}
	t, err := j.Begin(task)
	if err != nil {
		return err
	}
	p.Finish() // an interrupt ends the work on the file at hand first
	bad, err := w.Part(p.Ctx, j, task, t)
	if err = errors.Join(err, t.Close()); err == nil {
		err = j.Finish(task, bad)
	}
	if p.Ctx.Err() != nil && err != nil {
		return p.Ctx.Err() // the try has the file that it was at
	}
	if err != nil {
		return errors.Join(err, j.Fail(task, err))
	}
	warnBad(p, bad)
	fmt.Fprintf(p.Stdout, "task %d: %s\n", task, w.count(len(j.Plan.Share(task))-len(bad)))
	return nil
}

// mostBad is how many files that were left out are warned of one by one.
const mostBad = 20

// warnBad names files that were left out.
func warnBad(p *cli.Program, bad []slurm.Bad) {
	for k, b := range bad {
		if k == mostBad {
			p.Warn(units.Plural(len(bad)-k, "file") + " more left out: --status lists them")
			break
		}
		p.Warn("left out: " + b.String())
	}
}

// merge makes the results from the parts. In a job of Slurm it submits tasks again
// that left no part, as often as the submission allows.
func merge(p *cli.Program, j *slurm.Job, w *Work) error {
	parts, err := j.Parts()
	if err != nil {
		return err
	}
	if missing := slurm.Missing(parts); len(missing) > 0 {
		return again(p, j, parts, missing)
	}
	if err := w.Merge(p.Ctx, j); err != nil {
		return errors.Join(err, j.FailMerge(err))
	}
	if err := j.FinishMerge(parts); err != nil {
		return err
	}
	bad := slurm.Bads(parts)
	warnBad(p, bad)
	fmt.Fprintf(p.Stdout, "%s of %d in %s\n", w.count(len(j.Plan.Files)-len(bad)), len(j.Plan.Files), strings.Join(resultPaths(j.Dir, w), ", "))
	return nil
}

// again submits tasks again, if the merge runs in a job of Slurm and tries are left.
// Otherwise it returns the error that names the tasks.
func again(p *cli.Program, j *slurm.Job, parts []*slurm.Part, missing []int) error {
	last, err := j.Latest()
	if err != nil {
		return err
	}
	ours := last != nil && last.Merge != "" && os.Getenv("SLURM_JOB_ID") == last.Merge
	if !ours {
		if err := ended(p, last, missing); err != nil {
			return err
		}
	}
	failures, err := j.Failures(parts)
	if err != nil {
		return err
	}
	if !ours || last.Try > last.Retries {
		e := &missingError{failures, j.Plan.Tasks}
		return errors.Join(hint.With(e, p.Name+" slurm --out "+slurm.Join([]string{j.Dir})+" submits them again"), j.FailMerge(e))
	}
	for _, f := range failures {
		p.Warn(f.String())
	}
	next := &slurm.Submission{Tasks: slurm.List(missing), Try: last.Try + 1, Retries: last.Retries, Options: last.Options}
	if err := j.Submit(p.Ctx, next); err != nil {
		return err
	}
	fmt.Fprintf(p.Stdout, "submitted %s again in job %s, try %d of %d\n", units.Plural(len(missing), "task"), next.Array, next.Try, next.Retries+1)
	return nil
}

// ended returns an error if jobs of a submission wait or run: their tasks did not fail.
func ended(p *cli.Program, last *slurm.Submission, missing []int) error {
	active, err := slurm.Active(p.Ctx, last)
	if err != nil || len(active) == 0 {
		return err
	}
	return hint.With(fmt.Errorf("%s left no part yet: %s", units.Plural(len(missing), "task"), strings.Join(active, ", ")),
		"the merge job does this step when the tasks have ended")
}

// A missingError names the tasks without a part.
type missingError struct {
	failures []slurm.Failure
	tasks    int
}

func (e *missingError) Error() string {
	return fmt.Sprintf("%d of %s left no part, and nothing is merged", len(e.failures), units.Plural(e.tasks, "task"))
}

// Details names each task.
func (e *missingError) Details() []string {
	var list []string
	for _, f := range e.failures {
		list = append(list, f.String())
	}
	return list
}

// printStatus prints the state of a job. It ends with code 1 if tasks failed or files
// were left out.
func printStatus(p *cli.Program, j *slurm.Job, w *Work) error {
	s, err := j.Status(p.Ctx)
	if err != nil {
		return err
	}
	bad := slurm.Bads(s.Parts)
	missing := slurm.Missing(s.Parts)
	fmt.Fprintf(p.Stdout, "tasks     %d of %d done\n", j.Plan.Tasks-len(missing), j.Plan.Tasks)
	fmt.Fprintf(p.Stdout, "%-9s %s\n", w.Kind, units.Plural(len(j.Plan.Files), "file"))
	if len(s.Active) > 0 {
		fmt.Fprintf(p.Stdout, "active    %s\n", strings.Join(s.Active, ", "))
	}
	for _, f := range s.Failed {
		fmt.Fprintf(p.Stdout, "no part   %s\n", f)
	}
	for _, b := range bad {
		fmt.Fprintf(p.Stdout, "left out  %s\n", b)
	}
	switch {
	case s.Merged:
		fmt.Fprintf(p.Stdout, "results   %s\n", strings.Join(resultPaths(j.Dir, w), ", "))
	case len(s.Active) == 0 && len(missing) == 0:
		fmt.Fprintf(p.Stdout, "results   none: %s\n", cmp.Or(s.Merge, "the merge did not end"))
	}
	if len(bad) > 0 || !s.Merged && len(s.Active) == 0 {
		return cli.Partial(cli.Status(1))
	}
	return nil
}

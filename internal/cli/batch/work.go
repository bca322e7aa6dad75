package batch

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/slurm"
	"github.com/nrkit/nrkit/internal/units"
)

// A Work is what a program does with many files.
type Work struct {
	Kind    string   // captures or matrices: a flag has this name
	One     string   // one of them
	Many    string   // its plural, if it is not One with an s
	Ending  string   // of the files of parts
	Results []string // names of the files that Merge makes

	// Find returns the files of one folder that are of this kind.
	Find func(names []string) []string

	// Part works on the files of a task, in the order of t, writes the part into
	// its place, and returns the files that it left out. An error is of the whole task.
	Part func(ctx context.Context, j *slurm.Job, task int, t *slurm.Try) ([]slurm.Bad, error)

	// Merge makes the results from the parts.
	Merge func(ctx context.Context, j *slurm.Job) error

	// Args returns the arguments for the work on each file; nil for none.
	Args func(cmd *cobra.Command) ([]string, error)
}

// Run does what the flags ask for.
func (f *Flags) Run(p *cli.Program, cmd *cobra.Command, w *Work) error {
	if err := f.check(cmd, w); err != nil {
		return err
	}
	if f.status || f.merge || f.part > 0 {
		j, _, err := slurm.Create(f.out, w.Ending, nil, false)
		if err != nil {
			return err
		}
		if j.Plan.Kind != w.Kind {
			return fmt.Errorf("%s: the job works on %s, not on %s", f.out, j.Plan.Kind, w.Kind)
		}
		switch {
		case f.status:
			return printStatus(p, j, w)
		case f.merge:
			return merge(p, j, w)
		}
		return part(p, j, f.part, w)
	}
	return f.submit(p, cmd, w)
}

// open makes the job, or opens the one that is there.
func (f *Flags) open(p *cli.Program, cmd *cobra.Command, w *Work) (*slurm.Job, error) {
	var plan *slurm.Plan
	if f.folder != "" {
		files, err := find(f.folder, f.out, w.Find)
		if err != nil {
			return nil, cli.FileError(cmd, []string{f.folder}, err)
		}
		var args []string
		if w.Args != nil {
			if args, err = w.Args(cmd); err != nil {
				return nil, err
			}
		}
		if plan, err = slurm.NewPlan(w.Kind, f.folder, files, f.tasks, args); err != nil {
			return nil, err
		}
	}
	j, appeared, err := slurm.Create(f.out, w.Ending, plan, cmd.Flags().Changed("tasks"))
	if err == nil && appeared > 0 {
		p.Warn(fmt.Sprintf("%s appeared since the job was made, and no task works on them; another --out makes a job that does", units.Plural(appeared, "file")))
	}
	return j, err
}

// find returns the files of a kind below a folder, as paths below it. It does not look
// into the folder of the job.
func find(folder, out string, those func([]string) []string) ([]string, error) {
	if info, err := os.Stat(folder); err != nil {
		return nil, err
	} else if !info.IsDir() {
		return nil, fmt.Errorf("%s: is a file, want a folder", folder)
	}
	own, _ := os.Stat(out) // nil if it is not there
	names := map[string][]string{}
	var folders []string
	err := filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() {
			if info, err := d.Info(); err == nil && own != nil && os.SameFile(info, own) {
				return fs.SkipDir
			}
			folders = append(folders, path)
			return nil
		}
		dir := filepath.Dir(path)
		names[dir] = append(names[dir], d.Name())
		return nil
	})
	var files []string
	for _, dir := range folders {
		for _, name := range those(names[dir]) {
			rel, rerr := filepath.Rel(folder, filepath.Join(dir, name))
			if rerr != nil {
				return nil, rerr
			}
			files = append(files, rel)
		}
	}
	return files, err
}

// submit submits what a job lacks.
func (f *Flags) submit(p *cli.Program, cmd *cobra.Command, w *Work) error {
	script, err := f.script()
	if err != nil {
		return err
	}
	if _, err := exec.LookPath("sbatch"); err != nil && !f.dryRun {
		return cli.WithHint(errors.New("no sbatch in PATH: Slurm is not installed here"), "--dry-run writes the scripts, which other schedulers can run; docs/scale.md shows how")
	}
	j, err := f.open(p, cmd, w)
	if err != nil {
		return err
	}
	last, err := j.Latest()
	if err != nil {
		return err
	}
	active, err := slurm.Active(p.Ctx, last)
	if err != nil {
		return err
	}
	if len(active) > 0 && !f.dryRun {
		fmt.Fprintf(p.Stdout, "%s: nothing submitted: the last submission has not ended (%s)\n", f.out, strings.Join(active, ", "))
		return nil
	}
	if f.again {
		if err := j.Again(); err != nil {
			return err
		}
	}
	if err := j.WriteScripts(script); err != nil {
		return err
	}
	s, err := j.Status(p.Ctx)
	if err != nil {
		return err
	}
	return f.submitMissing(p, j, s, w)
}

// submitMissing submits the tasks without a part, and the merge unless it is done.
func (f *Flags) submitMissing(p *cli.Program, j *slurm.Job, s *slurm.Status, w *Work) error {
	missing := slurm.Missing(s.Parts)
	next := &slurm.Submission{Tasks: slurm.List(missing), Try: 1, Retries: f.retries, Options: f.sbatch}
	switch {
	case s.Merged:
		fmt.Fprintf(p.Stdout, "%s: nothing submitted: %s done, results are in %s\n", f.out, units.Plural(j.Plan.Tasks, "task"), strings.Join(resultPaths(f.out, w), ", "))
		return nil
	case f.dryRun:
		for _, line := range j.Commands(next) {
			fmt.Fprintln(p.Stdout, line)
		}
		return nil
	}
	if err := j.Submit(p.Ctx, next); err != nil {
		return err
	}
	said := "the merge"
	if next.Array != "" {
		said = fmt.Sprintf("%s of %d in job %s, and the merge", units.Plural(len(missing), "task"), j.Plan.Tasks, next.Array)
	}
	fmt.Fprintf(p.Stdout, "%s: submitted %s in job %s: %s\n", f.out, said, next.Merge, w.count(len(j.Plan.Files)))
	p.Hint(fmt.Sprintf("%s slurm --out %s --status shows the state; scancel %s ends the job", p.Name, slurm.Join([]string{f.out}), strings.Join(next.Jobs(), " ")))
	return nil
}

// resultPaths returns the paths of the results.
func resultPaths(out string, w *Work) []string {
	var list []string
	for _, name := range w.Results {
		list = append(list, filepath.Join(out, name))
	}
	return list
}

// count returns a number of files with their name.
func (w *Work) count(n int) string {
	if w.Many != "" && n != 1 {
		return strings.Replace(units.Plural(n, w.One), w.One+"s", w.Many, 1)
	}
	return units.Plural(n, w.One)
}

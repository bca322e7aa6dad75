package batch

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/slurm"
)

// Flags are the flags of a command that makes jobs.
type Flags struct {
	folder, out, prologue string
	tasks, retries, part  int
	sbatch                []string
	dryRun, again         bool
	status, merge         bool
}

// Defaults of flags.
const (
	defaultTasks   = 8
	defaultRetries = 2
)

// Register adds the flags to the command of a kind of work.
func (f *Flags) Register(cmd *cobra.Command, w *Work) {
	fl := cmd.Flags()
	fl.StringVar(&f.folder, w.Kind, "", "work on the "+w.Kind+" in `DIR` and in its subfolders")
	fl.StringVar(&f.out, "out", "", "keep the job and its results in `DIR`, which every node of the cluster can read and write")
	fl.IntVar(&f.tasks, "tasks", defaultTasks, "divide the work into `N` tasks, at most one for each file")
	fl.IntVar(&f.retries, "retries", defaultRetries, "submit tasks that left no part up to `N` more times")
	fl.StringArrayVar(&f.sbatch, "sbatch", nil, "pass `OPTION` to sbatch, such as --sbatch=--partition=short; may be given several times")
	fl.StringVar(&f.prologue, "prologue", "", "put the shell lines in `FILE`, such as module load, into both scripts before nrkit starts")
	fl.BoolVar(&f.dryRun, "dry-run", false, "write the list of files and the scripts, print the sbatch commands, and submit nothing")
	fl.BoolVar(&f.again, "again", false, "repeat the tasks that left out files, or whose files changed or were removed since")
	fl.BoolVar(&f.status, "status", false, "print the state of the job: failed tasks, and files that were left out")
	fl.IntVar(&f.part, "part", 0, "do task `K`, as job.sh does")
	fl.BoolVar(&f.merge, "merge", false, "join the parts of the tasks, as merge.sh does")
}

// making are the flags that only make a job.
var making = []string{"tasks", "retries", "sbatch", "prologue", "dry-run", "again"}

// check returns the mistake in the flags.
func (f *Flags) check(cmd *cobra.Command, w *Work) error {
	set := cmd.Flags().Changed
	var modes []string
	for _, name := range []string{"status", "part", "merge"} {
		if set(name) {
			modes = append(modes, "--"+name)
		}
	}
	switch {
	case f.out == "":
		return cli.Usage("no folder for the job given", "--out DIR names the folder")
	case len(modes) > 1:
		return cli.Usagef("%s exclude each other", strings.Join(modes, " and "))
	case set("part") && f.part < 1:
		return cli.Usagef("--part: want the number of a task, from 1, got %d", f.part)
	case f.tasks < 1 || f.tasks > slurm.MaxTasks:
		return cli.Usagef("--tasks: want 1 to %d, got %d", slurm.MaxTasks, f.tasks)
	case f.retries < 0 || f.retries > mostRetries:
		return cli.Usagef("--retries: want 0 to %d, got %d", mostRetries, f.retries)
	}
	if len(modes) == 1 {
		for _, name := range append([]string{w.Kind}, making...) {
			if set(name) {
				return cli.Usagef("%s works on a job that exists, and excludes --%s", modes[0], name)
			}
		}
	}
	for _, option := range f.sbatch {
		if err := slurm.CheckOption(option); err != nil {
			return cli.Usagef("--sbatch: %v", err)
		}
	}
	return nil
}

// mostRetries is the largest number of retries.
const mostRetries = 100

// script returns what the scripts run: this program.
func (f *Flags) script() (*slurm.Script, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding this program, which the tasks run: %w", err)
	}
	s := &slurm.Script{Program: program, Command: "slurm"}
	if f.prologue != "" {
		if s.Prologue, err = os.ReadFile(f.prologue); err != nil {
			return nil, err
		}
	}
	return s, nil
}

// Changed returns the flags of cmd that are set, among names, as arguments: those that
// the work on each file takes.
func Changed(cmd *cobra.Command, names ...string) []string {
	var args []string
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if !slices.Contains(names, f.Name) {
			return
		}
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			args = append(args, "--"+f.Name+"="+v)
		}
	})
	return args
}

package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/hint"
)

// A Submission is a line of jobs.jsonl: tasks and the merge after them.
type Submission struct {
	Array   string   `json:"array,omitempty"`   // id of the job array; absent if no part was missing
	Merge   string   `json:"merge,omitempty"`   // id of the job that merges; absent if sbatch refused it
	Tasks   string   `json:"tasks,omitempty"`   // tasks of the array, such as `1,3-5`; absent if no part was missing
	Try     int      `json:"try"`               // 1 for a submission by a person, 2 for the first one that the merge made
	Retries int      `json:"retries"`           // how often the merge may submit tasks again that left no part
	Options []string `json:"options,omitempty"` // further options for sbatch; absent if there are none
}

// Jobs returns the ids of the jobs of a submission.
func (s *Submission) Jobs() []string {
	var list []string
	for _, id := range []string{s.Array, s.Merge} {
		if id != "" {
			list = append(list, id)
		}
	}
	return list
}

// own are options of sbatch that a submission sets itself.
var own = []string{"--array", "-a", "--dependency", "-d", "--parsable", "--chdir", "-D", "--wrap", "--wait", "-W", "--test-only"}

// CheckOption returns an error for an option of sbatch that cannot be passed on.
func CheckOption(option string) error {
	name, _, _ := strings.Cut(option, "=")
	short := len(option) > 2 && option[1] != '-' && slices.Contains(own, option[:min(2, len(option))])
	switch {
	case !strings.HasPrefix(option, "-") || option == "-" || option == "--":
		return fmt.Errorf("want an option of sbatch such as --partition=NAME, got %q", option)
	case short || slices.Contains(own, name):
		return fmt.Errorf("%s is set by the submission itself", option)
	}
	return nil
}

// List writes numbers in ascending order as sbatch takes them: 1,3-5.
func List(numbers []int) string {
	var b strings.Builder
	for k := 0; k < len(numbers); {
		end := k
		for end+1 < len(numbers) && numbers[end+1] == numbers[end]+1 {
			end++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[k]))
		if end > k {
			b.WriteString("-" + strconv.Itoa(numbers[end]))
		}
		k = end + 1
	}
	return b.String()
}

// commands returns the command lines of sbatch: the array, nil for no tasks, and the
// merge, in which array stands for the id of the array.
func (j *Job) commands(s *Submission, array string) (tasks, merge []string) {
	common := func(log string) []string {
		return []string{"sbatch", "--parsable", "--requeue", "--open-mode=append", "--chdir=" + j.Dir, "--job-name=" + filepath.Base(j.Dir), "--output=logs/" + log}
	}
	if s.Tasks != "" {
		tasks = append(common("%a.txt"), "--array="+s.Tasks)
		tasks = append(append(tasks, s.Options...), j.name("job.sh"))
	}
	merge = common("merge.txt")
	if s.Tasks != "" {
		merge = append(merge, "--dependency=afterany:"+array)
	}
	return tasks, append(append(merge, s.Options...), j.name("merge.sh"))
}

// Commands returns the lines for a shell that submit a job.
func (j *Job) Commands(s *Submission) []string {
	tasks, merge := j.commands(s, "ARRAY")
	if tasks == nil {
		return []string{Join(merge)}
	}
	return []string{"array=$(" + Join(tasks) + ")", strings.Replace(Join(merge), "afterany:ARRAY", `afterany:"${array%%;*}"`, 1)}
}

// Submit submits tasks and the merge with sbatch, and adds both to jobs.jsonl.
func (j *Job) Submit(ctx context.Context, s *Submission) error {
	tasks, _ := j.commands(s, "")
	var err error
	if tasks != nil {
		if s.Array, err = sbatch(ctx, tasks); err != nil {
			return err
		}
	}
	_, merge := j.commands(s, s.Array)
	s.Merge, err = sbatch(ctx, merge)
	if err != nil && s.Array != "" {
		err = hint.With(fmt.Errorf("the tasks are submitted as job %s, the merge is not: %w", s.Array, err), "when the tasks have ended, the same command submits the merge")
	}
	if s.Array == "" && s.Merge == "" {
		return err
	}
	return errors.Join(err, j.record(s))
}

// record adds a line to jobs.jsonl.
func (j *Job) record(s *Submission) error {
	text, err := Line(s)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(j.name("jobs.jsonl"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	return errors.Join(err, f.Close())
}

// Latest returns the last submission, nil for none.
func (j *Job) Latest() (*Submission, error) {
	text, err := os.ReadFile(j.name("jobs.jsonl"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var last *Submission
	for row := range bytes.Lines(text) {
		s := &Submission{}
		if strict(row, s) == nil {
			last = s
		}
	}
	return last, nil
}

// Active returns what squeue says of the jobs of a submission that have not ended: a
// line for each state, such as "job 12: 3 RUNNING". Without squeue no job is active.
func Active(ctx context.Context, s *Submission) ([]string, error) {
	if s == nil {
		return nil, nil
	}
	if _, err := exec.LookPath("squeue"); err != nil {
		return nil, nil
	}
	cmd := exec.CommandContext(ctx, "squeue", "--noheader", "--array", "--user="+strconv.Itoa(os.Getuid()), "--format=%F %T")
	cmd.Env = environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, errors.New(said("squeue", stderr.String(), err))
	}
	return states(string(out), s.Jobs()), nil
}

// states counts the states of jobs in what squeue printed.
func states(out string, ids []string) []string {
	counts := map[string]int{}
	var order []string
	for row := range strings.Lines(out) {
		id, state, _ := strings.Cut(strings.TrimSpace(row), " ")
		if !slices.Contains(ids, id) {
			continue
		}
		key := id + " " + state
		if counts[key]++; counts[key] == 1 {
			order = append(order, key)
		}
	}
	slices.Sort(order)
	for k, key := range order {
		id, state, _ := strings.Cut(key, " ")
		order[k] = fmt.Sprintf("job %s: %d %s", id, counts[key], strings.ToLower(state))
	}
	return order
}

// parsable is what sbatch --parsable prints: the id, and the cluster after it.
var parsable = regexp.MustCompile(`^([0-9]+)(;[^\n]*)?\n?$`)

// sbatch runs sbatch, and returns the id of the job.
func sbatch(ctx context.Context, args []string) (id string, err error) {
	path, err := exec.LookPath(args[0])
	if err != nil {
		return "", hint.With(errors.New("no sbatch in PATH: Slurm is not installed here"), "--dry-run writes the scripts, which other schedulers can run; docs/scale.md shows how")
	}
	cmd := exec.CommandContext(ctx, path, args[1:]...)
	cmd.Env = environment()
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", errors.New(said("sbatch", stderr.String(), err))
	}
	m := parsable.FindSubmatch(out)
	if m == nil {
		return "", fmt.Errorf("sbatch printed %q, want the id of the job", out)
	}
	return string(m[1]), nil
}

// said returns the last line that a program of Slurm printed before it failed.
func said(name, stderr string, err error) string {
	lines := strings.Split(strings.TrimSpace(stderr), "\n")
	if last := strings.TrimSpace(lines[len(lines)-1]); last != "" {
		return last
	}
	return name + ": " + err.Error()
}

// environment returns the variables without the ones that Slurm sets in a job: the job
// that a job submits would take them for its own.
func environment() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return strings.HasPrefix(name, "SLURM_") && !slices.Contains([]string{"SLURM_CONF", "SLURM_CONF_SERVER", "SLURM_CLUSTERS", "SLURM_JWT"}, name)
	})
}

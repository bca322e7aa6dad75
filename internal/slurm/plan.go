package slurm

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// PlanSchema names the JSON form of a [Plan].
const PlanSchema = "slurm-plan/v1"

// MaxTasks is the largest number of tasks. Slurm's own limit, MaxArraySize, is 1001
// by default.
const MaxTasks = 100_000

// A Plan says what the tasks of a job work on. It does not change.
type Plan struct {
	Schema string   `json:"schema"`         // name of the schema: `slurm-plan/v1`
	Kind   string   `json:"kind"`           // `captures` or `matrices`
	Folder string   `json:"folder"`         // absolute path of the folder with the files
	Tasks  int      `json:"tasks"`          // number of tasks, at most the number of files
	Args   []string `json:"args,omitempty"` // arguments for the work on each file; absent if there are none
	Files  []string `json:"files"`          // paths below `folder`, with slashes, in ascending order of bytes
}

// A Job is a folder with a plan.
type Job struct {
	Dir    string // absolute
	Plan   *Plan
	Ending string // of the files of parts, such as .nrs

	digest string // of the plan
}

// ErrOther is the error of Create for a folder with another plan.
var ErrOther = errors.New("the folder belongs to another job")

// NewPlan returns the plan for files below a folder. Their order does not matter.
func NewPlan(kind, folder string, files []string, tasks int, args []string) (*Plan, error) {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no %s in this folder", folder, kind)
	}
	for _, name := range append(slices.Clone(files), folder) {
		if !utf8.ValidString(name) {
			return nil, fmt.Errorf("%q: the name is not UTF-8, and the list of files is JSON", name)
		}
	}
	p := &Plan{Schema: PlanSchema, Kind: kind, Folder: folder, Tasks: min(tasks, len(files)), Args: args}
	for _, name := range files {
		p.Files = append(p.Files, filepath.ToSlash(name))
	}
	slices.Sort(p.Files)
	return p, p.check()
}

// check returns what no plan may have.
func (p *Plan) check() error {
	switch {
	case p.Schema != PlanSchema:
		return fmt.Errorf("want the schema %s, got %q", PlanSchema, p.Schema)
	case len(p.Files) == 0:
		return errors.New("the list of files is empty")
	case p.Tasks < 1 || p.Tasks > min(MaxTasks, len(p.Files)):
		return fmt.Errorf("want 1 to %d tasks, got %d", min(MaxTasks, len(p.Files)), p.Tasks)
	case !slices.IsSorted(p.Files) || len(slices.Compact(slices.Clone(p.Files))) != len(p.Files):
		return errors.New("the list of files is not in ascending order")
	}
	return nil
}

// Share returns the files of a task, 1 to Tasks, as indices of Files: every Tasks-th
// file. So files that have similar names, and often similar sizes, go to different
// tasks. The shares of all tasks have each file once.
func (p *Plan) Share(task int) []int {
	if task < 1 || task > p.Tasks {
		panic("slurm: no such task")
	}
	var share []int
	for k := task - 1; k < len(p.Files); k += p.Tasks {
		share = append(share, k)
	}
	return share
}

// has reports whether a task has a file, which may be any number.
func (p *Plan) has(task, file int) bool {
	return file >= 0 && file < len(p.Files) && file%p.Tasks == task-1
}

// Path returns the path of a file.
func (p *Plan) Path(file int) string {
	return filepath.Join(p.Folder, filepath.FromSlash(p.Files[file]))
}

// Create makes the folder dir for a plan, or opens it if it has the same plan. A nil
// plan opens the folder with the plan that it has. A plan that has the same folder,
// kind, arguments and number of tasks counts as the same although its files differ;
// appeared is the number of its files that the job does not work on. If tasks is
// false, the number of tasks need not be the same.
func Create(dir, ending string, plan *Plan, tasks bool) (j *Job, appeared int, err error) {
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, 0, err
	}
	j = &Job{Dir: dir, Ending: ending}
	err = j.read()
	switch {
	case errors.Is(err, fs.ErrNotExist) && plan != nil:
		if err := j.write(plan); err != nil {
			return nil, 0, err
		}
		return j, 0, j.read()
	case errors.Is(err, fs.ErrNotExist):
		return nil, 0, hint.With(fmt.Errorf("%s: no job in this folder", dir), "the first call names the folder with the files, and makes the job")
	case err != nil || plan == nil:
		return j, 0, err
	}
	old := j.Plan
	if what := difference(old, plan, tasks); what != "" {
		return nil, 0, hint.With(fmt.Errorf("%s: %w: %s", dir, ErrOther, what), "--out names another folder")
	}
	for _, name := range plan.Files {
		if _, ok := slices.BinarySearch(old.Files, name); !ok {
			appeared++
		}
	}
	return j, appeared, nil
}

// difference says in what two plans differ, "" for nothing.
func difference(old, plan *Plan, tasks bool) string {
	text := func(s []string) string {
		if len(s) == 0 {
			return "none"
		}
		return fmt.Sprintf("%q", s)
	}
	switch {
	case old.Kind != plan.Kind:
		return fmt.Sprintf("it works on %s, not on %s", old.Kind, plan.Kind)
	case old.Folder != plan.Folder:
		return fmt.Sprintf("it works on the files in %s, not in %s", old.Folder, plan.Folder)
	case !slices.Equal(old.Args, plan.Args):
		return fmt.Sprintf("its flags for each file are %s, not %s", text(old.Args), text(plan.Args))
	case tasks && old.Tasks != plan.Tasks:
		return fmt.Sprintf("it has %d tasks, not %d", old.Tasks, plan.Tasks)
	}
	return ""
}

// read reads the plan.
func (j *Job) read() error {
	name := j.name("plan.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	p := &Plan{}
	if err := strict(text, p); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if err := p.check(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	sum := sha256.Sum256(text)
	j.Plan, j.digest = p, hex.EncodeToString(sum[:])
	return nil
}

// write makes the folder, and writes the plan last: a folder without a plan has no job.
func (j *Job) write(p *Plan) error {
	for _, name := range []string{"parts", "tries", "logs"} {
		if err := os.MkdirAll(j.name(name), 0o777); err != nil {
			return err
		}
	}
	return atomicfile.WriteFile(j.name("plan.json"), func(w io.Writer) error { return jsontext.Write(w, p) })
}

// strict reads one JSON value whose keys are known.
func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); err != io.EOF {
		return errors.New("text after the JSON value")
	}
	return nil
}

// name returns the path of a file of the job.
func (j *Job) name(parts ...string) string {
	return filepath.Join(append([]string{j.Dir}, parts...)...)
}

// PartPath returns the name of the part of a task.
func (j *Job) PartPath(task int) string { return j.name("parts", strconv.Itoa(task)+j.Ending) }

// Result returns the name of a result of the merge.
func (j *Job) Result(name string) string { return j.name(name) }

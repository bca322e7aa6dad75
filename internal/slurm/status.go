package slurm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// MergedSchema names the JSON form of merged.json.
const MergedSchema = "slurm-merged/v1"

// A Merged is the content of merged.json, which is there when the results are.
type Merged struct {
	Schema string `json:"schema"` // name of the schema: `slurm-merged/v1`
	Parts  string `json:"parts"`  // SHA-256 of the digests of all parts, in hexadecimal digits
}

// A Status is the state of a job.
type Status struct {
	Parts  []*Part  // by task from 0; nil for a missing part
	Active []string // jobs of the last submission that have not ended
	Failed []Failure
	Merged bool   // the results are made of these parts
	Merge  string // why the last merge failed; "" if it did not
}

// A Failure is a task without a part that nothing works on.
type Failure struct {
	Task int
	Why  string
}

// Status looks at the folder, and asks squeue.
func (j *Job) Status(ctx context.Context) (*Status, error) {
	parts, err := j.Parts()
	if err != nil {
		return nil, err
	}
	last, err := j.Latest()
	if err != nil {
		return nil, err
	}
	s := &Status{Parts: parts}
	if s.Active, err = Active(ctx, last); err != nil {
		return nil, err
	}
	if s.Merged, err = j.merged(parts); err != nil {
		return nil, err
	}
	if s.Merge, err = noted(j.name("merge.error")); err == nil && len(s.Active) == 0 {
		s.Failed, err = j.Failures(parts)
	}
	return s, err
}

// Failures says of each task without a part why it has none.
func (j *Job) Failures(parts []*Part) ([]Failure, error) {
	var list []Failure
	for _, task := range Missing(parts) {
		why, err := j.why(task)
		if err != nil {
			return nil, err
		}
		list = append(list, Failure{task, why})
	}
	return list, nil
}

// why says why a task has no part.
func (j *Job) why(task int) (string, error) {
	at, err := j.EndedAt(task)
	if err != nil {
		return "", err
	}
	text, err := noted(j.errorPath(task))
	switch {
	case err != nil || text != "":
		return text, err
	case at != "":
		return "it ended while it worked on " + at, nil
	case j.started(task):
		return fmt.Sprintf("it ended without a message; logs/%d.txt may say more", task), nil
	}
	return "it did not start", nil
}

// noted returns the error in a file, "" without the file.
func noted(name string) (string, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return strings.TrimSpace(string(text)), err
}

// started reports whether Slurm made the log of a task.
func (j *Job) started(task int) bool {
	_, err := os.Stat(j.name("logs", fmt.Sprintf("%d.txt", task)))
	return err == nil
}

// FailMerge notes why a merge failed, for [Job.Status].
func (j *Job) FailMerge(why error) error { return writeError(j.name("merge.error"), why) }

// FinishMerge records that the results are made of parts.
func (j *Job) FinishMerge(parts []*Part) error {
	if err := removeIf(j.name("merge.error")); err != nil {
		return err
	}
	return atomicfile.WriteFile(j.name("merged.json"), func(w io.Writer) error {
		return jsontext.Write(w, &Merged{Schema: MergedSchema, Parts: digestOfParts(parts)})
	})
}

// merged reports whether the results are made of parts.
func (j *Job) merged(parts []*Part) (bool, error) {
	if len(Missing(parts)) > 0 {
		return false, nil
	}
	text, err := os.ReadFile(j.name("merged.json"))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	m := &Merged{}
	return err == nil && strict(text, m) == nil && m.Schema == MergedSchema && m.Parts == digestOfParts(parts), err
}

// digestOfParts returns one digest of all parts.
func digestOfParts(parts []*Part) string {
	h := sha256.New()
	for _, p := range parts {
		_, _ = io.WriteString(h, p.SHA256+"\n") // a hash takes every text
	}
	return hex.EncodeToString(h.Sum(nil))
}

// String names the task, and says why.
func (f Failure) String() string { return fmt.Sprintf("task %d: %s", f.Task, f.Why) }

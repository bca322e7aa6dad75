package slurm

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/jsontext"
)

// PartSchema names the JSON form of a [Part].
const PartSchema = "slurm-part/v1"

// A Part is the record of a part: the part counts from when its record is there.
type Part struct {
	Schema string `json:"schema"`        // name of the schema: `slurm-part/v1`
	Task   int    `json:"task"`          // number of the task, from 1
	Plan   string `json:"plan"`          // SHA-256 of `plan.json`, in hexadecimal digits
	SHA256 string `json:"sha256"`        // SHA-256 of the part, in hexadecimal digits
	Files  int    `json:"files"`         // number of files of the task
	Bad    []Bad  `json:"bad,omitempty"` // files that the part does not have, in their order; absent if there are none
}

// A Bad is a file that a part does not have.
type Bad struct {
	File  string `json:"file"`  // path of the file, below the folder of the plan
	Error string `json:"error"` // what is wrong with it
}

// String returns the file with its error, which may begin with the path.
func (b Bad) String() string {
	if strings.Contains(b.Error, b.File) {
		return b.Error
	}
	return b.File + ": " + b.Error
}

// Finish records that the part of a task is whole: its file is in its place.
func (j *Job) Finish(task int, bad []Bad) error {
	sum, err := digestOf(j.PartPath(task))
	if err != nil {
		return err
	}
	part := &Part{Schema: PartSchema, Task: task, Plan: j.digest, SHA256: sum, Files: len(j.Plan.Share(task)), Bad: bad}
	if err := atomicfile.WriteFile(j.recordPath(task), func(w io.Writer) error { return jsontext.Write(w, part) }); err != nil {
		return err
	}
	return errors.Join(removeIf(j.errorPath(task)), j.removeTries(task))
}

// Fail notes why a task ended without a part, for [Job.Status].
func (j *Job) Fail(task int, why error) error {
	return writeError(j.errorPath(task), why)
}

// writeError notes an error in a file.
func writeError(name string, why error) error {
	return atomicfile.WriteFile(name, func(w io.Writer) error {
		_, err := fmt.Fprintln(w, why)
		return err
	})
}

// Part returns the record of the part of a task. It returns nil without a record that
// belongs to the plan and to the file beside it, so also for a part that was damaged or
// replaced.
func (j *Job) Part(task int) (*Part, error) {
	text, err := os.ReadFile(j.recordPath(task))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	p := &Part{}
	if err := strict(text, p); err != nil || p.Schema != PartSchema || p.Plan != j.digest || p.Task != task {
		return nil, nil
	}
	sum, err := digestOf(j.PartPath(task))
	if errors.Is(err, fs.ErrNotExist) || err == nil && sum != p.SHA256 {
		return nil, nil
	}
	return p, err
}

// Parts returns the records of all parts, by task from 0. A missing part is nil.
func (j *Job) Parts() ([]*Part, error) {
	list := make([]*Part, j.Plan.Tasks)
	for k := range list {
		var err error
		if list[k], err = j.Part(k + 1); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Missing returns the tasks whose part is not there.
func Missing(parts []*Part) []int {
	var list []int
	for k, p := range parts {
		if p == nil {
			list = append(list, k+1)
		}
	}
	return list
}

// Bads returns the files that the parts do not have, sorted.
func Bads(parts []*Part) []Bad {
	var list []Bad
	for _, p := range parts {
		if p != nil {
			list = append(list, p.Bad...)
		}
	}
	SortBad(list)
	return list
}

// Again takes back the parts that lack files, and the parts of files that changed or
// disappeared after the part was made, so that their tasks run again.
func (j *Job) Again() error {
	parts, err := j.Parts()
	if err != nil {
		return err
	}
	for k, p := range parts {
		if p == nil || len(p.Bad) == 0 && !j.changed(k+1) {
			continue
		}
		if err := errors.Join(os.Remove(j.recordPath(k+1)), j.removeTries(k+1)); err != nil {
			return err
		}
	}
	return nil
}

// changed reports whether a file of a task is younger than the part, or is gone.
func (j *Job) changed(task int) bool {
	made, err := os.Stat(j.recordPath(task))
	if err != nil {
		return true
	}
	for _, file := range j.Plan.Share(task) {
		if info, err := os.Stat(j.Plan.Path(file)); err != nil || info.ModTime().After(made.ModTime()) {
			return true
		}
	}
	return false
}

func (j *Job) recordPath(task int) string { return j.name("parts", strconv.Itoa(task)+".json") }
func (j *Job) errorPath(task int) string  { return j.name("parts", strconv.Itoa(task)+".error") }

// digestOf returns the SHA-256 of a file.
func digestOf(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close() // was only read
	h := sha256.New()
	if _, err := io.Copy(h, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

// removeIf removes a file that may not be there.
func removeIf(name string) error {
	if err := os.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// SortBad sorts files by their paths.
func SortBad(list []Bad) {
	slices.SortFunc(list, func(a, b Bad) int { return strings.Compare(a.File, b.File) })
}

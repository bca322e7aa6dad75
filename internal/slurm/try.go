package slurm

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// MostTries is how often a task may end at one file before its next try leaves the
// file out.
const MostTries = 3

// A Try is a task at work. It notes in a file of its own what it is at, so that a try
// that was killed leaves the name of the file that it was at, and what it had done.
// Nothing but the last line of that file can be incomplete.
type Try struct {
	j    *Job
	task int
	f    *os.File

	ends map[int]int             // by file: tries that ended at it
	done map[int]json.RawMessage // by file: what earlier tries noted as done
}

// idle is the file of a try that is at none.
const idle = -1

// unnamed is the file of a line that names no file.
const unnamed = -2

// A line is one of the file of a try.
type line struct {
	File int             `json:"file"`           // index in the list of files; -1 for none
	Done json.RawMessage `json:"done,omitempty"` // result for the file; absent when the work on it begins
}

// Begin begins a try of a task.
func (j *Job) Begin(task int) (*Try, error) {
	t, err := j.earlier(task)
	if err != nil {
		return nil, err
	}
	if err := removeIf(j.errorPath(task)); err != nil { // of an earlier try
		return nil, err
	}
	t.f, err = os.CreateTemp(j.name("tries"), strconv.Itoa(task)+".*.jsonl")
	return t, err
}

// earlier returns what earlier tries of a task left.
func (j *Job) earlier(task int) (*Try, error) {
	t := &Try{j: j, task: task, ends: map[int]int{}, done: map[int]json.RawMessage{}}
	names, err := j.triesOf(task)
	if err != nil {
		return nil, err
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		t.add(text)
	}
	return t, nil
}

// triesOf returns the files of the tries of a task.
func (j *Job) triesOf(task int) ([]string, error) {
	entries, err := os.ReadDir(j.name("tries"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), strconv.Itoa(task)+".") {
			names = append(names, j.name("tries", e.Name()))
		}
	}
	return names, err
}

// add adds what an earlier try noted.
func (t *Try) add(text []byte) {
	at := idle
	for row := range bytes.Lines(text) {
		l := line{File: unnamed}
		if strict(row, &l) != nil || l.File != idle && !t.j.Plan.has(t.task, l.File) {
			continue // cut off where the try ended
		}
		at = l.File
		if l.Done != nil {
			t.done[l.File], at = l.Done, idle
		}
	}
	if at != idle {
		t.ends[at]++
	}
}

// Order returns the files of the task in the order in which to work on them: first
// those at which no try ended, so that one file does not keep the others from their
// turn.
func (t *Try) Order() []int {
	share := t.j.Plan.Share(t.task)
	slices.SortStableFunc(share, func(a, b int) int { return min(t.ends[a], 1) - min(t.ends[b], 1) })
	return share
}

// Done returns what an earlier try noted as done for a file, nil for nothing.
func (t *Try) Done(file int) json.RawMessage { return t.done[file] }

// Start notes that the work on a file begins. The error says that too many tries ended
// at this file: it is to be left out.
func (t *Try) Start(file int) (tooMany, err error) {
	if n := t.ends[file]; n >= MostTries {
		return fmt.Errorf("%d tries of the task ended while it worked on this file", n), nil
	}
	return nil, t.write(&line{File: file})
}

// Idle notes that the task is at no file any more.
func (t *Try) Idle() error { return t.write(&line{File: idle}) }

// Note notes what was done for a file.
func (t *Try) Note(file int, result any) error {
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	t.done[file] = text
	return t.write(&line{File: file, Done: text})
}

func (t *Try) write(l *line) error {
	text, err := Line(l)
	if err != nil {
		return err
	}
	_, err = t.f.Write(text)
	return err
}

// Line returns a value as a line of JSON.
func Line(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(text, '\n'), err
}

// Close ends the try.
func (t *Try) Close() error { return t.f.Close() }

// EndedAt returns the file at which most tries of a task ended, "" for none.
func (j *Job) EndedAt(task int) (string, error) {
	t, err := j.earlier(task)
	if err != nil {
		return "", err
	}
	most, at := 0, ""
	for _, file := range j.Plan.Share(task) {
		if t.ends[file] > most {
			most, at = t.ends[file], j.Plan.Files[file]
		}
	}
	return at, nil
}

// removeTries removes what the tries of a task noted.
func (j *Job) removeTries(task int) error {
	names, err := j.triesOf(task)
	for _, name := range names {
		err = errors.Join(err, removeIf(name))
	}
	return err
}

package slurm

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// end begins a try of a task, which ends at a file; it has done the ones before.
func end(t *testing.T, j *Job, task, at int) {
	t.Helper()
	try, err := j.Begin(task)
	if err != nil {
		t.Fatal(err)
	}
	defer try.Close()
	for _, file := range try.Order() {
		if _, err := try.Start(file); err != nil {
			t.Fatal(err)
		}
		if file == at {
			return
		}
		if err := try.Note(file, file*10); err != nil {
			t.Fatal(err)
		}
	}
}

// What tries have done stays, a file at which tries ended comes last, and after
// MostTries it is left out.
func TestTries(t *testing.T) {
	j := job(t, 2, "a", "b", "c", "d", "e", "f", "g")
	for k := range MostTries {
		try, err := j.earlier(1)
		if err != nil {
			t.Fatal(err)
		}
		if tooMany, err := (&Try{j: j, task: 1, f: null(t), ends: try.ends}).Start(2); tooMany != nil || err != nil {
			t.Errorf("try %d: got %v, %v", k, tooMany, err)
		}
		end(t, j, 1, 2)
	}
	try, err := j.Begin(1)
	if err != nil {
		t.Fatal(err)
	}
	defer try.Close()
	if got := try.Order(); !slices.Equal(got, []int{0, 4, 6, 2}) {
		t.Errorf("got the order %v", got)
	}
	for file, want := range map[int]string{0: "0", 2: "", 4: "40", 6: "60"} {
		if got := string(try.Done(file)); got != want {
			t.Errorf("file %d: got %q, want %q", file, got, want)
		}
	}
	if tooMany, err := try.Start(2); err != nil || tooMany == nil || tooMany.Error() != "3 tries of the task ended while it worked on this file" {
		t.Errorf("got %v, %v", tooMany, err)
	}
	if at, err := j.EndedAt(1); at != "c" || err != nil {
		t.Errorf("got %s, %v", at, err)
	}
	if at, err := j.EndedAt(2); at != "" || err != nil {
		t.Errorf("task 2: got %s, %v", at, err)
	}
}

// A try that ended when it was at no file blames none.
func TestIdle(t *testing.T) {
	j := job(t, 1, "a", "b")
	try, err := j.Begin(1)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := try.Start(1); err != nil {
		t.Fatal(err)
	}
	if err := try.Idle(); err != nil {
		t.Fatal(err)
	}
	if err := try.Close(); err != nil {
		t.Fatal(err)
	}
	if at, err := j.EndedAt(1); at != "" || err != nil {
		t.Errorf("got %s, %v", at, err)
	}
}

// null opens a file to write to.
func null(t *testing.T) *os.File {
	f, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// A line that names no file blames none.
func TestLineWithoutFile(t *testing.T) {
	for _, text := range []string{"{}", "{\"done\":1}", "{\"file\":null}"} {
		try := &Try{j: &Job{Plan: &Plan{Schema: PlanSchema, Tasks: 1, Files: []string{"a"}}}, task: 1, ends: map[int]int{}, done: map[int]json.RawMessage{}}
		if try.add([]byte(text)); len(try.ends) > 0 || len(try.done) > 0 {
			t.Errorf("%s: got %v, %v", text, try.ends, try.done)
		}
	}
}

// Whatever is in the file of a try, cut off or damaged, what it says is of files of the
// task, and at most one file is blamed.
func FuzzTry(f *testing.F) {
	f.Add("{\"file\":0}\n{\"file\":0,\"done\":1}\n{\"file\":2}")
	f.Add("{\"file\":2}\n{\"file\":-1}\n")
	f.Add("{\"file\":1}\n{\"file\":99,\"done\":[]}\n{\"fi")
	f.Fuzz(func(t *testing.T, text string) {
		j := &Job{Dir: t.TempDir(), Plan: &Plan{Schema: PlanSchema, Tasks: 2, Files: []string{"a", "b", "c"}}}
		if err := os.MkdirAll(j.name("tries"), 0o777); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(j.Dir, "tries", "1.0.jsonl"), text)
		write(t, filepath.Join(j.Dir, "tries", "11.0.jsonl"), "{\"file\":0}")
		try, err := j.earlier(1)
		if err != nil {
			t.Fatal(err)
		}
		blamed := 0
		for file, n := range try.ends {
			if blamed += n; file != 0 && file != 2 {
				t.Errorf("file %d is of another task", file)
			}
		}
		for file := range try.done {
			if file != 0 && file != 2 {
				t.Errorf("file %d is of another task", file)
			}
		}
		if blamed > 1 {
			t.Errorf("%d files are blamed", blamed)
		}
	})
}

package slurm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// write writes a file of a job.
func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// finish makes the part of a task.
func finish(t *testing.T, j *Job, task int, bad ...Bad) {
	t.Helper()
	write(t, j.PartPath(task), "part")
	if err := j.Finish(task, bad); err != nil {
		t.Fatal(err)
	}
}

// missing returns the tasks without a part, as sbatch takes them.
func missing(t *testing.T, j *Job) string {
	t.Helper()
	parts, err := j.Parts()
	if err != nil {
		t.Fatal(err)
	}
	return List(Missing(parts))
}

// A part counts when its record fits the plan and the file.
func TestPart(t *testing.T) {
	j := job(t, 3, "a", "b", "c", "d")
	if got := missing(t, j); got != "1-3" {
		t.Errorf("at first, %s are missing", got)
	}
	for task := 1; task <= 3; task++ {
		finish(t, j, task)
	}
	if got := missing(t, j); got != "" {
		t.Errorf("%s are missing", got)
	}
	record := j.recordPath(2)
	good, err := os.ReadFile(record)
	if err != nil {
		t.Fatal(err)
	}
	for what, damage := range map[string]func(){
		"a changed part":       func() { write(t, j.PartPath(2), "other") },
		"no part":              func() { os.Remove(j.PartPath(2)) },
		"no record":            func() { os.Remove(record) },
		"half a record":        func() { write(t, record, string(good[:len(good)/2])) },
		"the record of task 3": func() { write(t, record, strings.Replace(string(good), `"task": 2`, `"task": 3`, 1)) },
		"another plan":         func() { write(t, record, strings.Replace(string(good), j.digest, strings.Repeat("0", 64), 1)) },
	} {
		damage()
		if got := missing(t, j); got != "2" {
			t.Errorf("%s: %q are missing, want 2", what, got)
		}
		write(t, j.PartPath(2), "part")
		write(t, record, string(good))
		if got := missing(t, j); got != "" {
			t.Fatalf("%s: %s are missing after the repair", what, got)
		}
	}
}

// A status names tasks without a part and files that parts lack, and knows whether the
// results are made of these parts.
func TestStatus(t *testing.T) {
	t.Setenv("PATH", t.TempDir()) // no squeue
	data := t.TempDir()
	files := []string{"a", "b", "c", "d", "e"}
	for _, name := range files {
		write(t, filepath.Join(data, name), "")
	}
	p, err := NewPlan("captures", data, files, 5, nil)
	if err != nil {
		t.Fatal(err)
	}
	j, _, err := Create(t.TempDir(), ".part", p, true)
	if err != nil {
		t.Fatal(err)
	}
	finish(t, j, 1, Bad{"a", "a: is broken"})
	if err := j.Fail(2, errors.New("no space")); err != nil {
		t.Fatal(err)
	}
	try, err := j.Begin(3)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := try.Start(2); err != nil {
		t.Fatal(err)
	}
	if err := try.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(j.Dir, "logs", "4.txt"), "")
	s, err := j.Status(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range s.Failed {
		got = append(got, f.String())
	}
	want := "task 2: no space; task 3: it ended while it worked on c; task 4: it ended without a message; logs/4.txt may say more; task 5: it did not start"
	if strings.Join(got, "; ") != want || s.Merged {
		t.Errorf("got %s, want %s", strings.Join(got, "; "), want)
	}
	if bad := Bads(s.Parts); len(bad) != 1 || bad[0].String() != "a: is broken" || (Bad{"x", "is broken"}).String() != "x: is broken" {
		t.Errorf("got %v", bad)
	}

	for task := 2; task <= 5; task++ {
		finish(t, j, task)
	}
	if s, err = j.Status(context.Background()); err != nil || s.Merged || len(s.Failed) > 0 {
		t.Errorf("got %+v, %v", s, err)
	}
	if err := j.FailMerge(errors.New("twice")); err != nil {
		t.Fatal(err)
	}
	if s, err = j.Status(context.Background()); err != nil || s.Merge != "twice" {
		t.Errorf("got %+v, %v", s, err)
	}
	if err := j.FinishMerge(s.Parts); err != nil {
		t.Fatal(err)
	}
	if s, err = j.Status(context.Background()); err != nil || !s.Merged || s.Merge != "" {
		t.Errorf("got %+v, %v", s, err)
	}

	// A part that is made again is not in the results.
	again := func(want string) {
		t.Helper()
		if err := j.Again(); err != nil {
			t.Fatal(err)
		}
		if got := missing(t, j); got != want {
			t.Errorf("%s are repeated, want %s", got, want)
		}
	}
	again("1")
	write(t, j.PartPath(1), "new")
	if err := j.Finish(1, nil); err != nil {
		t.Fatal(err)
	}
	if s, err = j.Status(context.Background()); err != nil || s.Merged {
		t.Errorf("got %+v, %v", s, err)
	}

	// So is a part whose file changed or is gone.
	again("")
	later := time.Now().Add(time.Hour)
	if err := errors.Join(os.Chtimes(j.Plan.Path(3), later, later), os.Remove(j.Plan.Path(4))); err != nil {
		t.Fatal(err)
	}
	again("4-5")
}

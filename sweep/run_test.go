package sweep

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// self returns the path of the test binary, which is a program too.
func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// environ is the environment of the programs.
func environ() []string { return append(os.Environ(), asProgram+"=1") }

// open opens a folder for a plan.
func open(t *testing.T, dir string, p *Plan) *Journal {
	t.Helper()
	j, err := Open(dir, p, []byte(`{"a":1}`))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// shut closes a journal.
func shut(t *testing.T, j *Journal) {
	t.Helper()
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
}

// lines returns the lines of a file.
func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
}

func noCapture(string) (*trace.Summary, error) { return nil, errors.New("there is none") }

const three = `
repeat: 3
timeout: 2s
configurations:
  - {name: good, args: [print, "{configuration}"]}
  - {name: bad, args: [print, "Error: it broke", print, "hint: mend it", exit, "3"]}
  - {name: slow, args: [sleep, 60s]}
  - {name: other, env: {V: "w"}, args: [env, V]}
`

// Failing and late runs are told, and the others are run.
func TestRun(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, strings.Replace(three, "repeat: 3", "repeat: 1\ncold: 0", 1), self(t))
	j := open(t, dir, p)
	told := 0
	if err := j.Run(t.Context(), environ(), func(*Record) { told++ }); err != nil {
		t.Fatal(err)
	}
	why := map[string]string{}
	for _, r := range j.Done {
		why[r.Configuration] = "good"
		if r.Failed() {
			why[r.Configuration] = r.Why()
		}
		out := lines(t, filepath.Join(dir, filepath.FromSlash(r.Output)))
		if want := map[string]string{"good": "good", "other": "w"}[r.Configuration]; want != "" && out[0] != want {
			t.Errorf("%s printed %q", r.Configuration, out)
		}
		if r.WallNS <= 0 || r.UserNS+r.SysNS <= 0 {
			t.Errorf("%s took %d ns, %d and %d ns of CPU, %d B", r.Configuration, r.WallNS, r.UserNS, r.SysNS, r.MaxRSS)
		}
	}
	want := map[string]string{"good": "good", "other": "good", "bad": "exit status 3: Error: it broke", "slow": "exceeded its timeout of 2s"}
	for name := range want {
		if why[name] != want[name] {
			t.Errorf("%s: got %q, want %q", name, why[name], want[name])
		}
	}
	if told != 4 {
		t.Errorf("%d runs were told, want 4", told)
	}
	r, err := j.Result("s.yaml", noCapture)
	if err != nil {
		t.Fatal(err)
	}
	if r.Done != 4 || r.Failed != 2 || r.Planned != 4 || len(r.Configurations[1].Failures) != 1 || r.Configurations[0].Warm.Runs != 1 || r.Configurations[0].Cold != nil {
		t.Errorf("got %+v", r)
	}
}

// The memory of a run is its own, and not ours, however much we have or had.
func TestMemory(t *testing.T) {
	if runtime.GOOS != "linux" {
		return // others tell what is more than we have, or nothing
	}
	p := plan(t, "repeat: 1\ncold: 0\nconfigurations: [{name: small, args: [print, a]}, {name: middle, args: [grow, \"50\"]}, {name: large, args: [grow, \"200\"]}]", self(t))
	j := open(t, t.TempDir(), p)
	ours := make([]byte, 100<<20)
	for k := 0; k < len(ours); k += 4096 {
		ours[k] = 1
	}
	if err := j.Run(t.Context(), environ(), nil); err != nil {
		t.Fatal(err)
	}
	runtime.KeepAlive(ours)
	for _, r := range j.Done {
		least := map[string]int64{"small": 1, "middle": 50, "large": 200}[r.Configuration] << 20
		// The race detector has a program take more than twice its memory.
		if r.MaxRSS < least || r.MaxRSS > 3*least+40<<20 {
			t.Errorf("%s had %d B, want %d to %d", r.Configuration, r.MaxRSS, least, 3*least+40<<20)
		}
	}
}

// A program that is not there is a run that failed.
func TestMissingProgram(t *testing.T) {
	j := open(t, t.TempDir(), plan(t, "repeat: 1\ncold: 0\nconfigurations: [{name: a}]", "nrkit-no-such-program"))
	if err := j.Run(t.Context(), environ(), nil); err != nil {
		t.Fatal(err)
	}
	if r := j.Done[1]; !r.Failed() || !strings.Contains(r.Why(), "executable file not found") {
		t.Errorf("got %+v", r)
	}
}

// A configuration whose program is not in its own PATH is named, where it has runs
// that are left.
func TestMissing(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "solver"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	p := plan(t, "repeat: 2\ncold: 0\nenv: {PATH: "+bin+"}\nconfigurations: [{name: a}, {name: b, env: {PATH: /nrkit/nowhere}}]", "solver")
	err := p.Missing(dir, environ(), nil)
	if want := `nothing was run: configuration b: exec: "solver": executable file not found in $PATH`; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	done := map[int]*Record{}
	for _, r := range p.Runs {
		if p.Definition.Configurations[r.Configuration].Name == "b" {
			done[r.Number] = &Record{}
		}
	}
	if err := p.Missing(dir, environ(), done); err != nil {
		t.Errorf("all runs of b are done: got %v", err)
	}
	made := plan(t, "repeat: 1\ncold: 0\nconfigurations: [{name: a}]", "{cache}/made")
	if err := made.Missing(dir, environ(), nil); err != nil {
		t.Errorf("a program that a run makes: got %v", err)
	}
}

// What was done is not done again, whatever was cut off; another sweep does not
// go on.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	text := "repeat: 4\ncold: 1\nconfigurations: [{name: a}, {name: b}]"
	p := plan(t, text, self(t), "append", log)
	j := open(t, dir, p)
	ctx, cancel := context.WithCancel(t.Context())
	err := j.Run(ctx, environ(), func(r *Record) {
		if r.Number == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || len(j.Done) != 3 {
		t.Fatalf("%d runs are done: %v", len(j.Done), err)
	}
	shut(t, j)
	path := filepath.Join(dir, journalName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The last run is cut off in the middle of its line.
	if err := os.WriteFile(path, whole[:len(whole)-20], 0o666); err != nil {
		t.Fatal(err)
	}
	j = open(t, dir, p)
	if len(j.Done) != 2 || string(j.Key) != `{"a":1}` {
		t.Errorf("%d runs are done, want 2; key %s", len(j.Done), j.Key)
	}
	if err := j.Run(t.Context(), environ(), nil); err != nil {
		t.Fatal(err)
	}
	shut(t, j)
	if got := len(lines(t, log)); got != 11 { // 10, and the one that was cut off
		t.Errorf("the program ran %d times, want 11", got)
	}
	j = open(t, dir, p)
	if err := j.Run(t.Context(), environ(), func(*Record) { t.Error("a run is made again") }); err != nil || len(j.Done) != 10 {
		t.Errorf("%d runs are done: %v", len(j.Done), err)
	}
	shut(t, j)
	if _, err := Open(dir, plan(t, text, self(t), "append", log+"2"), nil); !errors.Is(err, ErrOther) {
		t.Errorf("another sweep: got %v", err)
	}
	if err := os.WriteFile(path, append(whole, "{\"run\":11}\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, p, nil); err == nil || err.Error() != path+":5: want a run from 1 to 10, got 11" {
		t.Errorf("got %v", err)
	}
	if err := os.WriteFile(path, append(whole, lines(t, path)[1]+"\n"...), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, p, nil); err == nil || err.Error() != path+":5: run 1 is recorded twice" {
		t.Errorf("got %v", err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if j = open(t, dir, p); len(j.Done) != 0 {
		t.Error("there are runs of a sweep that was removed")
	}
}

// A folder is of one sweep at a time, and one that was killed does not keep it.
func TestOneAtATime(t *testing.T) {
	dir := t.TempDir()
	p := plan(t, "configurations: [{name: a}]", self(t))
	j := open(t, dir, p)
	if _, err := Open(dir, p, nil); !errors.Is(err, ErrInUse) {
		t.Errorf("a second one: got %v", err)
	}
	if err := Remove(dir); !errors.Is(err, ErrInUse) {
		t.Errorf("removed while it runs: got %v", err)
	}
	shut(t, j)
	if err := os.WriteFile(filepath.Join(dir, ResultName), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, ResultName)); err == nil {
		t.Error("the result of a sweep that was removed is there")
	}
	open(t, dir, p)
}

// The folder {cache} is empty in cold runs and kept in warm ones.
func TestCache(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, plan(t, "repeat: 2\ncold: 2\nconfigurations: [{name: a}, {name: b}]", self(t), "append", "{cache}/f"))
	count := map[string][]int{}
	if err := j.Run(t.Context(), environ(), func(r *Record) {
		files, err := filepath.Glob(filepath.Join(dir, "cache", "*", "f"))
		if err != nil {
			t.Fatal(err)
		}
		path := files[slices.Index([]string{"a", "b"}, r.Configuration)%len(files)]
		count[r.Configuration] = append(count[r.Configuration], len(lines(t, path)))
	}); err != nil {
		t.Fatal(err)
	}
	for name, got := range count {
		if !slices.Equal(got, []int{1, 1, 2, 3}) {
			t.Errorf("%s: the folder has %v entries after the runs, want 1, 1, 2, 3", name, got)
		}
	}
}

// Nothing of a run goes on when it has ended, and an interrupt ends it.
func TestNothingIsLeft(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // has no process groups
	}
	dir := t.TempDir()
	log := filepath.Join(dir, "log")
	j := open(t, dir, plan(t, "repeat: 1\ncold: 0\nconfigurations: [{name: a}]", self(t), "orphan", log))
	if err := j.Run(t.Context(), environ(), nil); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	j = open(t, filepath.Join(dir, "two"), plan(t, "repeat: 1\ncold: 0\nconfigurations: [{name: a}]", self(t), "sleep", "1s", "append", log))
	if err := j.Run(ctx, environ(), nil); !errors.Is(err, context.DeadlineExceeded) || len(j.Done) != 0 {
		t.Errorf("an interrupted run: %v, %d done", err, len(j.Done))
	}
	time.Sleep(1500 * time.Millisecond)
	if _, err := os.Stat(log); err == nil {
		t.Error("a process went on after its run")
	}
}

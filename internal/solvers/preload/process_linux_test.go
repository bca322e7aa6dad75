package preload_test

import (
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// Each process says its own calls: a child that was forked within a call, programs that
// vfork and exec start, and the one that exec puts in place.
func TestProcesses(t *testing.T) {
	program := build(t, "processes.c")
	r := newRecording(t, toyRows())
	want, werr := exec.Command(program).CombinedOutput()
	got, err := r.try(program)
	if got != string(want) || exitCode(err) != 5 || exitCode(werr) != 5 {
		t.Fatalf("got\n%s%v\nwant\n%s%v", got, err, want, werr)
	}
	_, calls := r.read()
	tracks := map[int32][]call{}
	for _, c := range calls {
		tracks[c.track] = append(tracks[c.track], c)
	}
	var list []string
	for _, c := range tracks {
		list = append(list, sequence(toyRows(), c))
	}
	slices.Sort(list)
	if got := strings.Join(list, "; "); got != "factor factor call factor; factor mean; sum; sum" {
		t.Errorf("the threads end calls as %s", got)
	}
}

// The threads of a forked child may all be the first to call.
func TestChildOfThreads(t *testing.T) {
	program := build(t, "children.c")
	r := newRecording(t, toyRows())
	r.same(program)
	ranges, calls := r.read()
	if ranges["toy_factor"] != 8*200 || ranges["toy_mean"] != 1 || ranges["toy_call"] != 1 {
		t.Errorf("got %v", ranges)
	}
	seen := map[uint64]bool{}
	for _, c := range calls {
		if toyRows()[c.function].symbol == "toy_call" {
			continue // of the parent
		}
		if c.number == 0 || c.number > 8*200+1 || seen[c.number] {
			t.Fatalf("call %+v", c)
		}
		seen[c.number] = true
	}
}

// Whenever a program is killed, all calls that had returned are there.
func TestKill(t *testing.T) {
	program := build(t, "endless.c")
	for range 25 {
		r := newRecording(t, toyRows())
		count := filepath.Join(t.TempDir(), "count")
		cmd := exec.Command(program, count)
		cmd.Env = r.env
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(30 * time.Second); counted(count) == 0 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(rand.IntN(20000)) * time.Microsecond)
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) {
			t.Fatal(err)
		}
		_, calls := r.read()
		if n := counted(count); uint64(len(calls)) < n || uint64(len(calls)) > n+2 || n == 0 {
			t.Errorf("%d calls are there, %d returned", len(calls), n)
		}
	}
}

func counted(path string) uint64 {
	b, err := os.ReadFile(path)
	if err != nil || len(b) < 8 {
		return 0
	}
	return binary.NativeEndian.Uint64(b)
}

// Without a tool for NVTX, or without the table, programs run as they are.
func TestUnwatched(t *testing.T) {
	program := build(t, "arguments.c")
	want := plain(t, program)
	for _, c := range []struct {
		name  string
		spoil func(r *recording) error
	}{
		{"no tool", func(r *recording) error { r.env = append(r.env, inject.EnvLibrary+"="); return nil }},
		{"no such tool", func(r *recording) error { r.env = append(r.env, inject.EnvLibrary+"=/no/such.so"); return nil }},
		{"not a tool", func(r *recording) error {
			r.env = append(r.env, inject.EnvLibrary+"="+filepath.Join(r.dir, "solvers", "watch.so"))
			return nil
		}},
		{"no table", func(r *recording) error { return os.Remove(filepath.Join(r.dir, "solvers", "table.bin")) }},
		{"half a table", func(r *recording) error { return os.Truncate(filepath.Join(r.dir, "solvers", "table.bin"), 1000) }},
		{"no folder", func(r *recording) error { r.env = append(r.env, inject.EnvFolder+"=/no/such"); return nil }},
		{"no audit", func(r *recording) error { r.env = append(r.env, "LD_AUDIT="); return nil }},
		{"audit alone", func(r *recording) error { r.env = append(r.env, "LD_PRELOAD="); return nil }},
	} {
		r := newRecording(t, toyRows())
		if err := c.spoil(r); err != nil {
			t.Fatal(err)
		}
		if got := r.run(program); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, want)
		}
		if ranges, calls := r.read(); len(ranges) != 0 || len(calls) != 0 {
			t.Errorf("%s: %v", c.name, ranges)
		}
	}
}

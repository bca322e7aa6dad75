package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// wide writes a capture of so many phases that its outputs take a while to write.
func wide(t *testing.T, path string) {
	t.Helper()
	r, err := trace.Create(path, trace.Header{Program: "mysim", PID: 7, Start: time.Unix(1, 0)}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	for k := range 3000 {
		name := r.Name(fmt.Sprintf("phase %d", k))
		for range 100 {
			th.Begin(name)
			th.End()
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// contents returns the bytes of a file, or of the files of a folder by their names; nil
// if it is not there. Hidden files, which no pattern of a shell or of DuckDB names, do
// not count.
func contents(t *testing.T, path string) map[string][]byte {
	t.Helper()
	var list map[string][]byte
	err := filepath.WalkDir(path, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasPrefix(d.Name(), ".") {
			return err
		}
		text, err := os.ReadFile(name)
		if list == nil {
			list = map[string][]byte{}
		}
		list[filepath.Base(name)] = text
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return list
}

// hidden returns the names of hidden files in a folder and in its folders.
func hidden(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(d.Name(), ".") {
			names = append(names, name)
		}
		if os.IsNotExist(err) { // was removed while this function looked
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// killedAt starts a command, kills it some time after it has begun its output, and
// reports whether the output was not complete then.
func killedAt(t *testing.T, dir string, longest time.Duration, args ...string) bool {
	t.Helper()
	cmd := exec.Command("nrprof", args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for len(hidden(t, dir)) == 0 {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatal(err)
			}
			return false // it was faster than this loop
		default:
		}
	}
	time.Sleep(time.Duration(rand.Int64N(int64(longest))))
	_ = cmd.Process.Kill() // it may have ended
	return <-ended != nil && len(hidden(t, dir)) > 0
}

// Summaries and Parquet tables whose program is killed while it writes them are not
// there, and an older output stays as it was. The next call writes them whole, and
// removes what the killed programs left.
func TestOutputKill(t *testing.T) {
	if testing.Short() {
		t.Skip("kills programs, whose goroutines nothing then reports on")
	}
	dir := t.TempDir()
	capture := filepath.Join(t.TempDir(), "wide.nrt")
	wide(t, capture)
	for _, c := range []struct {
		out  string
		args []string
	}{
		{"all.nrs", []string{"summarize", capture, "-o"}},
		{"wide.parquet", []string{"export", capture, "-o"}},
	} {
		out := filepath.Join(dir, c.out)
		args := append(c.args, out)
		if code, _, stderr := nrprof(args...); code != 0 {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		want := contents(t, out)
		if len(want) == 0 {
			t.Fatalf("no %s", out)
		}
		for _, there := range []bool{false, true} {
			cut := 0
			for try := 0; cut < 3; try++ {
				if try == 30 {
					t.Fatalf("%s: %d programs were killed while they wrote, want 3", c.out, cut)
				}
				if err := os.RemoveAll(out); err != nil {
					t.Fatal(err)
				}
				if there {
					if code, _, stderr := nrprof(args...); code != 0 {
						t.Fatalf("exit %d: %s", code, stderr)
					}
				}
				if !killedAt(t, dir, 100*time.Millisecond>>(try/4), args...) {
					continue
				}
				cut++
				if got := contents(t, out); there != (len(got) > 0) || there && !equalContents(want, got) {
					t.Errorf("%s, output there before: %v: it was killed and left %d files", c.out, there, len(got))
				}
			}
		}
		if code, _, stderr := nrprof(args...); code != 0 {
			t.Fatalf("exit %d: %s", code, stderr)
		}
		if !equalContents(want, contents(t, out)) {
			t.Errorf("%s differs from the one that was not killed", c.out)
		}
		if left := hidden(t, dir); len(left) > 0 {
			t.Errorf("%s: there is still %q", c.out, left)
		}
	}
}

// equalContents reports whether two lists of files are equal.
func equalContents(a, b map[string][]byte) bool {
	for name := range a {
		if !bytes.Equal(a[name], b[name]) {
			return false
		}
	}
	return len(a) == len(b)
}

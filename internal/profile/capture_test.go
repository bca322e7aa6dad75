package profile

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// A link under the name of the temporary file is not followed: in a directory
// that all may write into it may lead to a file of ours.
func TestCaptureFollowsNoLink(t *testing.T) {
	dir := t.TempDir()
	mine := filepath.Join(dir, "mine")
	if err := os.WriteFile(mine, []byte("precious"), 0o666); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "out.nrt")
	for _, guess := range []string{".out.nrt.nrkit-%d.tmp", ".out.nrt.%d-0.tmp"} {
		if err := os.Symlink(mine, filepath.Join(dir, fmt.Sprintf(guess, 0))); err != nil {
			t.Fatal(err)
		}
	}
	c, err := newCapture(out, trace.Header{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.finish("x"); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(mine); err != nil || string(b) != "precious" {
		t.Errorf("got %q, %v", b, err)
	}
	if info, err := os.Lstat(out); err != nil || !info.Mode().IsRegular() {
		t.Errorf("got %v, %v", info, err)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 4 {
		t.Errorf("got %v, %v", entries, err)
	}
}

// The capture has its name and a readable header before the circuit is read,
// and again when its header is replaced.
func TestCaptureIsThere(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	label := func() string {
		tr, err := trace.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer tr.Close()
		return tr.Header.Labels["n"]
	}
	c, err := newCapture(path, trace.Header{Labels: map[string]string{"n": "first"}})
	if err != nil {
		t.Fatal(err)
	}
	if got := label(); got != "first" {
		t.Errorf("want the first header, got %q", got)
	}
	if err := c.start(trace.Header{Labels: map[string]string{"n": "second"}}); err != nil {
		t.Fatal(err)
	}
	if got := label(); got != "second" {
		t.Errorf("want the second header, got %q", got)
	}
	c.discard()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
		t.Errorf("want no file, got %v, %v", entries, err)
	}
}

// An older file stays until the circuit was read, and not longer.
func TestOlderCapture(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.nrt")
	if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		c, err := newCapture(path, trace.Header{})
		if err != nil {
			t.Fatal(err)
		}
		c.discard()
		if b, err := os.ReadFile(path); err != nil || string(b) != "old" {
			t.Fatalf("want the older file, got %q, %v", b, err)
		}
	}
	c, err := newCapture(path, trace.Header{})
	if err == nil {
		err = c.start(trace.Header{Program: "new"})
	}
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Open(path)
	if err != nil || tr.Header.Program != "new" {
		t.Fatalf("want the new capture, got %v", err)
	}
	tr.Close()
	c.discard()
	if entries, err := os.ReadDir(filepath.Dir(path)); err != nil || len(entries) != 0 {
		t.Errorf("want no file, got %v, %v", entries, err)
	}
}

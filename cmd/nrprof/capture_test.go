package main

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

//go:build unix

package sparseio

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// A pipe beside a matrix is not waited for.
func TestNamesInPipe(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mkfifo(filepath.Join(dir, "a_rowname.txt"), 0o666); err != nil {
		t.Fatal(err)
	}
	f, err := Read("a.mtx", strings.NewReader(twoByThree), Options{})
	if err != nil {
		t.Fatal(err)
	}
	OpenNames(filepath.Join(dir, "a.mtx"), f)
	if f.RowNames != nil || len(f.Warnings) != 1 || !strings.Contains(f.Warnings[0].Msg, "is not a regular file") {
		t.Errorf("got %q, %v", f.RowNames, f.Warnings)
	}
}

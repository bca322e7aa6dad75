package input_test

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// What is no export has advice on how to get one.
func TestOpenExport(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.sqlite")
	if err := (timelinetest.Solver{Steps: 1}).Write(path); err != nil {
		t.Fatal(err)
	}
	e, err := input.OpenExport(path)
	if err != nil || !e.Has("NVTX_EVENTS") {
		t.Fatalf("got %v", err)
	}
	if err := e.Close(); err != nil {
		t.Error(err)
	}
	capture := put(t, dir, "a.nrt", written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.NR(1, false)) }))
	var failure *input.Failure
	if _, err := input.OpenExport(capture); !errors.As(err, &failure) || !strings.Contains(failure.Hint, "nrprof phases "+capture) {
		t.Errorf("got %v", err)
	}
	if _, err := input.OpenExport(filepath.Join(dir, "none.nsys-rep")); !errors.As(err, &failure) || !strings.HasPrefix(failure.Hint, "nsys export ") {
		t.Errorf("got %v", err)
	}
	if _, err := input.OpenExport(filepath.Join(dir, "none.sqlite")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

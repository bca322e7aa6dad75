package input_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// openFiles returns how many files this process has open.
func openFiles(t *testing.T) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("the system does not list open files")
	}
	return len(list)
}

// captures writes n captures and returns their paths.
func captures(t *testing.T, n int) (paths []string) {
	t.Helper()
	dir := t.TempDir()
	text := written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.NR(5, true)) })
	for k := range n {
		paths = append(paths, put(t, dir, fmt.Sprintf("%03d.nrt", k), text))
	}
	return paths
}

// More captures are one trace than files may be open, and passes over it may overlap.
func TestManyCaptures(t *testing.T) {
	before := openFiles(t)
	const n = 300
	s, err := input.OpenAll(captures(t, n), input.Options{}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	most := 0
	look := func() { most = max(most, openFiles(t)-before) }
	look()
	want := ranges(s.Files[0].Trace)
	got := 0
	for r := range s.Trace.Ranges() {
		if got%1000 == 0 {
			look()
			if other := s.Files[n-1-int(r.Start)%7].Trace; ranges(other) != want {
				t.Fatalf("another pass has %d ranges, want %d", ranges(other), want)
			}
		}
		got++
	}
	look()
	if got != n*want || s.Err() != nil {
		t.Errorf("got %d ranges, want %d of each of %d; %v", got, want, n, s.Err())
	}
	if most > 64 {
		t.Errorf("%d files were open, want at most 64", most)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	if left := openFiles(t) - before; left > 0 {
		t.Errorf("%d files are open after Close", left)
	}
}

// A file that replaces a capture is no part of the trace.
func TestReplacedCapture(t *testing.T) {
	paths := captures(t, 100)
	s, err := input.OpenAll(paths, input.Options{}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	other := put(t, filepath.Dir(paths[0]), "other", written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.NR(9, true)) }))
	if err := os.Rename(other, paths[0]); err != nil {
		t.Fatal(err)
	}
	want := "reading " + paths[0] + ": another file has this name since it was first read"
	ranges(s.Trace)
	if err := s.Err(); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

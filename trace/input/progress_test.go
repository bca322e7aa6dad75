package input_test

import (
	"bytes"
	"os"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/input"
)

// A told is what Options.Progress was called with.
type told struct {
	done []int64
	size int64
}

func (p *told) take(done, size int64) { p.done, p.size = append(p.done, done), size }

// check says whether a file was told of in order, from its first to its last tenth.
func (p *told) check(t *testing.T, name string, size int64) {
	t.Helper()
	switch {
	case len(p.done) < 5 || p.size != size:
		t.Errorf("%s: told %d times of %d bytes, want %d bytes", name, len(p.done), p.size, size)
	case !slices.IsSorted(p.done) || p.done[0] > size*3/10 || p.done[len(p.done)-1] < size*7/10 || p.done[len(p.done)-1] > size:
		t.Errorf("%s: told %v of %d", name, p.done, size)
	}
}

// While a file is read, Progress is called with how much of it was read; while several
// are, with how much of all.
func TestProgress(t *testing.T) {
	dir := t.TempDir()
	tr := walktest.Stream(6000, true)
	json := written(t, func(b *bytes.Buffer) error { return chrome.Write(b, tr) })
	paths := []string{
		put(t, dir, "a.json", json),
		put(t, dir, "b.json.gz", packed(json)),
		put(t, dir, "c.nrt", written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.Stream(20_000, true)) })),
	}
	var sum int64
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
		var p told
		f, err := input.OpenFile(path, input.Options{Progress: p.take})
		if err != nil {
			t.Fatal(err)
		}
		p.check(t, path, info.Size())
		calls := len(p.done)
		if ranges(f.Trace); len(p.done) != calls {
			t.Errorf("%s: told of a pass after the file was read", path)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	var p told
	s, err := input.OpenAll(paths, input.Options{Progress: p.take}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	p.check(t, "all", sum)
	if err := s.Close(); err != nil {
		t.Error(err)
	}
}

package input_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

// Files of different formats are the ranks of one trace; their warnings have their
// names, and Close closes them all.
func TestOpenAll(t *testing.T) {
	dir := t.TempDir()
	tr := walktest.NR(5, true)
	a := put(t, dir, "a.nrt", written(t, func(b *bytes.Buffer) error { return trace.Save(b, tr) }))
	b := put(t, dir, "b.json", []byte(`[{"name":"solve","ph":"X","ts":1,"dur":2,"pid":1,"tid":1},{"name":"open","ph":"B","ts":9,"pid":1,"tid":1}]`))
	s, err := input.OpenAll([]string{a, b}, input.Options{Domains: []string{"none"}}, merge.Options{Align: merge.Start})
	if err != nil {
		t.Fatal(err)
	}
	if s.Name != "a.nrt + b.json" || s.Kind != input.Capture || !slices.Equal(s.Ranks, []int32{0, 1}) || len(s.Files) != 2 || s.Clocks != nil {
		t.Errorf("got %s of %v, ranks %v, %d files", s.Name, s.Kind, s.Ranks, len(s.Files))
	}
	if got, want := ranges(s.Trace), ranges(tr)+1; got != want {
		t.Errorf("got %d ranges, want %d", got, want)
	}
	want := []string{"a.nrt: --domain none: no range belongs to this domain", "b.json:1:", "b.json: --domain none: no range belongs to this domain"}
	for _, w := range want {
		if !slices.ContainsFunc(s.Warnings, func(got string) bool { return strings.HasPrefix(got, w) }) {
			t.Errorf("got %q, want %q", s.Warnings, w)
		}
	}
	if err := s.Close(); err != nil {
		t.Error(err)
	}
	for range s.Files[0].Events() {
		continue
	}
	if s.Files[0].Err() == nil {
		t.Error("a capture can be read after Close")
	}

	one, err := input.OpenAll([]string{a}, input.Options{}, merge.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if one.Trace != one.Files[0].Trace || one.Name != "a.nrt" {
		t.Errorf("got another trace of one file, called %s", one.Name)
	}
	if err := one.Close(); err != nil {
		t.Error(err)
	}
}

// An error names its file: of reading one, and of putting them together.
func TestOpenAllErrors(t *testing.T) {
	dir := t.TempDir()
	a := put(t, dir, "a.nrt", written(t, func(b *bytes.Buffer) error { return trace.Save(b, walktest.NR(5, true)) }))
	b := put(t, dir, "b.nrt", written(t, func(b *bytes.Buffer) error {
		tr := walktest.NR(5, true)
		tr.Header.Start = time.Time{}
		return trace.Save(b, tr)
	}))
	var failure *input.Failure
	if _, err := input.OpenAll([]string{a, b}, input.Options{}, merge.Options{Align: merge.Wall}); !errors.As(err, &failure) ||
		!strings.HasPrefix(err.Error(), b+": ") || failure.Hint != "--align start gives all inputs the same start time" || !errors.Is(err, merge.ErrNoStart) {
		t.Errorf("got %v, want that %s has no start", err, b)
	}
	if _, err := input.OpenAll([]string{a, b}, input.Options{}, merge.Options{Align: merge.End, Range: "none"}); err == nil || !strings.HasPrefix(err.Error(), a+": ") {
		t.Errorf("got %v, want that %s has no such range", err, a)
	}
	none := filepath.Join(dir, "none.nrt")
	if _, err := input.OpenAll([]string{a, none}, input.Options{}, merge.Options{}); err == nil || !strings.Contains(err.Error(), none) {
		t.Errorf("got %v, want that %s is not there", err, none)
	}
}

package sides

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
)

const results = "BenchmarkPhase/phase=solve 3 100 ns/op\nBenchmarkPhase/phase=solve 3 110 ns/op\n"

// capture writes a capture of one range.
func capture(t *testing.T, path, name string) {
	t.Helper()
	r, err := trace.Create(path, trace.Header{Program: "mysim"}, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	th := r.Thread("solver")
	th.Begin(r.Name(name))
	th.End()
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// A folder stands for its captures, and otherwise for its results of benchmarks.
func TestFiles(t *testing.T) {
	dir := t.TempDir()
	bench, nrt := filepath.Join(dir, "a.bench.txt"), filepath.Join(dir, "b.nrt")
	if err := os.WriteFile(bench, []byte(results), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := Files([]string{dir}); err != nil || !slices.Equal(got, []string{bench}) {
		t.Errorf("got %q, %v", got, err)
	}
	capture(t, nrt, "solve")
	if got, err := Files([]string{dir, bench}); err != nil || !slices.Equal(got, []string{nrt, bench}) {
		t.Errorf("got %q, %v", got, err)
	}
	if got, err := Files([]string{filepath.Join(dir, "none")}); err == nil {
		t.Errorf("got %q", got)
	}
}

// Each file has its runs by what its first bytes are, on standard input as on disk.
func TestRead(t *testing.T) {
	dir := t.TempDir()
	bench, nrt := filepath.Join(dir, "results"), filepath.Join(dir, "b.nrt")
	if err := os.WriteFile(bench, []byte(results), 0o666); err != nil {
		t.Fatal(err)
	}
	capture(t, nrt, "op 7")
	for _, path := range []string{bench, nrt} {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, stdin := range []bool{false, true} {
			o := Options{Statistic: compare.Mean, Rename: trace.GroupNumbers, Input: input.Options{Stdin: strings.NewReader(string(text))}}
			file := path
			if stdin {
				file = "-"
			}
			runs, err := Read([]string{file}, o)
			if err != nil {
				t.Errorf("%s: %v", file, err)
				continue
			}
			want := map[string]int{bench: 2, nrt: 1}[path]
			if len(runs) != want {
				t.Errorf("%s as %s: got %d runs, want %d", path, file, len(runs), want)
			}
			if path == nrt && !has(runs[0], "op #") {
				t.Errorf("the run does not have the range op #: %+v", runs[0])
			}
		}
	}
	copied := filepath.Join(dir, "c.nrt")
	text, err := os.ReadFile(nrt)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(copied, text, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := Read([]string{nrt, copied}, Options{Statistic: compare.Mean}); err == nil || hint.Of(err) != "leave one of them out" {
		t.Errorf("one run twice: got %v, %q", err, hint.Of(err))
	}
}

// has reports whether a run has a range of that name.
func has(r *compare.Run, name string) bool {
	for q := range r.Values {
		if q.Name == name {
			return true
		}
	}
	return false
}

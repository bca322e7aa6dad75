package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/internal/progress"
	"github.com/nrkit/nrkit/internal/slurm"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// drawing returns a program whose progress line is drawn into a buffer, each time.
func drawing() (*program, *bytes.Buffer) {
	var out bytes.Buffer
	at := time.Unix(0, 0)
	p := &program{Program: &cli.Program{Stderr: io.Discard}}
	p.bar = progress.New(&out, func() int { return 100 }, func() time.Time { at = at.Add(time.Second); return at })
	return p, &out
}

// A file that is read has a share, and the analysis has its own.
func TestProgressLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "grid.mtx")
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := sparseio.WriteMatrixMarket(f, matgen.Dominant(matgen.Grid2D(60, 60), 1), sparseio.WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	p, out := drawing()
	root := newRootCmd(p)
	if _, err := p.source(root, path, 1)(); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "["+strings.Repeat("=", 24)+"] read grid.mtx") {
		t.Errorf("reading drew %q", out)
	}
	out.Reset()
	if _, err := p.laterSource(root, path, 1)(); err != nil || out.Len() > 0 {
		t.Errorf("a later file drew %q, error %v", out, err)
	}
	p.progress()(analysis.Progress{Share: 0.5, Done: 3, Total: 12, Step: "amd"})
	if want := "[" + strings.Repeat("=", 12) + strings.Repeat(" ", 12) + "] amd, 3 of 12 steps"; !strings.Contains(out.String(), want) {
		t.Errorf("want %q, drew %q", want, out)
	}
	if p.bar = nil; p.progress() != nil || p.read(path) != nil {
		t.Error("progress without a terminal")
	}
}

// The share of a task of a job is by the sizes of its files.
func TestSizes(t *testing.T) {
	dir := t.TempDir()
	j := &slurm.Job{Plan: &slurm.Plan{Folder: dir, Files: []string{"a", "missing", "b"}}}
	for name, size := range map[string]int{"a": 10, "b": 30} {
		if err := os.WriteFile(filepath.Join(dir, name), make([]byte, size), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	s := newSizes(j, []int{2, 1, 0})
	for k, want := range []float64{0, 0.75, 0.75, 1} {
		if got := s.share(k); got != want {
			t.Errorf("%d files: share %v, want %v", k, got, want)
		}
	}
	if got := newSizes(j, []int{1}).share(1); got != 0 {
		t.Errorf("without sizes: share %v", got)
	}
}

func TestHasLarge(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.mtx")
	for size, want := range map[int64]bool{smallInput: false, smallInput + 1: true} {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := f.Truncate(size); err != nil {
			t.Fatal(err)
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if got := hasLarge([]string{"--json", path}); got != want {
			t.Errorf("%d bytes: %v", size, got)
		}
	}
	if hasLarge([]string{"--circuit", "c6288", "-"}) {
		t.Error("names of no files are large")
	}
	if !hasLarge([]string{"--series", filepath.Dir(path)}) {
		t.Error("a folder is small")
	}
}

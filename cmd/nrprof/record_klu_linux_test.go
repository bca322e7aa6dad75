package main

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/internal/solvers/preload"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// kluProgram compiles the program of testdata/record/klu.c into dir.
func kluProgram(t *testing.T, dir string) {
	t.Helper()
	if !preload.Supported() {
		t.Skip("solver libraries are watched on amd64 and arm64 alone")
	}
	source, err := filepath.Abs(filepath.Join("testdata", "record", "klu.c"))
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("gcc", "-O1", "-o", filepath.Join(dir, "klu"), source, "-lklu").CombinedOutput()
	if err != nil {
		t.Skipf("no gcc or no KLU (Debian: apt-get install gcc libsuitesparse-dev): %v\n%s", err, out)
	}
}

// recorded records a program and returns what nrprof says.
func recorded(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("nrprof", append([]string{"record", "-f", "-o", "run.nrt"}, args...)...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", args, err, stderr.String())
	}
	return stderr.String()
}

// entries are a matrix by row and column.
type entries map[[2]int]float64

// readEntries reads a file of a folder of matrices.
func readEntries(t *testing.T, dir, name string) (entries, *sparseio.File) {
	t.Helper()
	f, err := sparseio.Open(filepath.Join(dir, name), sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a := entries{}
	p := f.Matrix.Pattern
	for j := range p.Cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			a[[2]int{int(p.RowIdx[k]), j}] = 1
			if f.Matrix.HasValues() {
				a[[2]int{int(p.RowIdx[k]), j}] = f.Matrix.Values[k]
			}
		}
	}
	return a, f
}

// residual returns the largest |A·x − b| relative to |A|·|x| + |b|.
func residual(a, x, b entries, n int) float64 {
	r, scale := make([]float64, n), make([]float64, n)
	for i := range n {
		r[i], scale[i] = -b[[2]int{i, 0}], math.Abs(b[[2]int{i, 0}])
	}
	for at, v := range a {
		r[at[0]] += v * x[[2]int{at[1], 0}]
		scale[at[0]] += math.Abs(v * x[[2]int{at[1], 0}])
	}
	worst := 0.0
	for i := range n {
		worst = max(worst, math.Abs(r[i])/max(scale[i], math.SmallestNonzeroFloat64))
	}
	return worst
}

// own reads what the program itself wrote of a step.
func own[T int32 | float64](t *testing.T, dir string, step int, name string) []T {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, fmt.Sprintf("own-%04d-%s", step, name)))
	if err != nil {
		t.Fatal(err)
	}
	list := make([]T, len(text)/binary.Size(T(0)))
	if _, err := binary.Decode(text, binary.LittleEndian, list); err != nil {
		t.Fatal(err)
	}
	return list
}

// Matrices, right-hand sides and solutions are bit by bit what the program solved.
func TestRecordKLU(t *testing.T) {
	const steps, n = 12, 50
	dir := t.TempDir()
	kluProgram(t, dir)
	said := recorded(t, dir, "--solvers", "klu", "--matrices", "changed", "--", "./klu", fmt.Sprint(steps), fmt.Sprint(n))
	folder := filepath.Join(dir, "run.matrices")
	x, err := matrices.ReadIndex(folder)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if strings.Contains(said, "warning") || !strings.Contains(said, "calls into klu") || x.HalfWritten != 0 || len(x.LeftOut) != 0 {
		t.Errorf("got %+v\n%s", x, said)
	}
	factored, solved := 0, 0
	for _, c := range x.Calls {
		if c.TimeNS == nil || c.Thread == "" || c.Library != "klu" {
			t.Errorf("call %d: %+v", c.Number, c)
		}
		switch c.Phase {
		case "factor", "refactor":
			got, _ := readEntries(t, folder, c.Files.Matrix)
			ap, ai, ax := own[int32](t, dir, factored, "ap"), own[int32](t, dir, factored, "ai"), own[float64](t, dir, factored, "ax")
			if c.NNZ != int64(len(ai)) || len(got) != len(ai) {
				t.Errorf("call %d: %d of %d entries, want %d", c.Number, len(got), c.NNZ, len(ai))
			}
			for j := range n {
				for k := ap[j]; k < ap[j+1]; k++ {
					if v, ok := got[[2]int{int(ai[k]), j}]; !ok || v != ax[k] {
						t.Fatalf("call %d: (%d,%d) is %v, want %v", c.Number, ai[k], j, v, ax[k])
					}
				}
			}
			factored++
		case "solve":
			a, _ := readEntries(t, folder, c.Files.Matrix)
			b, _ := readEntries(t, folder, c.Files.RightHandSide)
			sol, _ := readEntries(t, folder, c.Files.Solution)
			for i, v := range own[float64](t, dir, solved, "b") {
				if w := own[float64](t, dir, solved, "x")[i]; b[[2]int{i, 0}] != v || sol[[2]int{i, 0}] != w {
					t.Fatalf("call %d: row %d: b is %v, x is %v, want %v, %v", c.Number, i, b[[2]int{i, 0}], sol[[2]int{i, 0}], v, w)
				}
			}
			if r := residual(a, sol, b, n); r > 1e-10 {
				t.Errorf("call %d: A x - b is %g relative", c.Number, r)
			}
			solved++
		}
	}
	if factored != steps || solved != steps {
		t.Errorf("%d factored, %d solved, want %d", factored, solved, steps)
	}
}

// What is saved depends on the policy, and nothing of an earlier run stays.
func TestRecordPolicies(t *testing.T) {
	dir := t.TempDir()
	kluProgram(t, dir)
	for _, c := range []struct{ policy, want, said string }{
		{"all", "00002_A 00003_b 00003_x 00004_A 00005_b 00005_x 00009_A 00010_b 00010_x 00011_A 00012_b 00012_x", "4 matrices, 4 right-hand sides, 4 solutions"},
		{"patterns", "00001_A 00002_A 00008_A 00009_A", "2 matrices"},
		{"2,5-9", "00002_A 00005_b 00005_x 00008_A 00009_A", "2 matrices, 1 right-hand side, 1 solution"},
		{"none", "", ""},
	} {
		said := recorded(t, dir, "--solvers", "klu", "--matrices", c.policy, "--", "./klu", "4", "20", "quiet")
		var got []string
		files, err := os.ReadDir(filepath.Join(dir, "run.matrices"))
		for _, f := range files {
			if name, ok := strings.CutSuffix(f.Name(), ".mtx"); ok {
				got = append(got, name)
			}
		}
		if strings.Join(got, " ") != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: got %v, %v, want %s", c.policy, got, err, c.want)
		}
		if !strings.Contains(said, "run.nrt: 14 calls into klu\n") || c.said != "" && !strings.Contains(said, "run.matrices: "+c.said+"\n") {
			t.Errorf("%s: %s", c.policy, said)
		}
	}
}

// If the matrices cannot get their place, nothing is lost.
func TestRecordPlaceTaken(t *testing.T) {
	dir := t.TempDir()
	kluProgram(t, dir)
	cmd := exec.Command("nrprof", "record", "-o", "run.nrt", "--solvers", "klu", "--", "sh", "-c", "./klu 4 20 quiet; mkdir run.matrices; echo mine > run.matrices/a.mtx")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "error: making run.matrices: ") || !strings.Contains(string(out), "is no folder of matrices") ||
		!strings.Contains(string(out), "hint: nothing is lost: nrprof record --recover ") {
		t.Errorf("%v: %s", err, out)
	}
	if text, err := os.ReadFile(filepath.Join(dir, "run.matrices", "a.mtx")); err != nil || string(text) != "mine\n" {
		t.Errorf("the folder of the program: %q, %v", text, err)
	}
	if err := os.Rename(filepath.Join(dir, "run.matrices"), filepath.Join(dir, "elsewhere")); err != nil {
		t.Fatal(err)
	}
	said := recorded(t, dir, "--recover", "run.nrt.raw")
	if x, err := matrices.ReadIndex(filepath.Join(dir, "run.matrices")); err != nil || len(x.Matrices()) != 2 || !strings.Contains(said, "run.matrices: 2 matrices") {
		t.Errorf("%v\n%s", err, said)
	}
	if _, err := os.Stat(filepath.Join(dir, "run.nrt.raw")); err == nil {
		t.Error("run.nrt.raw is left")
	}
}

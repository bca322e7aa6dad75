package simulate

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity/sparseio"
)

// solveDense returns a⁻¹·b by Gaussian elimination with partial pivoting.
func solveDense(a [][]float64, b []float64) []float64 {
	n := len(b)
	for k := range n {
		p := k
		for i := k; i < n; i++ {
			if math.Abs(a[i][k]) > math.Abs(a[p][k]) {
				p = i
			}
		}
		a[k], a[p], b[k], b[p] = a[p], a[k], b[p], b[k]
		for i := k + 1; i < n; i++ {
			f := a[i][k] / a[k][k]
			for j := k; j < n; j++ {
				a[i][j] -= f * a[k][j]
			}
			b[i] -= f * b[k]
		}
	}
	x := make([]float64, n)
	for k := n - 1; k >= 0; k-- {
		x[k] = b[k]
		for j := k + 1; j < n; j++ {
			x[k] -= a[k][j] * x[j]
		}
		x[k] /= a[k][k]
	}
	return x
}

// dumped reads a file of a dump as a dense matrix.
func dumped(t *testing.T, dir, name string) [][]float64 {
	t.Helper()
	f, err := sparseio.Open(filepath.Join(dir, name), sparseio.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := f.Matrix.Pattern
	a := make([][]float64, p.Rows)
	for i := range a {
		a[i] = make([]float64, p.Cols)
	}
	for j := range p.Cols {
		for k := p.ColPtr[j]; k < p.ColPtr[j+1]; k++ {
			a[p.RowIdx[k]][j] = f.Matrix.Values[k]
		}
	}
	return a
}

func column(a [][]float64) []float64 {
	v := make([]float64, len(a))
	for i := range a {
		v[i] = a[i][0]
	}
	return v
}

// The files of an iteration are the system that it solved: with d of J·d = b,
// x + d is the x of the next iteration of the same solution, to a hundredth of
// SPICE's tolerances: graetz and mul are badly conditioned.
func TestDumpIsTheIteration(t *testing.T) {
	for _, name := range []string{"graetz", "mul", "ring", "mul2"} {
		sel, err := ParseSelection("1-60")
		if err != nil {
			t.Fatal(err)
		}
		c, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		write := Dump(dir, c, sel)
		inStep := map[int64]int{}
		watch := func(it newton.Iteration) error {
			inStep[it.Number] = it.InStep
			return write(it)
		}
		if _, err := Run(context.Background(), c, Config{Steps: 30, Watch: watch}); err != nil {
			t.Fatal(err)
		}
		compared := 0
		for k := int64(1); k < 60; k++ {
			if inStep[k+1] != inStep[k]+1 {
				continue // another solution
			}
			compared++
			at := func(k int64, suffix string) [][]float64 {
				return dumped(t, dir, jacobian(c, newton.Iteration{Number: k}, nil).Name+suffix)
			}
			x, next := column(at(k, "_x.mtx")), column(at(k+1, "_x.mtx"))
			d := solveDense(at(k, ".mtx"), column(at(k, "_b.mtx")))
			for i := range x {
				if got := x[i] + d[i]; math.Abs(got-next[i]) > 1e-5*math.Abs(next[i])+1e-8 {
					t.Fatalf("%s, iteration %d, unknown %d: x + d is %g, want %g", name, k, i, got, next[i])
				}
			}
		}
		if compared < 10 {
			t.Errorf("%s: %d iterations compared", name, compared)
		}
	}
}

// The names are those of the unknowns, a line each.
func TestDumpNames(t *testing.T) {
	c, err := Load("graetz")
	if err != nil {
		t.Fatal(err)
	}
	sel, err := ParseSelection("1")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if _, err := Run(context.Background(), c, Config{Steps: 1, Watch: Dump(dir, c, sel)}); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, suffix := range []string{"_rowname.txt", "_colname.txt"} {
		text, err := os.ReadFile(filepath.Join(dir, "graetz_it000001"+suffix))
		if err != nil {
			t.Fatal(err)
		}
		names = strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
		if len(names) != c.System.Size() || !slices.Contains(names, "v(inp)") || names[len(names)-1] != "i(vs)" {
			t.Errorf("%s: got %q", suffix, names)
		}
	}
}

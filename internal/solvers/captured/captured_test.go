package captured

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/internal/jsontext"
	"github.com/nrkit/nrkit/internal/solvers/matrices"
	"github.com/nrkit/nrkit/solvers"
)

// A plan is a folder of matrices and the calls that they are from.
type plan struct {
	t     *testing.T
	dir   string
	run   solvers.Run
	index matrices.Index
}

func newPlan(t *testing.T) *plan {
	p := &plan{t: t, dir: filepath.Join(t.TempDir(), "run.matrices")}
	if err := os.Mkdir(p.dir, 0o777); err != nil {
		t.Fatal(err)
	}
	p.run.Threads = []solvers.Thread{{Process: 7, ID: 7}}
	p.run.Functions = []solvers.Function{{Symbol: "solve", Library: "other"}}
	p.index = matrices.Index{Schema: matrices.Schema, Capture: "run.nrt", LeftOut: []matrices.LeftOut{}}
	return p
}

// write writes a file.
func (p *plan) write(name, text string) string {
	p.t.Helper()
	if err := os.WriteFile(filepath.Join(p.dir, name), []byte(text), 0o666); err != nil {
		p.t.Fatal(err)
	}
	return name
}

// matrix writes entries, row by row, column and value, from 1.
func (p *plan) matrix(name string, n int, entries ...[3]float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%MatrixMarket matrix coordinate real general\n%d %d %d\n", n, n, len(entries))
	for _, e := range entries {
		fmt.Fprintf(&b, "%g %g %.17g\n", e[0], e[1], e[2])
	}
	return p.write(name, b.String())
}

// vector writes a vector.
func (p *plan) vector(name string, values ...float64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%%%%MatrixMarket matrix array real general\n%d 1\n", len(values))
	for _, v := range values {
		fmt.Fprintf(&b, "%v\n", v)
	}
	return p.write(name, b.String())
}

// call adds a call of 1000 ns that is in both.
func (p *plan) call(library string, phase solvers.Phase, c solvers.Call, x matrices.Call) {
	c.Phase, c.Number, c.Parent, c.Iteration = phase, int64(len(p.run.Calls)+1), -1, -1
	c.Begin = c.Number * 1000
	c.End, c.Exclusive = c.Begin+1000, 1000
	if x.N > 0 {
		c.N, c.Rows, c.NNZ = x.N, x.N, x.NNZ
		x.Rows, x.Pattern, x.Values = x.N, "1", "2"
	}
	x.Number, x.Process, x.Library, x.Phase = uint64(c.Number), 7, library, phase.String()
	p.run.Calls = append(p.run.Calls, c)
	p.index.Calls = append(p.index.Calls, x)
	for int(c.Pattern) > len(p.run.Patterns) {
		p.run.Patterns = append(p.run.Patterns, solvers.Pattern{})
	}
	for int(c.Analysis) > len(p.run.Analyses) {
		p.run.Analyses = append(p.run.Analyses, solvers.Analysis{Pattern: c.Pattern})
	}
	for int(c.Factors) > len(p.run.Factorisations) {
		p.run.Factorisations = append(p.run.Factorisations, solvers.Factorisation{Pattern: c.Pattern})
	}
}

// look writes the index and reads the folder.
func (p *plan) look(span int64) *diagnose.SolverMatrices {
	p.t.Helper()
	f, err := os.Create(filepath.Join(p.dir, matrices.IndexName))
	if err == nil {
		err = jsontext.Write(f, &p.index)
	}
	if err == nil {
		err = f.Close()
	}
	if err != nil {
		p.t.Fatal(err)
	}
	out, err := Look(context.Background(), p.dir, &p.run, span)
	if err != nil {
		p.t.Fatal(err)
	}
	return out
}

// arrow is a matrix with a full first row and column, and a diagonal.
func arrow(n int) (list [][3]float64) {
	for k := 1; k <= n; k++ {
		list = append(list, [3]float64{float64(k), float64(k), 4})
		if k > 1 {
			list = append(list, [3]float64{1, float64(k), 1}, [3]float64{float64(k), 1, 1})
		}
	}
	return list
}

// TestOrderings: with the full row first, an arrow fills completely; ordered, it does
// not fill, and a factorisation takes 3 flops a column, a division and an update.
func TestOrderings(t *testing.T) {
	p := newPlan(t)
	file := p.matrix("00001_A.mtx", 50, arrow(50)...)
	p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1}, matrices.Call{N: 50, NNZ: 148, Files: matrices.Files{Matrix: file}})
	out := p.look(1000)
	if len(out.Patterns) != 1 {
		t.Fatalf("got %+v", out)
	}
	x := out.Patterns[0]
	if x.Pattern != 1 || x.File != file || x.N != 50 || x.NNZ != 148 || !x.Symmetric {
		t.Errorf("got %+v", x)
	}
	if best := x.Orderings[0]; best.Flops != 3*49 || best.Entries != 148 || best.AnyPivots {
		t.Errorf("got %+v, want 147 flops and no fill", best)
	}
	any := 0
	for _, o := range x.Orderings {
		if o.AnyPivots {
			any++
			if o.Flops < 3*49 {
				t.Errorf("got %+v, want at least 147 flops", o)
			}
		}
	}
	if any == 0 {
		t.Error("no ordering holds for any pivots")
	}
	if out := p.look(1_000_000); len(out.Patterns[0].Orderings) > 0 {
		t.Error("a pattern was ordered that takes 0.1 % of the trace")
	}
}

// A triangular matrix has blocks of one row each: in block form, its factorisation
// takes no flops.
func TestBlocks(t *testing.T) {
	p := newPlan(t)
	var list [][3]float64
	for k := 1; k <= 20; k++ {
		list = append(list, [3]float64{float64(k), float64(k), 1})
		if k > 1 {
			list = append(list, [3]float64{1, float64(k), 1})
		}
	}
	p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1}, matrices.Call{N: 20, NNZ: 39, Files: matrices.Files{Matrix: p.matrix("00001_A.mtx", 20, list...)}})
	if best := p.look(1000).Patterns[0].Orderings[0]; !strings.HasPrefix(best.Method, "btf+") || best.Flops != 0 {
		t.Errorf("got %+v", best)
	}
}

// TestDifferences: the second pattern has one position that the first lacks, and lacks
// two.
func TestDifferences(t *testing.T) {
	p := newPlan(t)
	a := p.matrix("00001_A.mtx", 3, [3]float64{1, 1, 1}, [3]float64{2, 2, 1}, [3]float64{3, 3, 1}, [3]float64{1, 2, 1}, [3]float64{2, 1, 1})
	b := p.matrix("00002_A.mtx", 3, [3]float64{1, 1, 1}, [3]float64{2, 2, 1}, [3]float64{3, 3, 1}, [3]float64{1, 3, 1})
	p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1, Analysis: 1}, matrices.Call{N: 3, NNZ: 5, Files: matrices.Files{Matrix: a}})
	p.call("klu", solvers.PhaseRefactor, solvers.Call{Pattern: 2, Factors: 1, Analysis: 1}, matrices.Call{N: 3, NNZ: 4, Files: matrices.Files{Matrix: b}})
	out := p.look(1000)
	if len(out.Differences) != 1 {
		t.Fatalf("got %+v, want one difference", out.Differences)
	}
	if d := out.Differences[0]; d.Old != 1 || d.New != 2 || d.Added != 1 || d.Removed != 2 {
		t.Errorf("got %+v", d)
	}
}

// TestResiduals: ‖A‖ = 3, and x = (1, 1) solves for b = (3, 2). With x = (1, 2), the
// largest residual is 2, of 3·2 + 3.
func TestResiduals(t *testing.T) {
	for _, c := range []struct {
		x          [2]float64
		transposed bool
		want       float64
	}{{[2]float64{1, 1}, false, 0}, {[2]float64{1, 2}, false, 2.0 / 9}, {[2]float64{math.NaN(), 1}, false, 1}, {[2]float64{math.Inf(1), 1}, false, 1}, {[2]float64{1.5, 0.75}, true, 0}} {
		p := newPlan(t)
		a := p.matrix("00001_A.mtx", 2, [3]float64{1, 1, 2}, [3]float64{1, 2, 1}, [3]float64{2, 2, 2})
		b := p.vector("00002_b.mtx", 3, 2)
		if c.transposed {
			b = p.vector("00002_b.mtx", 3, 3)
		}
		p.call("klu", solvers.PhaseRefactor, solvers.Call{Pattern: 1, Factors: 1}, matrices.Call{N: 2, NNZ: 3, Files: matrices.Files{Matrix: a}})
		p.call("klu", solvers.PhaseSolve, solvers.Call{Factors: 1}, matrices.Call{Rows: 2, NRHS: 1, Transposed: c.transposed,
			Files: matrices.Files{Matrix: a, RightHandSide: b, Solution: p.vector("00002_x.mtx", c.x[:]...)}})
		out := p.look(1000)
		if len(out.Residuals) != 1 {
			t.Fatalf("x = %v: got %+v", c.x, out)
		}
		if r := out.Residuals[0]; math.Abs(r.Backward-c.want) > 1e-15 || r.Solve != 1 || r.Factor != 0 || r.File != a {
			t.Errorf("x = %v: got %+v, want a backward error of %g", c.x, r, c.want)
		}
	}
}

// TestDense: a dense matrix counts for each call with its values; a full one is not
// ordered.
func TestDense(t *testing.T) {
	p := newPlan(t)
	file := p.matrix("00001_A.mtx", 50, arrow(50)...)
	var full [][3]float64
	for i := 1; i <= 4; i++ {
		for j := 1; j <= 4; j++ {
			full = append(full, [3]float64{float64(i), float64(j), 1})
		}
	}
	p.call("lapack", solvers.PhaseFactorSolve, solvers.Call{Pattern: 1, Values: 1}, matrices.Call{N: 50, NNZ: 2500, Files: matrices.Files{Matrix: file}})
	p.call("lapack", solvers.PhaseFactorSolve, solvers.Call{Pattern: 2, Values: 2}, matrices.Call{N: 4, NNZ: 16, Files: matrices.Files{Matrix: p.matrix("00002_A.mtx", 4, full...)}})
	again := p.run.Calls[0]
	again.Number = 3
	p.run.Calls = append(p.run.Calls, again)
	out := p.look(1000)
	if len(out.Dense) != 3 || len(out.Patterns) != 0 {
		t.Fatalf("got %+v, want three dense matrices and no pattern", out)
	}
	if d := out.Dense[2]; d.Call != 2 || d.N != 50 || d.Nonzero != 148 || d.Sparse.Flops != 147 || d.Sparse.Method == "" || d.File != file {
		t.Errorf("got %+v", d)
	}
	if d := out.Dense[1]; d.Sparse.Method != "" || d.Nonzero != 16 {
		t.Errorf("got %+v, want no ordering", d)
	}
}

// Without a folder there is nothing, and a folder without an index too.
func TestNoFolder(t *testing.T) {
	for _, dir := range []string{filepath.Join(t.TempDir(), "run.matrices"), t.TempDir()} {
		if out, err := Look(context.Background(), dir, &solvers.Run{}, 1); out != nil || err != nil {
			t.Errorf("%s: got %+v, %v", dir, out, err)
		}
	}
}

// A damaged matrix is an error.
func TestDamaged(t *testing.T) {
	p := newPlan(t)
	p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1}, matrices.Call{N: 2, NNZ: 3, Files: matrices.Files{Matrix: p.write("00001_A.mtx", "no matrix")}})
	f, err := os.Create(filepath.Join(p.dir, matrices.IndexName))
	if err != nil {
		t.Fatal(err)
	}
	if err := jsontext.Write(f, &p.index); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Look(context.Background(), p.dir, &p.run, 1000); err == nil || !strings.Contains(err.Error(), "00001_A.mtx") {
		t.Errorf("got %v, want an error of 00001_A.mtx", err)
	}
}

// Calls of two programs in one process are told apart by their times.
func TestMatch(t *testing.T) {
	p := newPlan(t)
	file := p.matrix("00001_A.mtx", 2, [3]float64{1, 1, 2}, [3]float64{2, 2, 2})
	p.call("klu", solvers.PhaseFactor, solvers.Call{Pattern: 1, Factors: 1}, matrices.Call{N: 2, NNZ: 2, Files: matrices.Files{Matrix: file}})
	second := p.run.Calls[0]
	second.Begin, second.Pattern = 5000, 2
	p.run.Calls = append(p.run.Calls, second)
	p.run.Patterns = append(p.run.Patterns, solvers.Pattern{})
	at := int64(5000)
	p.index.Calls[0].TimeNS = &at
	if out := p.look(1_000_000); len(out.Patterns) != 1 || out.Patterns[0].Pattern != 2 {
		t.Errorf("got %+v, want pattern 2", out.Patterns)
	}
}

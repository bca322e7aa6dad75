// Handover gives real solvers the orders that analyze order --for writes, and checks
// that the solvers used them. oracles/handover/run builds and starts it.
//
// usage: handover -analyze PROGRAM -tmp DIR FILE…
//
// For each file and each solver it prints the entries of L+U that the solver reports,
// the entries that package symbolic predicts for the permutations in the file of the
// order, the entries of the numeric LU of nrkit under these permutations, the pivots off
// the diagonal, the residual, and how the entries agree:
//
//   - If no pivot is off the diagonal, KLU and PETSc have exactly as many entries as the
//     numeric LU. UMFPACK and SuperLU have at most as many, and at least 99 of 100
//     entries of the numeric LU that are not zero. PETSc stores the whole diagonal, so
//     the figures for it do as well.
//   - CHOLMOD and PETSc have as many as predicted, if the pattern is symmetric and rows
//     go where columns go.
//   - MUMPS merges fronts, so under the recommended order it has at least as many as
//     predicted, and at most twice as many plus four per row, if no pivot is delayed.
//
// Each solver gets the recommended order and then the natural order, which is mostly bad.
// A solver that ignores the order that it gets has the same entries under both. So if
// the prediction and the numeric LU say at least 1.3 times the entries, the solver must
// have at least 1.1 times the entries. Each solver needs two such matrices. A natural
// order with more than a million predicted entries is left out.
//
// Each program must also refuse a file that was cut off.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/bench/dump"
	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "handover: error:", err)
		os.Exit(1)
	}
}

func run() error {
	analyze := flag.String("analyze", "", "the program analyze")
	tmp := flag.String("tmp", "", "folder for files")
	flag.Parse()
	solvers, err := compileAll(*tmp)
	if err != nil {
		return err
	}
	files := flag.Args()
	made, err := makeMatrices(*tmp)
	if err != nil {
		return err
	}
	ran, told, wrong := map[string]int{}, map[string]int{}, 0
	for _, path := range append(files, made...) {
		f, err := sparseio.Open(path, sparseio.Options{})
		if err != nil {
			return err
		}
		c := &check{path: path, m: f.Matrix, tmp: *tmp, analyze: *analyze}
		if err := dump.Write(filepath.Join(*tmp, "matrix"), f.Matrix); err != nil {
			return err
		}
		for _, solver := range solvers {
			t, err := c.compare(solver)
			switch {
			case errors.Is(err, errDefinite):
				continue
			case err != nil:
				return fmt.Errorf("%s: %s: %w", path, solver, err)
			}
			ran[solver]++
			wrong += t.wrong
			if t.apart {
				told[solver]++
			}
		}
	}
	for _, solver := range solvers {
		if told[solver] < 2 {
			return fmt.Errorf("%s ran on %d matrices, of which %d tell the orders apart, want at least 2", solver, ran[solver], told[solver])
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d results disagree", wrong)
	}
	return nil
}

// A comparison is what a solver did with both orders of a matrix.
type comparison struct {
	wrong int
	apart bool // the numeric LU has clearly more entries under the natural order
}

// compare gives a solver the recommended order, files that were cut off, and the natural
// order.
func (c *check) compare(solver string) (t comparison, err error) {
	good, err := c.solve(solver)
	if err != nil {
		return t, err
	}
	t.wrong = good.print(c.path, "")
	if err := c.cutOff(solver); err != nil {
		return t, err
	}
	bad, err := c.solve(solver, "--ordering", "natural")
	if errors.Is(err, errLarge) {
		return t, nil
	}
	if err != nil {
		return t, fmt.Errorf("natural: %w", err)
	}
	t.apart = 10*bad.predicted >= 13*good.predicted && 10*bad.numeric >= 13*good.numeric
	why := ""
	if t.apart && 10*bad.entries < 11*good.entries {
		why = "as few entries as under the recommended order"
	}
	t.wrong += bad.print(c.path, why)
	return t, nil
}

// makeMatrices writes matrices that are symmetric and positive definite, and one with
// blocks.
func makeMatrices(dir string) ([]string, error) {
	var paths []string
	for name, a := range map[string]*sparsity.Pattern{
		"grid2d": matgen.Grid2D(60, 50), "grid3d": matgen.Grid3D(11, 12, 13), "blocks": matgen.HiddenBlocks(3000, 300, 2000, 1),
	} {
		m := matgen.Dominant(a, 1)
		if name != "blocks" {
			m = definite(a)
		}
		path := filepath.Join(dir, name+".mtx")
		f, err := os.Create(path)
		if err != nil {
			return nil, err
		}
		if err := errors.Join(sparseio.WriteMatrixMarket(f, m, sparseio.WriteOptions{}), f.Close()); err != nil {
			return nil, err
		}
		paths = append(paths, path)
	}
	slices.Sort(paths)
	return paths, nil
}

// definite returns a matrix with −1 off the diagonal and more than the rest of the
// column on it.
func definite(a *sparsity.Pattern) *sparsity.Matrix {
	m := &sparsity.Matrix{Pattern: a, Values: make([]float64, a.NNZ())}
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			m.Values[k] = -1
			if int(a.RowIdx[k]) == j {
				m.Values[k] = float64(len(a.Col(j))) + 0.1*float64(j%5)
			}
		}
	}
	return m
}

// A check is one matrix.
type check struct {
	path, tmp, analyze string
	m                  *sparsity.Matrix
}

// A result is what a solver did with an order.
type result struct {
	solver, method              string
	entries, predicted, numeric int64
	nonzero                     int64 // entries of the numeric LU
	off, delayed                int64
	rows                        int64
	residual                    float64
	symmetric                   bool // the pattern, with rows and columns in the same order
	exact                       bool // the numeric LU has its pivots on the diagonal
	natural                     bool // the order is not the recommended one
}

// errLarge is the error for an order that fills too much, and mostEntries is the most that
// the check waits for.
var errLarge = errors.New("the order fills too much")

const mostEntries = 1_000_000

// errDefinite is the error for a matrix that CHOLMOD cannot factor.
var errDefinite = errors.New("the matrix is not symmetric positive definite")

// solve hands an order of the matrix to a solver.
func (c *check) solve(solver string, flags ...string) (*result, error) {
	if solver == "cholmod" && !symmetric(c.m) {
		return nil, errDefinite
	}
	path := c.order(solver)
	if out, err := exec.Command(c.analyze, append([]string{"order", c.path, "--for", solver, "-o", path}, flags...)...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("analyze: %w\n%s", err, out)
	}
	a := c.m.Pattern
	o, err := readOrder(solver, path, a.Cols)
	if err != nil {
		return nil, err
	}
	r := &result{solver: solver, method: o.method, natural: len(flags) > 0, rows: int64(a.Cols), symmetric: sparsity.Transpose(a).Equal(a) && slices.Equal(o.rows, o.cols)}
	ord := symbolic.Order{Rows: o.rows, Cols: o.cols, BlockPtr: o.blocks}
	if o.column {
		ord.Tree = symbolic.ColumnTree
	}
	m, opt := c.m, lu.Options{}
	if solver == "petsc" { // which stores the whole diagonal and never pivots
		m, opt.Threshold = withDiagonal(m), 1e-12
		a = m.Pattern
	}
	r.predicted = symbolic.Analyze(a, ord, symbolic.Options{Counts: true}).NNZTotal
	if r.predicted > mostEntries && r.natural {
		return nil, errLarge
	}
	cmd := exec.Command(filepath.Join(c.tmp, solver), filepath.Join(c.tmp, "matrix"), path)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		if strings.Contains(string(out), "not positive definite") {
			return nil, errDefinite
		}
		return nil, fmt.Errorf("%w: %s%s", err, out, &stderr)
	}
	f, err := lu.Factor(context.Background(), a, m.Values, lu.Plan{Row: o.rows, Col: o.cols, BlockPtr: o.blocks}, opt)
	if err == nil {
		r.numeric = f.Stats.L + f.Stats.U - int64(a.Cols) + f.Stats.Off
		r.nonzero = nonzeros(f.L.Values) + nonzeros(f.U.Values) + nonzeros(f.Diag) + nonzeros(f.Off.Values)
		r.exact = f.Stats.OffDiagonal == 0
	}
	return r, r.read(string(out))
}

// read takes the figures from the output of a program.
func (r *result) read(out string) error {
	seen := 0
	for _, line := range strings.Split(strings.TrimSpace(out), "\n") {
		name, value, _ := strings.Cut(line, " ")
		number, err := strconv.ParseFloat(strings.Fields(value + " ")[0], 64)
		if err != nil {
			return fmt.Errorf("%q: %w", line, err)
		}
		switch name {
		case "entries":
			r.entries = int64(number)
			seen++
		case "residual":
			r.residual = number
			seen++
		case "off_diagonal_pivots":
			r.off = int64(number)
		case "delayed_pivots":
			r.delayed = int64(number)
		case "blocks":
			found, want, _ := strings.Cut(value, " of ")
			if want != "1" && found != want {
				return fmt.Errorf("KLU found %s blocks, want %s", found, want)
			}
		}
	}
	if seen != 2 {
		return fmt.Errorf("no entries or no residual in %q", out)
	}
	return nil
}

// wrong says what disagrees, or "".
func (r *result) wrong() string {
	switch {
	case !(r.residual < 1e-9):
		return "the residual is large"
	case r.solver == "mumps":
		if r.natural {
			return ""
		}
		if r.entries < r.predicted {
			return "fewer entries than predicted"
		}
		if r.delayed == 0 && r.entries > 2*r.predicted+4*r.rows {
			return "far more entries than predicted"
		}
	case (r.solver == "klu" || r.solver == "petsc") && r.off == 0 && r.exact && r.entries != r.numeric:
		return "not the entries of the numeric LU"
	case (r.solver == "umfpack" || r.solver == "superlu") && r.off == 0 && r.exact && (r.entries > r.numeric || 100*r.entries < 99*r.nonzero):
		return fmt.Sprintf("want %d to %d entries, as the numeric LU has", r.nonzero, r.numeric)
	case r.off == 0 && r.entries > r.predicted:
		return "more entries than predicted"
	case (r.solver == "cholmod" || r.solver == "petsc" && r.symmetric) && r.entries != r.predicted:
		return "not the predicted entries"
	}
	return ""
}

// print prints the line of a result, with what disagrees, and returns 1 if anything does.
func (r *result) print(path, why string) int {
	if w := r.wrong(); w != "" {
		why = w
	}
	wrong := 0
	if why != "" {
		wrong, why = 1, "  WRONG: "+why
	}
	fmt.Printf("%-26s %-8s %-16s entries %9d  predicted %9d  numeric %9d  off-diagonal %5d  residual %8.2g%s\n",
		filepath.Base(path), r.solver, r.method, r.entries, r.predicted, r.numeric, r.off, r.residual, why)
	return wrong
}

// nonzeros counts the values that are not zero.
func nonzeros(values []float64) int64 {
	var count int64
	for _, v := range values {
		if v != 0 {
			count++
		}
	}
	return count
}

// withDiagonal returns m with all diagonal positions stored.
func withDiagonal(m *sparsity.Matrix) *sparsity.Matrix {
	a := m.Pattern
	t := &sparsity.Triplets{Rows: a.Rows, Cols: a.Cols}
	for j := range a.Cols {
		t.Row, t.Col, t.Values = append(t.Row, int32(j)), append(t.Col, int32(j)), append(t.Values, 0)
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			t.Row, t.Col, t.Values = append(t.Row, a.RowIdx[k]), append(t.Col, int32(j)), append(t.Values, m.Values[k])
		}
	}
	full, _ := t.Compress()
	return full
}

// symmetric reports whether a matrix equals its transpose.
func symmetric(m *sparsity.Matrix) bool {
	a := m.Pattern
	at := make([]int64, a.Cols)
	copy(at, a.ColPtr)
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			i := a.RowIdx[k]
			if at[i] >= a.ColPtr[i+1] || int(a.RowIdx[at[i]]) != j || m.Values[at[i]] != m.Values[k] {
				return false
			}
			at[i]++
		}
	}
	return true
}

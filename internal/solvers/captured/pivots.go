package captured

import (
	"math"

	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/solvers"
)

// mostPivotFlops is the most flops of all factorizations of a pattern together.
const mostPivotFlops = 2e9

// pivots says of each pattern with several captured matrices for how many of them the
// pivots of the first hold. The files of all patterns together have at most mostBytes;
// the patterns after them are skipped.
func (f *folder) pivots() error {
	lists := make([][]string, len(f.run.Patterns))
	for k := range f.index.Calls {
		if !f.sparseMatrix(k) {
			continue
		}
		c := &f.run.Calls[f.calls[k]]
		file := f.index.Calls[k].Files.Matrix
		if n := c.Pattern - 1; n >= 0 && c.Phase.Factors() {
			if l := lists[n]; len(l) == 0 || l[len(l)-1] != file {
				lists[n] = append(l, file)
			}
		}
	}
	left := int64(mostBytes)
	for n, files := range lists {
		if len(files) < 2 || !f.choosesAgain(int32(n+1)) {
			continue
		}
		if left -= f.size(files...); left < 0 {
			f.skip("whether pivots hold was not checked for all patterns: the files are large")
			return nil
		}
		if err := f.follow(int32(n+1), files); err != nil {
			return err
		}
	}
	return nil
}

// choosesAgain reports whether pivots of a pattern are chosen more than once.
func (f *folder) choosesAgain(pattern int32) bool {
	n := 0
	for k := range f.run.Calls {
		if c := &f.run.Calls[k]; c.Pattern == pattern && c.Phase == solvers.PhaseFactor {
			n++
		}
	}
	return n > 1
}

// follow follows the pivots through the matrices of a pattern. What cannot be factored is
// left out.
func (f *folder) follow(pattern int32, files []string) error {
	t := analysis.PivotTracker(pivots.Options{MaxFlops: mostPivotFlops})
	for _, name := range files {
		m, err := f.matrix(name, false)
		if err != nil {
			return err
		}
		if t.Add(f.ctx, name, m.Matrix) != nil {
			break
		}
	}
	r := t.Result()
	if r == nil || len(r.Iterations) < 2 {
		return f.ctx.Err()
	}
	p := diagnose.SolverPivots{Pattern: pattern, Method: r.Method, File: files[0], Matrices: len(r.Iterations), Runs: len(r.Runs)}
	for _, it := range r.Iterations {
		if it.Kept != nil {
			p.Backward = math.Max(p.Backward, it.Kept.Componentwise)
		}
	}
	f.out.Pivots = append(f.out.Pivots, p)
	return nil
}

package captured

import (
	"github.com/nrkit/nrkit/analysis"
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/series/pivots"
	"github.com/nrkit/nrkit/solvers"
)

// Limits of the factorizations of a run.
const (
	mostPivotFlops = 2e9     // of all factorizations and solutions together
	mostPivotBytes = 1 << 30 // of one factorization
)

// A pivotSeries is the captured matrices of one pattern that one process factors with
// one analysis, in the order of time.
type pivotSeries struct {
	pattern int32
	choices int // calls of the run that choose pivots
	calls   []int32
	files   []string
}

// pivots says for which calls of KLU that choose pivots older pivots would hold. The
// other libraries have no refactorisation, or do not say whether pivots moved. The files
// together have at most mostBytes, and the factorizations at most mostPivotFlops. Series
// after that are skipped.
func (f *folder) pivots() error {
	times := f.times()
	bytes, flops := int64(mostBytes), mostPivotFlops
	for _, s := range f.pivotSeries() {
		if len(s.files) < 2 || s.choices < 2 || float64(times[s.pattern-1].ns) < worth*float64(f.span) {
			continue
		}
		if f.run.Calls[s.calls[0]].NNZ > mostEntries {
			f.skip("whether pivots hold was not checked from %s on: it has more than %d entries", s.files[0], mostEntries)
			continue
		}
		if bytes -= f.size(s.files...); bytes < 0 {
			f.skip("whether pivots hold was not checked for all patterns: the files are large")
			return nil
		}
		spent, err := f.follow(s, flops)
		if err != nil {
			return err
		}
		if flops -= spent; flops <= 0 {
			f.skip("whether pivots hold was not checked for all patterns: the factorizations take more than 2 Gflop")
			return nil
		}
	}
	return nil
}

// pivotSeries returns the series of calls of KLU.
func (f *folder) pivotSeries() (list []*pivotSeries) {
	type key struct {
		rank              int32
		process           int64
		analysis, pattern int32
	}
	at := map[key]*pivotSeries{}
	file := make([]string, len(f.run.Calls))
	for k := range f.index.Calls {
		if f.sparseMatrix(k) {
			file[f.calls[k]] = f.index.Calls[k].Files.Matrix
		}
	}
	for k := range f.run.Calls {
		c := &f.run.Calls[k]
		if f.run.Functions[c.Function].Library != "klu" || c.Analysis == 0 || c.Pattern == 0 || c.Phase != solvers.PhaseFactor && c.Phase != solvers.PhaseRefactor {
			continue
		}
		t := f.run.Threads[c.Thread]
		name := key{t.Rank, t.Process, c.Analysis, c.Pattern}
		s := at[name]
		if s == nil {
			s = &pivotSeries{pattern: c.Pattern}
			at[name], list = s, append(list, s)
		}
		if c.Phase == solvers.PhaseFactor {
			s.choices++
		}
		if file[k] != "" {
			s.calls, s.files = append(s.calls, int32(k)), append(s.files, file[k])
		}
	}
	return list
}

// follow follows the pivots through a series, up to a matrix that cannot be factored or
// to the limit of flops. It returns the flops that it took.
func (f *folder) follow(s *pivotSeries, flops float64) (float64, error) {
	t := analysis.PivotTracker(pivots.Options{MaxFlops: flops, Factor: lu.Options{MaxBytes: mostPivotBytes}})
	for _, name := range s.files {
		m, err := f.matrix(name, false)
		if err != nil {
			return 0, err
		}
		if err := t.Add(f.ctx, name, m.Matrix); err != nil {
			if f.ctx.Err() != nil {
				return 0, f.ctx.Err()
			}
			f.skip("whether pivots hold was not checked from %s on: %v", name, err)
			break
		}
	}
	if r := t.Result(); r != nil {
		var checks []diagnose.PivotCheck
		for k := 1; k < len(r.Iterations); k++ {
			checks = f.pivotCheck(checks, s.calls[k], &r.Iterations[k], r.Method)
		}
		f.out.Pivots = append(f.out.Pivots, checks...)
	}
	return t.Flops(), nil
}

// pivotCheck adds what an iteration says about the choices of pivots in the program. If
// older pivots end at a refactorisation, the choice before it was needed: without it
// pivots would have to be chosen here.
func (f *folder) pivotCheck(list []diagnose.PivotCheck, call int32, it *pivots.Iteration, method string) []diagnose.PivotCheck {
	held := it.Why == ""
	if f.run.Calls[call].Phase == solvers.PhaseRefactor {
		if last := len(list) - 1; !held && last >= 0 {
			list[last].Held = false
		}
		return list
	}
	check := diagnose.PivotCheck{Call: call, Method: method, File: it.Name, Held: held}
	if held {
		check.Backward = it.Kept.Componentwise
	}
	return append(list, check)
}

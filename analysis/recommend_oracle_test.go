package analysis

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/collection"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/sparsity/sparseio"
	"github.com/nrkit/nrkit/symbolic"
)

// recommended limits the matrices of the collection on which every ordering is
// factored.
const (
	recommendedRows  = 50_000
	recommendedFlops = 6e8 // of each numeric LU
	raceFlops        = 1.5 // of the best so far, until an LU has more entries than the best
)

// The recommended candidate has at most 1.05 times the entries of the best of all
// orderings under all matchings on each matrix of the collection, and 1.005 times in
// geometric mean, each factored here to its end. An LU that the limit of flops ends has more
// entries by then than the best.
func TestRecommendedIsBest(t *testing.T) {
	runs := []struct {
		name      string
		orderings []string
		log       float64
	}{{"default", nil, 0}, {BestOf, []string{BestOf}, 0}}
	matrices := 0
	for _, f := range regular(t) {
		least, by := leastExact(t, f)
		matrices++
		for k := range runs {
			run := &runs[k]
			d, err := Run(context.Background(), []Source{Loaded(f)}, Options{Orderings: run.orderings, Budget: DefaultBudget()})
			if err != nil {
				t.Fatal(err)
			}
			e := d.decided()
			if e == nil {
				t.Errorf("%s, %s: no numeric LU decided: %v", f.Name, run.name, d.Winners.Unverified)
				continue
			}
			ratio := float64(e.entries()) / float64(least)
			run.log += math.Log(ratio)
			if ratio > 1.05 {
				t.Errorf("%s, %s: %s has %d entries, %.3f times the %d of %s", f.Name, run.name,
					withMatching(e.Method, d.Winners.Matching), e.entries(), ratio, least, by)
			} else if ratio > 1.001 {
				t.Logf("%s, %s: %s has %.4f times the entries of %s", f.Name, run.name, withMatching(e.Method, d.Winners.Matching), ratio, by)
			}
		}
	}
	if matrices < 40 {
		t.Fatalf("want 40 matrices at least, got %d", matrices)
	}
	for _, run := range runs {
		mean := math.Exp(run.log / float64(matrices))
		t.Logf("%s: %.5f times the least entries in geometric mean of %d matrices", run.name, mean, matrices)
		if mean > 1.005 {
			t.Errorf("%s: want 1.005 times the least entries in geometric mean, got %.4f", run.name, mean)
		}
	}
}

// regular returns the matrices of the collection that are square, not too large, not
// structurally singular, and have values. Of a series with one pattern it returns the first.
func regular(t *testing.T) (list []*sparseio.File) {
	folder := collection.Folder(t)
	names, err := filepath.Glob(filepath.Join(folder, "mtx", "*.mtx*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || info.Size() > 10<<20 { // of millions of rows
			continue
		}
		f, err := sparseio.Open(name, sparseio.Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := f.Matrix.Pattern
		if !a.Square() || a.Cols > recommendedRows || !f.Matrix.HasValues() || newSubject(f, false, false).singular() {
			continue
		}
		if !slices.ContainsFunc(list, func(g *sparseio.File) bool { return slices.Equal(g.Matrix.Pattern.RowIdx, a.RowIdx) }) {
			list = append(list, f)
		}
	}
	return list
}

// leastExact returns the fewest entries that a numeric LU has under any ordering,
// with rows matched by values and without, and the name of that candidate.
func leastExact(t *testing.T, f *sparseio.File) (least int64, by string) {
	type end struct {
		name    string
		entries int64
	}
	var ended []end
	flops := recommendedFlops / raceFlops // of the best so far
	least = math.MaxInt64
	for _, kind := range []string{MatchingNone, MatchingProduct} {
		r, err := newRunner(context.Background(), f, nil, Options{Matching: kind, Workers: 2})
		if err != nil {
			t.Fatal(err)
		}
		if err := r.match(); err != nil {
			t.Fatal(err)
		}
		r.costs = true
		for _, m := range methods() {
			c := r.attempt(m)
			stats, err := raced(r.subject.matrix, c.ordering.Order, least, flops)
			name := withMatching(m.Name, kind)
			switch {
			case errors.Is(err, lu.ErrBudget):
				ended = append(ended, end{name, held(stats)})
			case err != nil:
				t.Logf("%s, %s: %v", f.Name, name, err)
			case held(stats) < least:
				least, by, flops = held(stats), name, stats.Flops
			}
		}
	}
	for _, e := range ended {
		t.Logf("%s: %s was ended by the limit of flops with %d entries", f.Name, e.name, e.entries)
		if e.entries <= least {
			t.Errorf("%s: %s was ended with %d entries, and the best has %d: the limit of flops is too low", f.Name, e.name, e.entries, least)
		}
	}
	return least, by
}

// raced returns what a numeric LU of m under an order has. It ends early an LU that has more
// entries than the least, which does not take part any more. The best so far has the given
// flops.
func raced(m *sparsity.Matrix, o symbolic.Order, least int64, flops float64) (stats lu.Stats, err error) {
	for limit := raceFlops * flops; ; limit *= 4 {
		limit = min(limit, recommendedFlops)
		stats, err = factored(m, o, limit)
		if !errors.Is(err, lu.ErrBudget) || held(stats) > least || limit == recommendedFlops {
			return stats, err
		}
	}
}

// factored returns what a numeric LU of m under an order has, as far as the limit of
// flops allows.
func factored(m *sparsity.Matrix, o symbolic.Order, limit float64) (lu.Stats, error) {
	plan, opt := lu.Plan{Row: o.Rows, Col: o.Cols, BlockPtr: o.BlockPtr}, lu.Options{MaxFlops: limit}
	if m.Complex() {
		f, err := lu.Factor(context.Background(), m.Pattern, lu.Complex(m), plan, opt)
		if err != nil {
			return statsOf(err), err
		}
		return f.Stats, nil
	}
	f, err := lu.Factor(context.Background(), m.Pattern, m.Values, plan, opt)
	if err != nil {
		return statsOf(err), err
	}
	return f.Stats, nil
}

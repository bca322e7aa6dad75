package analysis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// weak returns a matrix with pattern a of which every third diagonal entry is too small
// to be a pivot.
func weak(a *sparsity.Pattern, seed uint64) *sparsity.Matrix {
	m, rng := matgen.Dominant(a, seed), rand.New(rand.NewPCG(seed, 5))
	for j := range a.Cols {
		for k := a.ColPtr[j]; k < a.ColPtr[j+1]; k++ {
			switch {
			case int(a.RowIdx[k]) != j:
				m.Values[k] = rng.Float64() + 0.1
			case j%3 == 0:
				m.Values[k] *= 1e-12
			}
		}
	}
	return m
}

// pivoting returns matrices whose pivots stay on the diagonal or leave it, with
// symmetric patterns and with others.
func pivoting() map[string]*sparsity.Matrix {
	list := map[string]*sparsity.Matrix{}
	for name, m := range zoo() {
		if m.Pattern.Square() && m.Pattern.Rows > 1 && m.HasValues() {
			list[name] = m
		}
	}
	for seed := range uint64(3) {
		n := 30 + 40*int(seed)
		for name, a := range map[string]*sparsity.Pattern{
			"grid": matgen.Grid2D(5+int(seed), 7), "circuit": matgen.Circuit(20+n/4, seed), "random": matgen.RandomSquare(n, 3, seed),
			"symmetric": matgen.RandomSymmetric(n, 3, seed), "reducible": matgen.Reducible(n/5, 5, 2, seed),
		} {
			list[fmt.Sprintf("weak %s %d", name, seed)] = weak(a, seed)
			list[fmt.Sprintf("rotated %s %d", name, seed)] = rotated(matgen.Dominant(a, seed))
		}
	}
	return list
}

// The recommended candidate has the fewest entries of all candidates, each of which
// is factored here to its end: those that the trial stopped or ruled out too. Nothing
// but another matching may have less, by less than it has to save.
func TestTrialIsSound(t *testing.T) {
	if testing.Short() {
		t.Skip("factorizes all candidates to their ends")
	}
	state := map[string]int{}
	for name, m := range pivoting() {
		for _, orderings := range [][]string{nil, {BestOf}, {"all"}} {
			d := analyzed(t, m, Options{Orderings: orderings, Keep: true})
			e := d.decided()
			if e == nil {
				if len(d.Candidates) > 0 && d.Candidates[0].State != Failed {
					t.Errorf("%s: nothing decided: %+v", name, *d.Candidates[0])
				}
				continue
			}
			if o := d.Ordering(d.Winners.Recommended); o == nil || d.Winners.Criterion != CriterionExact || d.Winners.Unverified != "" {
				t.Errorf("%s: got %+v", name, *d.Winners)
			}
			for _, c := range d.Candidates {
				state[c.State]++
				full, ok := fullEntries(t, m, c)
				most := e.entries()
				if c.Matching != d.Winners.Matching {
					most = int64(float64(most) * (1 - matchingGain))
				}
				if ok && full < most {
					t.Errorf("%s, %v: %s has %d entries, and the recommended %s %d: %s", name, orderings, c.name(), full,
						withMatching(e.Method, d.Winners.Matching), e.entries(), c.Because)
				}
				if c.State == Factored && ok && full != c.NNZ {
					t.Errorf("%s: %s has %d entries, want %d", name, c.name(), c.NNZ, full)
				}
			}
		}
	}
	for _, s := range []string{Factored, Beaten, Bounded} {
		if state[s] == 0 {
			t.Errorf("no candidate was %s: %v", s, state)
		}
	}
}

// fullEntries returns the entries that the factors of a candidate have at their end.
func fullEntries(t *testing.T, m *sparsity.Matrix, c *Candidate) (int64, bool) {
	t.Helper()
	r, err := newRunner(context.Background(), file("m.mtx", m), nil, Options{Orderings: []string{c.Method}, Matching: c.Matching, Workers: 1})
	if err != nil || r.match() != nil {
		t.Fatal(err)
	}
	r.orderAll(nil)
	for _, e := range r.candidates {
		if e.Name == c.Method && e.ordering != nil {
			_, stats, err := r.factor(context.Background(), e.ordering, lu.Options{})
			return held(stats), err == nil
		}
	}
	t.Fatalf("%s: no such ordering", c.name())
	return 0, false
}

// Where the structure is symmetric and the pivots are on the diagonal, one numeric LU
// decides, and the predictions are what it finds.
func TestTrialReliable(t *testing.T) {
	d := analyzed(t, zoo()["grid"], Options{Orderings: []string{"all"}, Exact: []string{"all"}})
	for _, c := range d.Candidates {
		if c.State != Factored && c.State != Bounded {
			t.Errorf("want no more than one LU, got %+v", *c)
		}
	}
	for _, e := range d.Exact {
		if o := d.Ordering(e.Method); e.entries() != CostOf(o).NNZ || e.OffDiagonalPivots != 0 {
			t.Errorf("%s: found %d entries, predicted %d", e.Method, e.entries(), CostOf(o).NNZ)
		}
	}
	// Nothing is tried where the factors have no more entries than the matrix.
	if d = analyzed(t, matgen.Dominant(matgen.Tridiagonal(50), 1), Options{}); len(d.Candidates) == 0 || d.Candidates[0].NNZ != 148 {
		t.Errorf("got %+v", d.Candidates)
	}
	for _, c := range d.Candidates[1:] {
		if c.State != Bounded {
			t.Errorf("want %s ruled out, got %s", c.Method, c.State)
		}
	}
}

// A matching by values is tried where pivots leave the diagonal, and nowhere else; the
// document is one of the matrix so matched where it wins, and its permutations put
// entries on the diagonal.
func TestTrialMatching(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes a matrix several times")
	}
	m := weak(matgen.Grid2D(20, 20), 1)
	d := analyzed(t, m, Options{Keep: true})
	checkDocument(t, Schema, text(t, d))
	if d.Winners.Matching != MatchingProduct || d.Matching == nil || !d.Matching.Automatic || d.Matching.Kind != MatchingProduct || d.Matching.PatternSymmetry == 0 {
		t.Fatalf("want rows matched by values, got %+v, %+v", *d.Winners, d.Matching)
	}
	o := d.Ordering(d.Winners.Recommended)
	for k, j := range o.Order.Cols {
		if !slices.Contains(m.Pattern.Col(int(j)), o.Order.Rows[k]) {
			t.Fatalf("no entry in row %d of column %d", o.Order.Rows[k], j)
		}
	}
	c, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), Options{})
	if err != nil || c.Scale == nil {
		t.Fatalf("want scale factors, got %v", err)
	}
	scaled := &sparsity.Matrix{Pattern: m.Pattern, Values: slices.Clone(m.Values)}
	for j := range m.Pattern.Cols {
		for k := m.Pattern.ColPtr[j]; k < m.Pattern.ColPtr[j+1]; k++ {
			scaled.Values[k] *= c.Scale.Rows[m.Pattern.RowIdx[k]] * c.Scale.Cols[j]
		}
	}
	stats, err := factored(scaled, c.Order(c.Winners.Recommended).Order, recommendedFlops) // as a solver does that reads the permutations and the factors
	if e := d.decided(); err != nil || held(stats) != e.NNZTotal || stats.OffDiagonal != e.OffDiagonalPivots {
		t.Errorf("want %d entries and %d pivots off the diagonal, got %+v (%v)", e.NNZTotal, e.OffDiagonalPivots, stats, err)
	}
	asked := analyzed(t, m, Options{Keep: true, Matching: MatchingProduct})
	if got := asked.Ordering(d.Winners.Recommended); got == nil || !sameOrder(&got.Order, &o.Order) || asked.Matching.Automatic {
		t.Error("the order is another one than with the matching that was asked for")
	}
	if !strings.Contains(d.Verdict[1]+d.Verdict[0], d.Winners.Recommended+" with --matching product") {
		t.Errorf("want the matching in the recommendation, got %q", d.Verdict)
	}
	for name, opt := range map[string]Options{
		"none":       {Matching: MatchingNone},
		"structural": {Matching: MatchingStructural},
		"named":      {Orderings: []string{"amd", "nd"}},
		"no LU":      {Exact: []string{"none"}},
	} {
		d := analyzed(t, m, opt)
		if d.Winners.Matching == MatchingProduct || d.Matching != nil && d.Matching.Kind == MatchingProduct {
			t.Errorf("%s: want no matching by values, got %+v", name, d.Matching)
		}
		for _, c := range d.Candidates {
			if c.Matching == MatchingProduct || len(opt.Orderings) > 0 && !slices.Contains(opt.Orderings, c.Method) {
				t.Errorf("%s: want no candidate %s", name, c.name())
			}
		}
	}
	for _, name := range []string{"grid", "random"} {
		for _, c := range analyzed(t, zoo()[name], Options{}).Candidates {
			if c.Matching != MatchingNone {
				t.Errorf("%s: want no matching where pivots stay on the diagonal, got %s", name, c.name())
			}
		}
	}
}

// The document has the order of the candidate that won, also where the ordering of
// that name is another one, and in the place of its method.
func TestRecommendAdopts(t *testing.T) {
	r, err := newRunner(t.Context(), file("m", zoo()["grid"]), nil, Options{Orderings: []string{"natural", "colamd", "amd"}, Workers: 1})
	if err != nil || r.match() != nil {
		t.Fatal(err)
	}
	r.orderAll(nil)
	r.collect()
	for _, name := range []string{"amd", "mmf"} {
		m := methods()[slices.IndexFunc(methods(), func(m method) bool { return m.Name == name })]
		order := symbolic.Order{Method: name, Tree: m.tree(), Cols: matgen.RandomPerm(400, 1)}
		c := r.newAttempt(m, r.analyze(order))
		if err := r.recommend(c); err != nil {
			t.Fatal(err)
		}
		if got := r.doc.Ordering(name); r.doc.Winners.Recommended != name || got == nil || !slices.Equal(got.Order.Cols, order.Cols) {
			t.Errorf("%s: want the order of the candidate, got %+v", name, got)
		}
	}
	var have []string
	for _, o := range r.doc.Orderings {
		have = append(have, o.Method)
	}
	if want := []string{"natural", "amd", "mmf", "colamd"}; !slices.Equal(have, want) {
		t.Errorf("want %v, got %v", want, have)
	}
}

// A choice of an order is the same as in the whole analysis, whose document does not
// depend on the number of workers.
func TestTrialChoose(t *testing.T) {
	for name, m := range pivoting() {
		if !strings.HasSuffix(name, "1") {
			continue
		}
		opt := Options{Orderings: []string{BestOf}, Budget: DefaultBudget(), Keep: true, Workers: 1}
		d := analyzed(t, m, opt)
		first := text(t, d)
		checkDocument(t, Schema, first)
		opt.Workers = 3
		if again := text(t, analyzed(t, m, opt)); !slices.Equal(first, again) {
			t.Errorf("%s: the document depends on the number of workers", name)
		}
		c, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(c.Winners, d.Winners) || !reflect.DeepEqual(c.Matching, d.Matching) {
			t.Errorf("%s: want %s, got %s", name, textOf(t, d.Winners), textOf(t, c.Winners))
			continue
		}
		if got := c.Order(c.Winners.Recommended); !sameOrder(&got.Order, &d.Ordering(d.Winners.Recommended).Order) {
			t.Errorf("%s: another order", name)
		}
	}
}

// A budget ends the trial: what was not tried is said, and where nothing was found
// the recommendation is the predicted one.
func TestTrialBudget(t *testing.T) {
	m := weak(matgen.Grid2D(20, 20), 1)
	all := analyzed(t, m, Options{})
	most := 0.0
	for _, c := range all.Candidates {
		if c.State == Factored {
			most = max(most, c.Flops)
		}
	}
	d := analyzed(t, m, Options{Budget: Budget{Flops: most}})
	states := map[string]int{}
	for _, c := range d.Candidates {
		states[c.State]++
	}
	if states[Untried] == 0 || d.Winners.Criterion != CriterionExact {
		t.Errorf("want candidates that the budget leaves out, got %v, %+v", states, *d.Winners)
	}
	for _, b := range []Budget{{Flops: 10}, {Bytes: 1000}, {Time: time.Nanosecond}, {Off: true}} {
		d := analyzed(t, m, Options{Budget: b})
		if d.Winners.Criterion != CriterionPredicted || d.Winners.Unverified == "" || len(d.Exact) > 0 || (d.Candidates == nil) != b.Off {
			t.Errorf("%v: want a prediction, got %+v", b, *d.Winners)
		}
		checkDocument(t, Schema, text(t, d))
		if first := winnersOf(d.Orderings); first.Recommended != d.Winners.Recommended {
			t.Errorf("%v: want %s, got %s", b, first.Recommended, d.Winners.Recommended)
		}
	}
}

// Sums are what the figures beside them add up to.
func TestTotals(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes many matrices")
	}
	for name, m := range pivoting() {
		d := analyzed(t, m, Options{Orderings: []string{"all"}})
		for _, o := range d.Orderings {
			if o.NNZTotal != o.NNZLU+o.NNZOffBlocks || o.NoPivoting != nil && o.NoPivoting.NNZTotal != o.NoPivoting.NNZLU+o.NoPivoting.NNZOffBlocks {
				t.Errorf("%s, %s: %+v", name, o.Method, o.Fill)
			}
		}
		for _, e := range d.Exact {
			if e.NNZTotal != e.NNZLU+e.NNZOffBlocks || e.NNZTotal != e.entries() {
				t.Errorf("%s, %s: %+v", name, e.Method, *e)
			}
		}
	}
}

// The searcher is a candidate as far as a portfolio has it, though it takes longer than
// other methods: its own work has a limit.
func TestSearcherIsCandidate(t *testing.T) {
	for n, want := range map[int]bool{1000: true, 40_000: true, 99_000: true, 101_000: false} {
		r, err := newRunner(context.Background(), file("m.mtx", matgen.Dominant(matgen.Tridiagonal(n), 1)), nil, Options{Matching: MatchingNone})
		if err != nil || r.match() != nil {
			t.Fatal(err)
		}
		for _, m := range methods() {
			if m.Name == "search" && r.joins(&m, false) != want {
				t.Errorf("search on a tridiagonal matrix of %d rows: want %v", n, want)
			}
		}
	}
}

package analysis

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// paying is the matrices on which orderings race, by name.
func paying() map[string]*sparsity.Matrix {
	m := maps.Clone(zoo())
	m["mesh"] = matgen.Dominant(matgen.Grid2D(35, 35), 1)
	m["solid"] = matgen.Dominant(matgen.Grid3D(7, 7, 7), 1)
	m["large circuit"] = matgen.Dominant(matgen.Circuit(1000, 2), 1)
	return m
}

// totalOf returns the least predicted total of a method on the fixed machine.
func totalOf(d *Document, method string) float64 {
	least := math.Inf(1)
	for _, s := range d.Prediction.Settings {
		if s.Method == method && s.Matching == MatchingNone && s.Solver != prediction.CHOLMOD {
			least = min(least, s.Total.Seconds)
		}
	}
	return least
}

// An ordering that is stopped because it cannot pay for itself costs at least as much as
// the best reference, where it runs to its end.
func TestPaybackIsABound(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes many matrices, each six times")
	}
	stopped := 0
	for name, m := range paying() {
		for _, k := range []int64{1, 30, 1000} {
			opt := Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Factorizations: k, Solves: 1, Workers: 1}
			d := predicted(t, m, opt)
			if d.Prediction == nil || d.Portfolio == nil {
				continue
			}
			var methods []string
			for _, c := range d.Portfolio.Candidates {
				if strings.HasPrefix(c.Because, "not predicted to pay") {
					methods = append(methods, c.Method)
				}
			}
			if len(methods) == 0 {
				continue
			}
			stopped += len(methods)
			opt.Orderings = slices.Concat(methods, d.Portfolio.References)
			all := predicted(t, m, opt)
			best := math.Inf(1)
			for _, ref := range d.Portfolio.References {
				best = min(best, totalOf(all, ref))
			}
			for _, method := range methods {
				if got := totalOf(all, method); got < best*(1-1e-9) {
					t.Errorf("%s, %d factorizations: %s was stopped and takes %v s, the best reference %v s", name, k, method, got, best)
				}
			}
		}
	}
	if stopped == 0 {
		t.Error("no ordering was stopped")
	}
}

// The race ends the same with any number of workers, and with a number of factorizations
// for which each ordering pays it ends as without that number.
func TestPaybackIsDeterministic(t *testing.T) {
	for name, m := range paying() {
		if testing.Short() && name != "reducible" {
			continue
		}
		for _, k := range []int64{1, 30, 1000} {
			opt := Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Factorizations: k, Solves: 1, Workers: 1}
			first := text(t, analyzed(t, m, opt))
			for _, opt.Workers = range []int{8} {
				if !bytes.Equal(first, text(t, analyzed(t, m, opt))) {
					t.Errorf("%s, %d factorizations: the document depends on the number of workers", name, k)
				}
			}
		}
		if m.Pattern.NNZ() == 0 {
			continue
		}
		opt := Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Workers: 1}
		free := text(t, analyzed(t, m, opt))
		opt.Factorizations = 1e12
		if name != "ones" && name != "dense" && !bytes.Equal(free, text(t, analyzed(t, m, opt))) {
			t.Errorf("%s: an ordering does not pay for itself in 1e12 factorizations", name)
		}
	}
}

// For one factorization, slow orderings do not run; for many they do.
func TestPaybackStops(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 1)
	state := func(k int64, method string) string {
		d := analyzed(t, m, Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Factorizations: k, Solves: 1})
		c := d.Portfolio.candidate(method)
		if c == nil {
			t.Fatalf("%s is not in the portfolio", method)
		}
		if c.State == Stopped && (c.Because == "" || d.Ordering(method) != nil) {
			t.Errorf("%s: got %+v", method, *c)
		}
		return c.State
	}
	if got := state(1, "search"); got != Stopped {
		t.Errorf("search for 1 factorization: %s", got)
	}
	for _, method := range []string{"search", "nd", "mmf"} {
		if got := state(1e9, method); got != Finished {
			t.Errorf("%s for 1e9 factorizations: %s", method, got)
		}
	}
}

// Where the references end after a method looked whether anything can be won, and before
// it looks whether it pays for itself, nothing can be won is the reason.
func TestReferencesEndBetween(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 1)
	r := &runner{ctx: t.Context(), pay: paybackFor(t, m, 1)}
	nd := &candidate{method: method{Method: named.Method{Name: "search"}, role: named.ByTime}, racing: true}
	g := &race{ready: make(chan struct{})}
	w := g.watch(r, nd)
	if w.settled() || w.unpaid() {
		t.Error("something is known before the references have ended")
	}
	g.settled.Store(true)
	close(g.ready)
	if w.unpaid() {
		t.Error("got the reason that it does not pay, want that nothing can be won")
	}
	g.settled.Store(false)
	if !w.unpaid() {
		t.Error("an ordering that never pays goes on")
	}
}

// paybackOf returns the payback of the references of a matrix.
func paybackFor(t *testing.T, m *sparsity.Matrix, k int64) *payback {
	t.Helper()
	p := &payback{method: "amd", shares: map[string]float64{}, count: k, solves: 1}
	d := analyzed(t, m, Options{Orderings: []string{"amd"}, Keep: true, Exact: []string{"none"}})
	x := symbolic.Analyze(m.Pattern, d.Orderings[0].Order, symbolic.Options{Counts: true})
	p.features = prediction.Of(m.Pattern, x, prediction.Options{})
	p.counted = limit{float64(p.features.L + p.features.U - p.features.Rows), p.features.Flops}
	p.order, p.numeric = p.ordering("amd"), p.after(1)
	return p
}

// An ordering that runs is stopped as soon as its counts leave too little to save: with
// the share of the entries and flops that share returns, the upper end of what it saves
// is what it takes longer, at the lower end.
func TestPaybackLimit(t *testing.T) {
	m := matgen.Dominant(matgen.Grid2D(40, 40), 1)
	last := 1.0
	for _, k := range []int64{1000, 100, 50, 20, 10, 5, 2, 1} {
		p := paybackFor(t, m, k)
		share := p.share("mmf")
		if share > last {
			t.Errorf("%d factorizations: the share is %v, and for more %v", k, share, last)
		}
		last = share
		if share == 0 {
			if p.optimism()*(p.numeric.Seconds-p.after(0).Seconds) > p.needs("mmf") {
				t.Errorf("%d factorizations: factors without entries save enough", k)
			}
			continue
		}
		if saved, want := p.optimism()*(p.numeric.Seconds-p.after(share).Seconds), p.needs("mmf"); math.Abs(saved-want) > 1e-4*p.numeric.Seconds {
			t.Errorf("%d factorizations: with a share of %v the ordering saves %v s, want %v s", k, share, saved, want)
		}
		if got := p.limit("mmf"); got.entries != share*p.counted.entries || got.flops != share*p.counted.flops {
			t.Errorf("got the limit %+v for a share of %v of %+v", got, share, p.counted)
		}
	}
	if last > 0.9 {
		t.Errorf("for one factorization mmf may have %v of the entries", last)
	}
	p := paybackFor(t, m, 1)
	if !p.never("search") || !p.hopeless("search") || !strings.Contains(p.because("search"), "times as long as all factorizations") {
		t.Errorf("an ordering that takes longer than all else is not hopeless: %s", p.because("search"))
	}
	if p.never("natural") || p.hopeless("natural") || p.limit("natural") != (limit{}) {
		t.Error("an ordering that takes no time is stopped")
	}
	var none *payback
	if none.hopeless("mmf") || none.never("mmf") || none.limit("mmf") != (limit{}) {
		t.Error("no payback stops an ordering")
	}
}

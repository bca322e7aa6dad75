package analysis

import (
	"bytes"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
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
				if strings.HasPrefix(c.Because, "cannot pay") {
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

// An ordering that runs is stopped as soon as its counts leave too little to save.
func TestPaybackLimit(t *testing.T) {
	p := &payback{method: "amd", features: &prediction.Features{Rows: 100, Entries: 500, L: 400, U: 400, Flops: 4000, Blocks: 1, Graph: 400},
		counted: limit{800, 4000}, order: 0, count: 10}
	p.numeric = 4 * orderingTime(prediction.Default(), "mmf", MatchingNone, p.features, &paybackMachine).Seconds
	if need := p.needs("mmf"); math.Abs(need-0.25) > 1e-12 {
		t.Fatalf("got %v to save, want a quarter", need)
	}
	if got := p.limit("mmf"); math.Abs(got.entries-600) > 1e-9 || math.Abs(got.flops-3000) > 1e-9 {
		t.Errorf("got the limit %+v, want three quarters of 800 and 4000", got)
	}
	p.order = 1
	if got := p.limit("mmf"); got != (limit{}) {
		t.Errorf("got the limit %+v of an ordering that takes less time than the reference", got)
	}
	p.order = 0
	if p.never("mmf") || p.hopeless("mmf") {
		t.Error("an ordering that may save a quarter is hopeless")
	}
	p.numeric /= 5
	if !p.never("mmf") || !p.hopeless("mmf") || !strings.Contains(p.because("mmf"), "takes 1.25 times as long") {
		t.Errorf("an ordering that takes longer than all else is not hopeless: %s", p.because("mmf"))
	}
	var none *payback
	if none.hopeless("mmf") || none.never("mmf") || none.limit("mmf") != (limit{}) {
		t.Error("no payback stops an ordering")
	}
}

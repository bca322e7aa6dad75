package analysis

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering/named"
	"github.com/nrkit/nrkit/sparsity"
)

// candidate returns what the portfolio says of a method.
func (p *Portfolio) candidate(name string) *PortfolioCandidate {
	for _, c := range p.Candidates {
		if c.Method == name {
			return c
		}
	}
	return nil
}

// The portfolio is documented, the same with any number of workers, and finds
// what the same orderings find when none is stopped.
func TestPortfolio(t *testing.T) {
	for name, m := range few() {
		opt := Options{Orderings: []string{BestOf}, Exact: []string{"none"}, Workers: 1}
		d := analyzed(t, m, opt)
		first := text(t, d)
		checkDocument(t, Schema, first)
		for _, opt.Workers = range []int{2, 8} {
			if again := text(t, analyzed(t, m, opt)); !bytes.Equal(first, again) {
				t.Errorf("%s: the document depends on the number of workers", name)
			}
		}
		if back, err := ReadJSON(first); err != nil || !bytes.Equal(first, text(t, back)) {
			t.Errorf("%s: the document read is another than the one written (%v)", name, err)
		}
		if d.Winners == nil {
			if len(d.Portfolio.Candidates) > 0 {
				t.Errorf("%s: members without a winner", name)
			}
			continue
		}
		var members []string
		for _, c := range d.Portfolio.Candidates {
			members = append(members, c.Method)
			if o := d.Ordering(c.Method); (o != nil) != (c.State == Finished) || (o != nil) != (c.Because == "") || (o != nil) != (c.FillByBest > 0) {
				t.Errorf("%s: %+v, and an ordering: %v", name, *c, o != nil)
			}
		}
		all := analyzed(t, m, Options{Orderings: members, Exact: []string{"none"}, Workers: 1})
		if got, want := CostOf(d.Ordering(d.Winners.Fill)), CostOf(all.Ordering(all.Winners.Fill)); got.NNZ != want.NNZ {
			t.Errorf("%s: the portfolio has %d entries, all its members %d", name, got.NNZ, want.NNZ)
		}
		if got, want := CostOf(d.Ordering(d.Winners.Flops)), CostOf(all.Ordering(all.Winners.Flops)); got.Flops != want.Flops {
			t.Errorf("%s: the portfolio has %v flops, all its members %v", name, got.Flops, want.Flops)
		}
	}
}

// Winners have a ratio of 1, and are marked.
func TestPortfolioJudges(t *testing.T) {
	d := analyzed(t, zoo()["reducible"], Options{Orderings: []string{BestOf}})
	p := d.Portfolio
	if !slices.Equal(p.References, []string{"btf+amd"}) || p.candidate("colamd") != nil { // blocks of 8 rows of 160
		t.Errorf("got references %v", p.References)
	}
	if c := p.candidate(d.Winners.Fill); c.FillByBest != 1 || !slices.Contains(c.Won, "fill") {
		t.Errorf("want the least fill marked, got %+v", *c)
	}
	if c := p.candidate(d.Winners.Flops); c.FlopsByBest != 1 || !slices.Contains(c.Won, "flops") {
		t.Errorf("want the fewest flops marked, got %+v", *c)
	}
	if c := p.candidate("natural"); c.FillByBest <= 1 || c.FlopsByBest <= 1 || c.Won != nil {
		t.Errorf("want natural to lose, got %+v", *c)
	}
	if d = analyzed(t, zoo()["grid"], Options{Orderings: []string{BestOf}}); d.Portfolio.candidate("btf+amd") != nil {
		t.Error("want no blocks in the portfolio of an irreducible matrix")
	}
	if d = analyzed(t, zoo()["grid"], Options{}); d.Portfolio != nil {
		t.Error("a portfolio that nobody asked for")
	}
}

// An ordering that has more entries and more flops than the limit ends there, the
// same at every run, and that is told.
func TestPortfolioStops(t *testing.T) {
	m := &sparsity.Matrix{Pattern: matgen.Grid2D(90, 90)}
	run := func() *Portfolio {
		r, err := newRunner(t.Context(), file("m", m), nil, Options{Orderings: []string{BestOf}, Workers: 1})
		if err != nil || r.match() != nil {
			t.Fatal(err)
		}
		r.race = r.newRace()
		r.race.limit = limit{1000, 1000}
		close(r.race.ready)
		for _, e := range r.candidates {
			if e.ending == "" {
				e.racing = e.racing && e.role != named.Reference // the limit stays
				r.order(e)
			}
		}
		return r.portfolio()
	}
	p := run()
	stopped := 0
	for _, c := range p.Candidates {
		switch c.Method {
		case "natural", "amd", "nd", "search": // nd may still win by parallel time, and search counts at its end
			if c.State != Finished {
				t.Errorf("%s: %s", c.Method, c.State)
			}
			continue
		}
		stopped++
		if c.State != Stopped || c.FillByLimit <= 1 || c.FlopsByLimit <= 1 || c.FillByLimit > 100 || !strings.Contains(c.Because, "stopped with") {
			t.Errorf("want %s stopped, got %+v", c.Method, *c)
		}
	}
	if stopped != 2 {
		t.Errorf("want both variants of minimum fill stopped, got %d", stopped)
	}
	if again := run(); !reflect.DeepEqual(p, again) {
		t.Error("two runs stop at other places")
	}
}

// Where an order fills nothing, and no other can be faster, nothing
// else is looked for, whatever had been found already.
func TestPortfolioSettled(t *testing.T) {
	m := matgen.Dominant(matgen.Arrow(300, 1), 1)
	for _, workers := range []int{1, 4} {
		p := analyzed(t, m, Options{Orderings: []string{BestOf}, Workers: workers}).Portfolio
		for _, c := range p.Candidates {
			idle := c.Method != "natural" && c.Method != "amd"
			if idle != (c.State == Stopped) || idle != strings.Contains(c.Because, "amd fills nothing: no order has fewer entries or flops, or is faster on several workers") {
				t.Errorf("%s: %+v", c.Method, *c)
			}
		}
		if p.candidate("nd") == nil || p.candidate("ammf") == nil || p.candidate("mmf") == nil || p.candidate("search") == nil || p.candidate("amd+shorter") != nil {
			t.Errorf("got %s", textOf(t, p))
		}
		// A chain has no fill either, but from end to end it is one path.
		d := analyzed(t, matgen.Dominant(matgen.Tridiagonal(300), 1), Options{Orderings: []string{BestOf}, Workers: workers})
		if c := d.Portfolio.candidate("nd"); c.State != Finished {
			t.Errorf("want dissection, which may have a shorter critical path, got %+v", *c)
		}
		if c := d.Portfolio.candidate("mmf"); c.State != Stopped || !strings.HasSuffix(c.Because, "fills nothing: no order has fewer entries or flops") {
			t.Errorf("want no minimum fill where nothing fills, got %+v", *c)
		}
		if c := d.Portfolio.candidate("search"); c.State != Stopped {
			t.Errorf("want no search where nothing fills, got %+v", *c)
		}
		// By name all of them are there.
		d = analyzed(t, m, Options{Orderings: []string{BestOf, "nd", "mmf"}, Workers: workers})
		if d.Ordering("nd") == nil || d.Ordering("mmf") == nil {
			t.Error("what was asked for is absent")
		}
	}
}

// An order that is absent is no candidate: a warning says why.
func TestCandidateAbsent(t *testing.T) {
	g := &race{}
	e := &candidate{method: method{Method: named.Method{Name: "amd+shorter"}}, racing: true, watch: &watch{}, started: true}
	if c := g.outcome(e, &runner{}); c == nil || c.State != Finished {
		t.Errorf("want a candidate, got %+v", c)
	}
	if e.absent = "it takes too much memory"; g.outcome(e, &runner{}) != nil {
		t.Error("want no candidate without an order")
	}
}

// When the time is up, the references are there and the others are named.
func TestOrderingTime(t *testing.T) {
	clock := time.Unix(0, 0)
	opt := Options{Orderings: []string{BestOf}, Workers: 1, OrderingTime: time.Second,
		Now: func() time.Time { clock = clock.Add(2 * time.Second); return clock }}
	d := analyzed(t, zoo()["reducible"], opt)
	checkDocument(t, Schema, text(t, d))
	for _, c := range d.Portfolio.Candidates {
		if finished := slices.Contains(d.Portfolio.References, c.Method); finished != (c.State == Finished) || !finished && c.State != NotStarted {
			t.Errorf("%s: %s", c.Method, c.State)
		}
	}
	if w := d.Warnings; len(w) == 0 || w[0].Code != OrderingUnfinished || !strings.Contains(w[0].Message, "natural") ||
		!strings.Contains(w[0].Message, "did not finish within 1s") {
		t.Errorf("want a warning of orderings that did not finish, got %v", w)
	}
	// What was asked for by name is not ended.
	opt.Orderings = []string{BestOf, "natural"}
	if d = analyzed(t, zoo()["reducible"], opt); d.Ordering("natural") == nil {
		t.Error("natural was asked for and is absent")
	}
	// With time enough nothing differs from no limit.
	opt.Now = func() time.Time { return clock }
	if d = analyzed(t, zoo()["reducible"], opt); len(d.Warnings) > 0 || d.Ordering("natural") == nil {
		t.Errorf("want no warning, got %v", d.Warnings)
	}
}

// Where time may run out, what is quick comes first.
func TestOrderingTimeQuickFirst(t *testing.T) {
	clock := time.Unix(0, 0)
	d := analyzed(t, zoo()["grid"], Options{Orderings: []string{BestOf}, Workers: 1, OrderingTime: 3 * time.Second,
		Now: func() time.Time { clock = clock.Add(time.Second); return clock }})
	if quick, long := d.Portfolio.candidate("natural").State, d.Portfolio.candidate("nd").State; quick != Finished || long != NotStarted {
		t.Errorf("want the natural order and no dissection, got %s and %s", quick, long)
	}
}

// A watch stops what has more of both figures, in the blocks together, and says
// why.
func TestWatch(t *testing.T) {
	limits := limit{entries: 100, flops: 1000}
	for _, c := range []struct {
		name    string
		count   count
		between int64
		want    reason
	}{
		{"nothing yet", count{}, 0, ""},
		{"more entries", count{60, 10}, 0, ""},
		{"more flops", count{10, 5000}, 0, ""},
		{"as many", count{50, 5000}, 0, ""},
		{"more of both", count{51, 1001}, 0, overLimit},
		{"more of both with those between blocks", count{40, 1001}, 30, overLimit},
	} {
		w := &watch{limit: limits, between: c.between}
		if stopped := w.stop(c.count); stopped != (c.want != "") || w.reason != c.want {
			t.Errorf("%s: got %v, %q", c.name, stopped, w.reason)
		}
	}
	w := &watch{limit: limits}
	w.finished(10, count{50, 900})
	if !w.stop(count{1, 101}) || w.reached != (count{51, 1001}) {
		t.Errorf("want blocks to add up, got %+v", w.reached)
	}
	if got := w.total(14); got != (count{54, 900}) {
		t.Errorf("want four columns that are alone to count, got %+v", got)
	}
	if w = (&watch{}); w.stop(count{1e9, 1e9}) {
		t.Error("a watch without a limit stopped")
	}
}

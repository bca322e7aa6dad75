package analysis

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/prediction"
)

// A tuned order costs less in columns than every other order, is inside the blocks where
// blocks are better, and is the same on any number of workers. Only Options.Tune adds it.
func TestTune(t *testing.T) {
	found, inside := 0, 0
	for name, m := range zoo() {
		opt := Options{Orderings: []string{BestOf}, Workers: 1, Machine: prediction.Generic(), Solvers: []prediction.Solver{prediction.KLU}, Matching: MatchingNone}
		plain, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Tune = true
		c, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
		if err != nil {
			t.Fatal(err)
		}
		opt.Workers = 4
		again, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
		if err != nil {
			t.Fatal(err)
		}
		var tuned *Ordered
		for k := range c.Orders {
			if strings.HasSuffix(c.Orders[k].Method, Tuned) {
				tuned = &c.Orders[k]
			}
		}
		if tuned == nil {
			continue
		}
		found++
		if plain.Order(tuned.Method) != nil {
			t.Errorf("%s: %s without Options.Tune", name, tuned.Method)
		}
		if tuned.BlockPtr != nil {
			inside++
		}
		if strings.HasPrefix(tuned.Method, "btf+") != (tuned.BlockPtr != nil) {
			t.Errorf("%s: %s with blocks %v", name, tuned.Method, tuned.BlockPtr)
		}
		for k := range c.Orders {
			if o := &c.Orders[k]; o != tuned && (o.BlockPtr == nil) == (tuned.BlockPtr == nil) && o.Tree == tuned.Tree && columnCost(o) <= columnCost(tuned) {
				t.Errorf("%s: %s costs %g, tuned %g", name, o.Method, columnCost(o), columnCost(tuned))
			}
		}
		if o := again.Order(tuned.Method); o == nil || !slices.Equal(o.Cols, tuned.Cols) || !slices.Equal(o.Rows, tuned.Rows) {
			t.Errorf("%s: another order with four workers", name)
		}
	}
	if found < 3 || inside == 0 {
		t.Errorf("%d tuned orders, %d inside blocks: too few to tell", found, inside)
	}
}

// columnCost returns twice the cost of ordering.ColumnCost for the graph of A+Aᵀ, up to what
// all orders have in common.
func columnCost(o *Ordered) float64 {
	return o.Flops + 9.5*float64(o.NNZ)
}

package analysis

import (
	"context"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// A choice has the orders, costs and winners of the whole analysis.
func TestFindWinners(t *testing.T) {
	for name, m := range few() {
		for _, opt := range []Options{
			{Orderings: []string{BestOf}, Workers: 1},
			{Orderings: []string{BestOf}, Workers: 3, Matching: MatchingStructural},
			{Orderings: []string{"all", "amd" + Lower}},
			{},
		} {
			opt.Keep, opt.Exact = true, []string{"none"}
			d := analyzed(t, m, opt)
			c, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
			if err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.Winners, d.Winners) || !reflect.DeepEqual(c.Portfolio, d.Portfolio) || c.Input != d.Input ||
				c.Rows != d.Structure.Rows || c.Cols != d.Structure.Cols {
				t.Errorf("%s, %v: want %s, got %s", name, opt.Orderings, textOf(t, d.Winners), textOf(t, c.Winners))
			}
			if len(c.Orders) != len(d.Orderings) || len(c.Warnings) > len(d.Warnings) {
				t.Errorf("%s, %v: want %d orders, got %d, and %v", name, opt.Orderings, len(d.Orderings), len(c.Orders), c.Warnings)
				continue
			}
			for _, o := range d.Orderings {
				got := c.Order(o.Method)
				if got == nil || !slices.Equal(got.Rows, o.Order.Rows) || !slices.Equal(got.Cols, o.Order.Cols) || !slices.Equal(got.BlockPtr, o.Order.BlockPtr) {
					t.Errorf("%s, %v: %s is another order", name, opt.Orderings, o.Method)
				} else if got.Cost != CostOf(o) {
					t.Errorf("%s, %v: %s costs %+v, want %+v", name, opt.Orderings, o.Method, got.Cost, CostOf(o))
				}
			}
		}
	}
}

// The cheapest order of a solver has the least predicted time of all usable orders, with
// the times that the whole analysis predicts, and no time where the document has none.
func TestCheapest(t *testing.T) {
	if testing.Short() {
		t.Skip("analyzes the zoo twice")
	}
	found, other := 0, 0
	for name, m := range zoo() {
		machine := prediction.Generic()
		for _, opt := range []Options{
			{Orderings: []string{BestOf}, Workers: 1, Factorizations: 50, Solves: 3},
			{Orderings: []string{"all"}, Matching: MatchingNone, Budget: Budget{Off: true}, Factorizations: 1},
		} {
			opt.Machine, opt.Keep = machine, true
			d := analyzed(t, m, opt)
			c, err := FindWinners(context.Background(), Loaded(file("m.mtx", m)), opt)
			if err != nil {
				t.Fatal(err)
			}
			for _, solver := range prediction.Solvers() {
				for _, whole := range []bool{false, true} {
					usable := func(o *Ordered) bool { return !whole || o.BlockPtr == nil }
					o, x := c.Cheapest(solver, usable)
					least, known := math.Inf(1), false
					for _, s := range settingsOf(d) {
						if order := c.Order(s.Method); s.Solver == solver && s.Matching == c.Winners.Matching && order != nil && usable(order) && (s.known() || !known) {
							if s.known() && !known {
								least, known = math.Inf(1), true
							}
							least = min(least, s.After())
						}
					}
					switch {
					case o == nil:
						if !math.IsInf(least, 1) {
							t.Errorf("%s, %s: no order, want %g s", name, solver, least)
						}
						continue
					case x.Method != o.Method || !usable(o) || x.After() < least || x.After() > least/0.99 || strings.Contains(strings.TrimPrefix(o.Method, "btf+"), "+") && x.After() > least:
						t.Errorf("%s, %s: got %s with %g s, want %g s", name, solver, o.Method, x.After(), least)
					}
					found++
					if o.Method != c.Winners.Recommended {
						other++
					}
				}
			}
		}
	}
	if found < 50 || other < 10 {
		t.Errorf("%d orders, %d of them not recommended: too few to tell", found, other)
	}
}

// settingsOf returns the settings of a document.
func settingsOf(d *Document) []*Setting {
	if d.Prediction == nil {
		return nil
	}
	return d.Prediction.Settings
}

func TestFindWinnersErrors(t *testing.T) {
	input := Loaded(file("m.mtx", zoo()["grid"]))
	if _, err := FindWinners(context.Background(), input, Options{Orderings: []string{"amb"}}); !errors.Is(err, ErrUnknownMethod) {
		t.Errorf("got %v", err)
	}
	if _, err := FindWinners(context.Background(), input, Options{Matching: "amb"}); !errors.Is(err, ErrUnknownMatching) {
		t.Errorf("got %v", err)
	}
	ctx, stop := context.WithCancel(context.Background())
	stop()
	for _, workers := range []int{1, 2, 8} { // candidates do not wait for references that never run
		if _, err := FindWinners(ctx, input, Options{Orderings: []string{BestOf}, Workers: workers}); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
	if c, err := FindWinners(context.Background(), input, Options{Orderings: []string{"amd"}}); err != nil || c.Order("nd") != nil {
		t.Errorf("an order that nobody asked for, or %v", err)
	}
}

// What starts from one and the same order finds it once.
func TestBasesOnce(t *testing.T) {
	r, err := newRunner(t.Context(), file("m", zoo()["grid"]), nil, Options{Orderings: []string{"nd" + Lower, "nd" + Shorter}, Workers: 1})
	if err != nil || r.match() != nil {
		t.Fatal(err)
	}
	r.orderAll(nil)
	var from []sparsity.Perm
	for _, m := range r.candidates {
		ord, ok := m.base()
		if !ok || m.ordering == nil {
			t.Fatalf("%s: no order", m.Name)
		}
		from = append(from, ord.Cols)
	}
	if len(from) != 2 || &from[0][0] != &from[1][0] {
		t.Error("two dissections, or one that is not shared")
	}
}

// Blocks are preferred where they have fewer edges than the whole, and not where
// rows that move make it unsymmetric.
func TestPrefersBlocks(t *testing.T) {
	grid := matgen.Grid9(12, 12)
	hollow := sparsity.NewPattern(144, 144) // the same without its diagonal
	for j := range grid.Cols {
		for _, i := range grid.Col(j) {
			if int(i) != j {
				hollow.RowIdx = append(hollow.RowIdx, i)
			}
		}
		hollow.ColPtr[j+1] = int64(len(hollow.RowIdx))
	}
	scrambled := sparsity.Permute(matgen.Reducible(20, 8, 3, 1), matgen.RandomPerm(160, 1), matgen.RandomPerm(160, 2))
	for name, c := range map[string]struct {
		a    *sparsity.Pattern
		want bool
	}{
		"irreducible": {grid, false},
		"hollow":      {hollow, false},
		"reducible":   {matgen.Reducible(20, 8, 3, 1), true},
		"scrambled":   {scrambled, true},
		"singular":    {sparsity.NewPattern(9, 9), false},
	} {
		s := newSubject(file(name, &sparsity.Matrix{Pattern: c.a}), false, false)
		if got := s.prefers(); got != c.want {
			t.Errorf("%s: got %v", name, got)
		}
		whole := symbolic.BlocksOf(c.a, sparsity.Identity(c.a.Rows), sparsity.Identity(c.a.Cols), []int32{0, int32(c.a.Cols)})
		if stats := s.stats(); stats.Symmetry.Pattern != symmetryOf(c.a, whole.Graph) {
			t.Errorf("%s: symmetry %v, want %v", name, symmetryOf(c.a, whole.Graph), stats.Symmetry.Pattern)
		}
	}
}

// With Whole, no order is inside blocks unless its name asks for it.
func TestWhole(t *testing.T) {
	m := matgen.Dominant(matgen.HiddenBlocks(300, 40, 200, 1), 1)
	for _, c := range []struct {
		opt    Options
		blocks bool
	}{
		{Options{Orderings: []string{BestOf}, Workers: 1}, true},
		{Options{Orderings: []string{BestOf}, Workers: 1, Whole: true}, false},
		{Options{Workers: 1, Whole: true}, false},
		{Options{Orderings: []string{"btf+amd"}, Workers: 1, Whole: true}, true},
	} {
		found, err := FindWinners(t.Context(), Loaded(file("m", m)), c.opt)
		if err != nil {
			t.Fatal(err)
		}
		blocks := false
		for _, o := range found.Orders {
			blocks = blocks || o.BlockPtr != nil
		}
		if blocks != c.blocks || found.Order(found.Winners.Recommended) == nil {
			t.Errorf("%v, whole %v: want blocks %v, got %v", c.opt.Orderings, c.opt.Whole, c.blocks, blocks)
		}
	}
}

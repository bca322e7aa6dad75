package prediction

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/ordering/btf"
	"github.com/nrkit/nrkit/sparsity"
	"github.com/nrkit/nrkit/symbolic"
)

// orders returns orders of a: of the whole matrix and, where it is not singular, inside
// the diagonal blocks, with rows that move along with their columns and alone.
func orders(a *sparsity.Pattern, seed uint64) []symbolic.Order {
	p := matgen.RandomPerm(a.Cols, seed)
	list := []symbolic.Order{{}, {Cols: p}, {Rows: p, Cols: matgen.RandomPerm(a.Cols, seed+1)}}
	form := btf.BlockTriangular(a)
	if form.Matched < a.Cols {
		return list
	}
	q := make(sparsity.Perm, 0, a.Cols) // within the blocks
	for b := 1; b < len(form.BlockPtr); b++ {
		for _, k := range matgen.RandomPerm(int(form.BlockPtr[b]-form.BlockPtr[b-1]), seed) {
			q = append(q, form.BlockPtr[b-1]+k)
		}
	}
	return append(list,
		symbolic.Order{Rows: form.RowPerm, Cols: form.ColPerm, BlockPtr: form.BlockPtr},
		symbolic.Order{Rows: form.RowPerm.Compose(q), Cols: form.ColPerm.Compose(q), BlockPtr: form.BlockPtr},
		symbolic.Order{Rows: form.RowPerm, Cols: form.ColPerm.Compose(q), BlockPtr: form.BlockPtr})
}

// sharedMatrices returns matrices with one block and with several ones, symmetric and
// not.
func sharedMatrices() map[string]*sparsity.Pattern {
	rng := rand.New(rand.NewPCG(5, 6))
	list := map[string]*sparsity.Pattern{"grid": matgen.PowerGrid(9, 8, 7, 1), "blocks": matgen.HiddenBlocks(60, 9, 40, 2),
		"reducible": matgen.Reducible(6, 7, 3, 3), "one": sparsity.NewPattern(1, 1)}
	for k := range 40 {
		list[fmt.Sprint("random ", k)] = random(rng, 1+rng.IntN(40), k%2 == 0)
	}
	return list
}

// Features do not depend on whether counts are shared.
func TestShared(t *testing.T) {
	shared := 0
	for name, a := range sharedMatrices() {
		s := NewShared(a, func() *sparsity.Pattern { return sparsity.Symmetrize(a) }, func() *symbolic.Blocks {
			f := btf.BlockTriangular(a)
			return symbolic.BlocksOf(a, f.RowPerm, f.ColPerm, f.BlockPtr)
		})
		for k, ord := range orders(a, 3) {
			for _, entries := range []int64{-1, 0, 1, 20, 100, 300} {
				x := symbolic.Analyze(a, ord, symbolic.Options{Counts: true})
				want, got := Of(a, x, Options{Entries: entries}), Of(a, x, Options{Entries: entries, Shared: s})
				if *got != *want {
					t.Errorf("%s, order %d, %d entries:\ngot  %+v\nwant %+v", name, k, entries, *got, *want)
				}
			}
			if s.of(a, ord) != nil {
				shared++
			}
		}
		if s.of(sparsity.NewPattern(a.Rows, a.Cols), symbolic.Order{}) != nil {
			t.Errorf("%s: shared with another matrix", name)
		}
	}
	if shared < 60 {
		t.Errorf("only %d orders share counts", shared)
	}
}

// Counts that were stopped are not kept for others.
func TestSharedStopped(t *testing.T) {
	a := matgen.PowerGrid(40, 40, 0, 1)
	graph := func() *sparsity.Pattern { return sparsity.Symmetrize(a) }
	s := NewShared(a, graph, func() *symbolic.Blocks { panic("not asked for") })
	x := symbolic.Analyze(a, symbolic.Order{}, symbolic.Options{Counts: true})
	want, calls := Of(a, x, Options{}), 0
	stopped := Of(a, x, Options{Shared: s, Stop: func() bool { calls++; return calls > 2 }})
	if stopped.UMFPACK == want.UMFPACK {
		t.Fatal("not stopped")
	}
	for range 2 {
		if got := Of(a, x, Options{Shared: s}); *got != *want {
			t.Errorf("got %+v, want %+v", got.UMFPACK, want.UMFPACK)
		}
	}
}

// What is not tried, because it would have too many entries, fails when it is tried.
func TestBeyond(t *testing.T) {
	skipped := 0
	for name, a := range sharedMatrices() {
		for k, ord := range orders(a, 4) {
			for _, entries := range []int64{1, 20, 60, 100, 300} {
				opt := Options{Entries: entries}
				f := Of(a, symbolic.Analyze(a, ord, symbolic.Options{Counts: true}), opt)
				if !f.beyond(opt) {
					continue
				}
				whole, _ := split(a, ord)
				united, _ := unite(whole)
				for _, b := range []*sparsity.Pattern{whole, united} {
					if s, err := symbolic.StructureOf(b, entries, nil); err == nil && (f.OffBlock > 0 || b == united) {
						t.Errorf("%s, order %d: %d entries are beyond %d", name, k, s.L.NNZ()+s.U.NNZ(), entries)
					}
				}
				skipped++
			}
		}
	}
	if skipped < 100 {
		t.Errorf("only %d structures were not tried", skipped)
	}
}

// The entries of R are the NNZU of an analysis for any row pivots.
func TestAnyPivots(t *testing.T) {
	for name, a := range sharedMatrices() {
		for k, ord := range append(orders(a, 5), symbolic.Order{Cols: ordering.Natural(a.Cols)}) {
			got := symbolic.AnyPivots(a, ord)
			ord.Tree = symbolic.ColumnTree
			if want := symbolic.Analyze(a, ord, symbolic.Options{}).NNZU; got != want {
				t.Errorf("%s, order %d: got %d entries, want %d", name, k, got, want)
			}
			column := symbolic.Analyze(a, ord, symbolic.Options{})
			ord.Tree = symbolic.SymmetricTree
			x, y := Of(a, symbolic.Analyze(a, ord, symbolic.Options{}), Options{}), Of(a, column, Options{})
			if *x != *y {
				t.Errorf("%s, order %d: %+v by the tree of A+Aᵀ, %+v by the tree of AᵀA", name, k, *x, *y)
			}
		}
	}
}

// A set of sums finds each again, also sums that choose one place, and 0.
func TestSumSet(t *testing.T) {
	s := newSumSet(200)
	want := map[uint64]bool{}
	rng := rand.New(rand.NewPCG(7, 8))
	for k := range 600 {
		sum := rng.Uint64N(100) << (rng.IntN(2) * 57)
		if k%3 == 0 {
			sum = ^uint64(0) - rng.Uint64N(50)
		}
		if got := s.add(sum); got == want[sum] {
			t.Fatalf("%#x: new %v", sum, got)
		}
		want[sum] = true
	}
	if len(want) < 150 || !want[0] {
		t.Errorf("%d sums", len(want))
	}
}

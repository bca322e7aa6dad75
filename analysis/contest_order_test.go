package analysis

import (
	"context"
	"slices"
	"testing"
)

// One method has the same order, matching and warnings whether or not its costs are
// counted.
func TestFindOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("orders the zoo in many ways")
	}
	for name, m := range zoo() {
		for _, method := range []string{"natural", "amd", "colamd", "btf+amd", "amd+shorter", "btf+ammf+lower"} {
			for _, matching := range []string{"", MatchingProduct} {
				opt := Options{Orderings: []string{method}, Matching: matching}
				want, err := FindWinners(context.Background(), Loaded(file("m", m)), opt)
				if err != nil {
					t.Fatal(err)
				}
				got, err := FindOrder(context.Background(), Loaded(file("m", m)), opt)
				if err != nil {
					t.Fatal(err)
				}
				kept := slices.DeleteFunc(slices.Clone(want.Warnings), WithoutExact)
				if !slices.Equal(got.Warnings, kept) || len(got.Orders) != len(want.Orders) || (got.Winners == nil) != (want.Winners == nil) {
					t.Errorf("%s, %s, matching %q: got %d orders, warnings %v; want %d, %v", name, method, matching, len(got.Orders), got.Warnings, len(want.Orders), kept)
					continue
				}
				if got.Winners == nil {
					continue
				}
				a, b := &got.Orders[0], &want.Orders[0]
				if a.Method != b.Method || a.Tree != b.Tree || !slices.Equal(a.Rows, b.Rows) || !slices.Equal(a.Cols, b.Cols) || !slices.Equal(a.BlockPtr, b.BlockPtr) {
					t.Errorf("%s, %s, matching %q: got the order %+v, want %+v", name, method, matching, a.Order, b.Order)
				}
				if got.Winners.Recommended != want.Winners.Recommended || got.Winners.Matching != want.Winners.Matching || (got.Scale == nil) != (want.Scale == nil) {
					t.Errorf("%s, %s, matching %q: got %+v, want %+v", name, method, matching, got.Winners, want.Winners)
				}
			}
		}
	}
}

func TestFindOrderPanics(t *testing.T) {
	for _, list := range [][]string{nil, {BestOf}, {"all"}, {"amd", "nd"}} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%v: no panic", list)
				}
			}()
			_, _ = FindOrder(context.Background(), Loaded(file("m", zoo()["grid"])), Options{Orderings: list})
		}()
	}
}

package analysis

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/symbolic"
)

// Only newton/lu and KLU take diagonal blocks and other rows on the diagonal.
func TestTakers(t *testing.T) {
	all, two := prediction.Solvers(), []prediction.Solver{prediction.LU, prediction.KLU}
	for _, c := range []struct {
		order    symbolic.Order
		matching string
		want     []prediction.Solver
	}{
		{symbolic.Order{Tree: symbolic.SymmetricTree}, MatchingNone, all},
		{symbolic.Order{Tree: symbolic.SymmetricTree, BlockPtr: []int32{0, 2, 3}}, MatchingNone, two},
		{symbolic.Order{Tree: symbolic.SymmetricTree}, MatchingStructural, two},
		{symbolic.Order{Tree: symbolic.ColumnTree}, MatchingNone, two},
	} {
		var got []prediction.Solver
		for _, s := range all {
			if takes(s, c.order, c.matching) {
				got = append(got, s)
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%+v, %s: got %v, want %v", c.order, c.matching, got, c.want)
		}
	}
}

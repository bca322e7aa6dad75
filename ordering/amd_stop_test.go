package ordering_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/matgen"
	"github.com/nrkit/nrkit/ordering"
	"github.com/nrkit/nrkit/sparsity"
)

// TestAMDStop wants Stop to be asked often, with totals that only grow and
// never exceed the final ones, and to end the run when it says so.
func TestAMDStop(t *testing.T) {
	for name, a := range map[string]*sparsity.Pattern{
		"grid": matgen.Grid2D(90, 90), "circuit": matgen.Circuit(6000, 1), "hubs": matgen.Arrow(9000, 5),
	} {
		g := sparsity.Symmetrize(a)
		want, final := ordering.AMD(g, ordering.AMDOptions{})
		var last ordering.AMDStats
		asked := 0
		got, _ := ordering.AMD(g, ordering.AMDOptions{Stop: func(s ordering.AMDStats) bool {
			if s.Pivots-last.Pivots > 1024 || s.NNZL < last.NNZL || s.FlopsLU < last.FlopsLU {
				t.Errorf("%s: %+v after %+v", name, s, last)
			}
			last = s
			asked++
			return false
		}})
		if !slices.Equal(got, want) {
			t.Errorf("%s: another order when asked to stop", name)
		}
		if asked < final.Pivots/1024 || asked == 0 || last.NNZL > final.NNZL || last.FlopsLU > final.FlopsLU {
			t.Errorf("%s: asked %d times, last %+v, final %+v", name, asked, last, final)
		}
		stopped := 0
		p, partial := ordering.AMD(g, ordering.AMDOptions{Stop: func(s ordering.AMDStats) bool {
			if s.NNZL < final.NNZL/4 {
				return false
			}
			stopped++
			return true
		}})
		if p != nil || stopped != 1 || partial.NNZL < final.NNZL/4 || partial.NNZL >= final.NNZL {
			t.Errorf("%s: stopped %d times at %+v with an order of %d", name, stopped, partial, len(p))
		}
	}
}

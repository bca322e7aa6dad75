package circuit

import (
	"math"
	"testing"

	"github.com/nrkit/nrkit/newton/netlist"
)

// TestDiodeBreakdownTemperature has PSpice's coefficients of the breakdown voltage, and the
// knee of 0 that stands for none.
func TestDiodeBreakdownTemperature(t *testing.T) {
	m := &netlist.Model{Name: "m", Type: netlist.D, Param: map[string]float64{"level": 2, "bv": 10, "tbv1": 1e-3, "tbv2": -1e-5, "ikf": 0}}
	d, err := newDiodeModel(m, temps{reference + 50, reference})
	if err != nil {
		t.Fatal(err)
	}
	if want := 10 * (1 + 0.05 - 0.025); math.Abs(d.bv-want) > 1e-12 || !math.IsInf(d.ikf, 1) {
		t.Errorf("got bv %g and knee %g, want %g and none", d.bv, d.ikf, want)
	}
}

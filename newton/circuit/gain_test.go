package circuit

import (
	"math"
	"testing"
)

// TestLimitedChannel solves a stage in which the second iterate lies far below ground, and
// the limited point in saturation: the residual is small there, but not at the iterate.
// ngspice 39 finds 0.29268 V.
func TestLimitedChannel(t *testing.T) {
	e := operatingPoint(t, compile(t, "m1 3 2 0 0 nm w=4u l=1u m=6\nrl 3 vdd 25k\nvdd vdd 0 5\nvin 2 0 1.44\n.model nm nmos level=2\n.op\n"))
	if v := e.X()[0]; math.Abs(v-0.29268) > 1e-4 {
		t.Errorf("got %g V, want 0.29268", v)
	}
}

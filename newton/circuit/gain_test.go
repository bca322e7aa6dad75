package circuit_test

import (
	"context"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// TestLimitedChannel solves a stage in which the second iterate lies far below ground, and
// the limited point in saturation: the residual is small there, but not at the iterate.
// ngspice 39 finds 0.29268 V.
func TestLimitedChannel(t *testing.T) {
	n, err := netlist.Parse("t", strings.NewReader("t\nm1 3 2 0 0 nm w=4u l=1u m=6\nrl 3 vdd 25k\nvdd vdd 0 5\nvin 2 0 1.44\n.model nm nmos level=2\n.op\n"))
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(n)
	if err != nil {
		t.Fatal(err)
	}
	e := newton.New(c, newton.Options{})
	if err := e.OperatingPoint(context.Background()); err != nil {
		t.Fatal(err)
	}
	if v := e.X()[0]; math.Abs(v-0.29268) > 1e-4 {
		t.Errorf("got %g V, want 0.29268", v)
	}
}

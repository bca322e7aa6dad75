package circuit

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// TestClipper wants the clipper, whose residuals are at times the rounding of
// 15 V at 940 S and more, to finish with the counts and voltages of ngspice 39.
func TestClipper(t *testing.T) {
	n, err := netlist.ParseFile(filepath.Join("..", "..", "testdata", "circuits", "clipper.cir"))
	if err != nil {
		t.Fatal(err)
	}
	c := must(New(n))
	e := newton.New(c, newton.Options{})
	if err := e.Transient(context.Background(), newton.Span{Step: n.Tran.Step, Stop: n.Tran.Stop}); err != nil {
		t.Fatal(err)
	}
	// rusage of ngspice: 20,131 iterations, 10,012 points
	if s := &e.Stats; math.Abs(float64(s.Iterations)/20131-1) > 0.01 || math.Abs(float64(s.Accepted)/10012-1) > 0.01 {
		t.Errorf("got %d iterations, %d points", s.Iterations, s.Accepted)
	}
	// print v(in)[length(time)-1] and so on of ngspice
	want := map[string]float64{"in": 19.75528258148, "a": 15.72479639800, "b": 0.9728874560643}
	for i, x := range e.X() {
		if w, ok := want[c.Unknown(i).Name]; ok && math.Abs(x-w) > 1e-6 {
			t.Errorf("%s: got %.9g V, want %.9g of ngspice", c.Unknown(i).Name, x, w)
		}
	}
}

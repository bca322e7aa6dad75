package circuit

import (
	"context"
	"math"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// TestCountsOfNgspice wants circuits of all devices to take as many iterations, time
// points and rejected time points as in ngspice 39, which has no test of residuals, with
// the test of residuals and without.
func TestCountsOfNgspice(t *testing.T) {
	for _, c := range []struct {
		name                           string
		iterations, accepted, rejected int64
		bound                          float64
	}{
		{"adder_level2", 2465, 555, 8, 0.01},
		{"adder_level3", 2047, 555, 9, 0.01},
		{"behavioural", 2733, 1010, 4, 0.01},
		{"behavioural_lc", 2607, 1016, 1, 0.3}, // ngspice has other unknowns: see the next
		{"behavioural_lc_expanded", 2607, 1016, 1, 0.002},
		{"behavioural_opamp", 1293, 643, 0, 0.01},
		{"controlled", 2019, 1009, 0, 0.01},
		{"coupled", 1290, 619, 2, 0.01},
		{"jfet_amp", 628, 308, 0, 0.01},
		{"inverters_level6", 973, 363, 14, 0.01},
		{"line", 893, 435, 1, 0.01},
		{"mesfet_amp", 2025, 1008, 0, 0.01},
		{"mixer", 3711, 1508, 0, 0.01},
		{"opamp741", 2331, 745, 153, 0.01},
		{"polynomials", 2154, 1008, 0, 0.01},
		{"ring_level3", 3255, 1020, 0, 0.002},
		{"schmitt", 3086, 1334, 52, 0.01},
		{"switches", 1393, 650, 31, 0.01},
		{"ttl", 1116, 373, 11, 0.01},
	} {
		t.Run(c.name, func(t *testing.T) {
			n, err := netlist.ParseFile(filepath.Join("..", "..", "testdata", "circuits", c.name+".cir"))
			if err != nil {
				t.Fatal(err)
			}
			for _, off := range []bool{false, true} {
				e := newton.New(must(New(n)), newton.Options{RelTol: n.Options.RelTol, TrTol: n.Options.TrTol, NoResidual: off})
				span := newton.Span{Step: n.Tran.Step, Stop: n.Tran.Stop, Max: n.Tran.Max, UIC: n.Tran.UIC}
				if err := e.Transient(context.Background(), span); err != nil {
					t.Fatal(err)
				}
				near := func(what string, got, want int64, of int64) {
					if math.Abs(float64(got-want)) > c.bound*float64(of)+1 {
						t.Errorf("NoResidual %v: %s: got %d, want %d of ngspice", off, what, got, want)
					}
				}
				s := &e.Stats
				near("iterations", s.Iterations, c.iterations, c.iterations)
				near("accepted time points", s.Accepted, c.accepted, c.accepted)
				near("rejected time points", s.RejectedLTE+s.RejectedNR, c.rejected, c.accepted+c.rejected)
			}
		})
	}
}

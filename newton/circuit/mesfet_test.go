package circuit

import (
	"math"
	"math/rand/v2"
	"testing"
)

// TestMesfetCharges wants both charges of a gate to grow by what its charge grows, each by
// its own half of the way, with exact derivatives.
func TestMesfetCharges(t *testing.T) {
	m := &nth[*mesfetGroup](compile(t, mesfetDeck), 0).model
	rnd := rand.New(rand.NewPCG(2, 9))
	for range 1000 {
		at := func() float64 { return 4*rnd.Float64() - 3.2 }
		gs, gd := at(), at()
		then := [mesfetKept]float64{at(), at(), 1e-12 * at(), 1e-12 * at()}
		const area, h = 2, 1e-5
		source, drain := m.charges(area, gs, gd, &then, false)
		rise := source.i + drain.i - then[2] - then[3]
		if want := area * (m.gate(gs, gd).i - m.gate(then[0], then[1]).i); math.Abs(rise-want) > 1e-25 {
			t.Fatalf("from %v to %g %g: charges grow by %g, want %g", then, gs, gd, rise, want)
		}
		if only, _ := m.charges(area, then[0], gd, &then, false); math.Abs(only.i-then[2]) > 1e-25 {
			t.Fatalf("charge of the source moves with vgd alone: got %g, want %g", only.i, then[2])
		}
		for _, c := range []struct{ dgs, dgd float64 }{{h, 0}, {0, h}} {
			su, du := m.charges(area, gs+c.dgs, gd+c.dgd, &then, false)
			sd, dd := m.charges(area, gs-c.dgs, gd-c.dgd, &then, false)
			wantS, wantD := source.be, drain.be
			if c.dgd != 0 {
				wantS, wantD = source.bc, drain.bc
			}
			// The slope of the capacitance jumps where the depletion stops growing.
			if gotS, gotD := (su.i-sd.i)/(2*h), (du.i-dd.i)/(2*h); math.Abs(gotS-wantS) > 1e-16 || math.Abs(gotD-wantD) > 1e-16 {
				t.Fatalf("at %g %g: got derivatives %g %g, want %g %g by differences", gs, gd, wantS, wantD, gotS, gotD)
			}
		}
	}
}

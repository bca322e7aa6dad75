package circuit

import "testing"

// passGates has multiplexers and gates behind switches, all of level 2 with a largest velocity and
// without fast surface states.
const passGates = `vdd vdd 0 5
va a0 0 5
m1 vdd vdd x0 0 n w=7u l=2u
m2 vdd a0 x1 0 n w=7u l=2u
m4 vdd x1 x3 0 n w=7u l=2u
m6 x3b x1 vdd vdd p w=7u l=2u
m7 x2 x3b x3 0 n w=7u l=2u
m14 x6 x1 x6i 0 n w=7u l=2u
m15 x6i a0 0 0 n w=7u l=2u
m16 x6 x1 vdd vdd p w=7u l=2u
m18 x6 x2 x7 0 n w=7u l=2u
m19 x7b x2 0 0 n w=7u l=2u
m20 x7b x2 vdd vdd p w=7u l=2u
m21 x1 x7b x7 0 n w=7u l=2u
m24 x8 x6 vdd vdd p w=7u l=2u
m25 x8 vdd vdd vdd p w=7u l=2u
m26 x9 x7 x9i 0 n w=7u l=2u
m27 x9i x3 0 0 n w=7u l=2u
m28 x9 x7 vdd vdd p w=7u l=2u
m29 x9 x3 vdd vdd p w=7u l=2u
m30 x3 x6 x10 0 n w=7u l=2u
m31 x4 x0 x11 0 n w=7u l=2u
m32 x11b x0 0 0 n w=7u l=2u
m33 x11b x0 vdd vdd p w=7u l=2u
m34 0 x11b x11 0 n w=7u l=2u
.model n nmos(level=2 vto=0.6 pb=0.7 rsh=28 tox=35n nsub=7e15 xj=0.2u ld=0.25u uo=700 ucrit=7e4 uexp=0.13 vmax=5e4 neff=3 delta=1.5)
.model p pmos(level=2 vto=-0.6 pb=0.7 rsh=92 tox=35n nsub=5e15 xj=0.1u ld=0.25u uo=270 ucrit=9e4 uexp=0.35 vmax=3e4 neff=1.5 delta=1)
.op
`

// TestPassGates finds the operating point of nodes that only switches charge. With a channel whose
// current grows again below the threshold and then jumps to zero, these nodes have no operating point.
func TestPassGates(t *testing.T) {
	e := operatingPoint(t, compile(t, passGates))
	if s := e.Stats; s.GminSteps+s.SourceSteps > 0 || s.Iterations > 60 {
		t.Errorf("got %d iterations, %d steps of gmin and %d of sources, want at most 60 iterations and no steps", s.Iterations, s.GminSteps, s.SourceSteps)
	}
}

package circuit

import (
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/netlist"
)

// TestSmoothSwitch compares the conductance with the formula of PSpice's manual, which
// has R = exp(Lm + 3·Lr·(V-Vm)/(2·Vd) - 2·Lr·(V-Vm)³/Vd³) between both ends.
func TestSmoothSwitch(t *testing.T) {
	for _, c := range []struct{ on, off, ron, roff float64 }{{1, 0, 1, 1e6}, {0.2, 0.8, 2, 100}, {-1, 3, 50, 0.1}} {
		f, err := newSmoothSwitches(nil, compileModel(t, "vswitch", map[string]float64{"von": c.on, "voff": c.off, "ron": c.ron, "roff": c.roff}), temps{})
		if err != nil {
			t.Fatal(err)
		}
		m := f.(*smoothSwitches).model
		lm, lr := math.Log(math.Sqrt(c.ron*c.roff)), math.Log(c.ron/c.roff)
		vm, vd := (c.on+c.off)/2, c.on-c.off
		for k := range 201 {
			v := vm + vd*float64(k-100)/80
			want := math.Exp(lm + 3*lr*(v-vm)/(2*vd) - 2*lr*math.Pow(v-vm, 3)/math.Pow(vd, 3))
			switch u := (v - vm) / vd; {
			case u >= 0.5:
				want = c.ron
			case u <= -0.5:
				want = c.roff
			}
			if g, _ := m.conductance(v); math.Abs(g*want-1) > 1e-12 {
				t.Errorf("%v: at %g V got %g Ω, want %g", c, v, 1/g, want)
			}
		}
	}
	for _, p := range []map[string]float64{{"von": 1, "voff": 1}, {"ron": 0}, {"roff": -1}, {"vt": 1}} {
		if _, err := newSmoothSwitches(nil, compileModel(t, "vswitch", p), temps{}); err == nil {
			t.Errorf("%v: got no error", p)
		}
	}
}

// compileModel returns a model of a netlist.
func compileModel(t *testing.T, kind string, p map[string]float64) *netlist.Model {
	t.Helper()
	n, err := netlist.Parse("t.cir", strings.NewReader("t\ns1 1 0 2 0 m\n.model m "+kind+"\n"))
	if err != nil {
		t.Fatal(err)
	}
	m := *n.Elements[0].Model
	m.Param = p
	return &m
}

package circuit

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/netlist"
)

// A model with the name of a kind of devices is a group of its own, and parallel
// copies count as one wide device.
func TestDevicesGroups(t *testing.T) {
	n, err := netlist.Parse("t", strings.NewReader(`t
.model resistor d
.model n nmos(level=1)
v1 a 0 1
r1 a b 1k m=2
d1 b 0 resistor 3 m=4
m1 a b 0 0 n w=2u l=1u ad=3p m=5
.op
.end
`))
	if err != nil {
		t.Fatal(err)
	}
	d, err := Devices(n, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Check(); err != nil {
		t.Fatal(err)
	}
	if len(d.Groups) != 4 {
		t.Fatalf("got %d groups, want 4", len(d.Groups))
	}
	for k, want := range []map[string]float64{{}, {"r": 500, "v": 0}, {"area": 12, "vd": 0}, {"w": 1e-5, "l": 1e-6, "ad": 1.5e-11, "as": 0}} {
		g := &d.Groups[k]
		for i, name := range g.ParamNames {
			w, ok := want[name]
			if got := g.Params[i]; ok && !(got >= w*(1-1e-12) && got <= w*(1+1e-12)) {
				t.Errorf("group %d, %s: got %s=%g, want %g", k, g.Model, name, got, w)
			}
			delete(want, name)
		}
		if len(want) > 0 {
			t.Errorf("group %d, %s: parameters %v are missing", k, g.Model, want)
		}
	}
}

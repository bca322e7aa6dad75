package netlist

import (
	"strings"
	"testing"
)

// What a maker says of a part is passed over; what is no value is an error.
func TestRatings(t *testing.T) {
	n, err := Parse("t.cir", strings.NewReader("t\n.model d d(is=2n mfg=OnSemi type=silicon version=3.3.0 Vpk=1k iave=1 n=1.5)\nd1 a 0 d\nv1 a 0 1\n.op\n.end\n"))
	if err != nil {
		t.Fatal(err)
	}
	if p := n.Models[0].Param; len(p) != 2 || p["is"] != 2e-9 || p["n"] != 1.5 {
		t.Errorf("got parameters %v, want is and n", p)
	}
	_, err = Parse("t.cir", strings.NewReader("t\n.model d d(is=2n mfg=)\n.end\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "t.cir:2: ") || !strings.Contains(err.Error(), "want the value of mfg") {
		t.Errorf("got %v, want an error at line 2", err)
	}
}

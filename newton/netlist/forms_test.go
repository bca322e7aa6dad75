package netlist

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/newton/tape"
)

// TestFormsOfXyce compares forms that Xyce has with the forms of ngspice.
func TestFormsOfXyce(t *testing.T) {
	for _, c := range []struct{ xyce, ngspice string }{
		{"b1 1 0 v={poly(2) v(2) v(3) 5 .5 {k} 2 3 4}", "b1 1 0 v={5+.5*v(2)+k*v(3)+2*v(2)*v(2)+3*v(2)*v(3)+4*v(3)*v(3)}"},
		{"b1 1 0 v={2*(poly(1), v(2,3), -1e-3, 1)}", "b1 1 0 v={2*(-1e-3+1*v(2,3))}"},
		{"b1 1 0 v={poly(1) v(2) 3}", "b1 1 0 v={0+3*v(2)}"},
		{"e1 1 0 table v(2,3)*2 = (0,1) (1,2)", "e1 1 0 table {v(2,3)*2} = (0,1) (1,2)"},
		{".param f(x)={2*x}, b=12, g(x)={3*x}\nb1 1 0 v={f(v(2))+b*g(v(3))}", "b1 1 0 v={2*v(2)+12*(3*v(3))}"},
	} {
		const rest = "\nr2 2 0 1\nr3 3 0 1\n.param k=7\n.op"
		a, b := parse(t, c.xyce+rest).Elements[0].Extra, parse(t, c.ngspice+rest).Elements[0].Extra
		x := make([]float64, len(b.Nodes)/2)
		for try := range 10 {
			if len(a.Nodes) != len(b.Nodes) {
				t.Fatalf("%s: got nodes %v, want %v", c.xyce, a.Nodes, b.Nodes)
			}
			ma, mb := tape.NewMachine(a.Behaviour.Program), tape.NewMachine(b.Behaviour.Program)
			for k := range x {
				v := float64(try*(k+3)%7) - 2.5
				ma.X[k], mb.X[k] = v, v
			}
			if got, want := ma.Run(0, tape.Motion{}), mb.Run(0, tape.Motion{}); math.Abs(got-want) > 1e-12*(1+math.Abs(want)) {
				t.Errorf("%s: got %g, want %g", c.xyce, got, want)
			}
		}
	}
	n := parse(t, "r1 a 0 1\nr2 b 0 1\n.ic a 1.5 b {2*k}\n.nodeset a -1\n.param k=3\n.op")
	if n.IC[1] != 1.5 || n.IC[2] != 6 || n.NodeSet[1] != -1 {
		t.Errorf("got initial voltages %v and %v", n.IC, n.NodeSet)
	}
	n = parse(t, "d1 a 0 dm\n.model dm d is 2f n=2 rs {k} bv 5\n.param k=3\n.op")
	if p := n.Elements[0].Model.Param; p["is"] != 2e-15 || p["n"] != 2 || p["rs"] != 3 || p["bv"] != 5 {
		t.Errorf("got parameters %v", p)
	}
}

// TestPeriodic wants the operating point where only a periodic steady state is asked for.
func TestPeriodic(t *testing.T) {
	for card, want := range map[string]string{
		".hb 1k": "2: hb is not run: the analysis is the operating point from which it starts", ".pss 1 2 3": "2: pss is not run: ",
		".mpde 1\n.tran 1 2": "2: mpde is ignored: another analysis runs", ".lin": "2: lin is not run: the analysis is the operating point at which",
	} {
		n := parse(t, card+"\nr1 1 0 1")
		if (n.OP || n.Tran != nil) == false || !slices.ContainsFunc(n.Warnings, func(w Warning) bool { return strings.Contains(w.String(), want) }) {
			t.Errorf("%s: got %v, %v and warnings %v", card, n.OP, n.Tran, n.Warnings)
		}
	}
}

var formErrors = []struct{ card, want string }{
	{"b1 1 0 v={poly(0) v(2) 3}", `x.cir:2: got "0) v(2) 3}", want poly(n) of 1 to 100 variables`},
	{"b1 1 0 v={poly(2) v(2) 3}", `x.cir:2: got 2 values behind poly(2), want 2 variables and coefficients`},
	{"b1 1 0 v={poly(1) v(2) *}", `x.cir:2: unexpected "*}" in expression "{poly(1) v(2) *}", want a number, a name or (`},
	{"e1 1 0 table (v(2)) = (0,1) (1,2)", `x.cir:2: got "(", want table {expression} = (x,y) …`},
	{".ic a b", `x.cir:2: parameter "b" is not defined`},
	{".param f(x)=2*x b=3\nr1 1 0 {f(1)}", `x.cir:2: unexpected "b=3" in expression "2*x b=3", want an operator or its end`},
}

func TestFormErrors(t *testing.T) {
	for _, c := range formErrors {
		if _, err := Parse("x.cir", strings.NewReader("t\n"+c.card+"\nra a 0 1\n.op\n")); err == nil || err.Error() != c.want {
			t.Errorf("%s: got error %v, want %s", c.card, err, c.want)
		}
	}
}

// TestDiodeLevel wants a warning for a level that has other equations in Xyce.
func TestDiodeLevel(t *testing.T) {
	n := parse(t, "d1 a 0 dm\n.model dm d(level=2 ikf=0)\n.op")
	if len(n.Warnings) != 1 || !strings.Contains(n.Warnings[0].String(), "3: level 2 of model dm has the equations of level 1") {
		t.Errorf("got warnings %v", n.Warnings)
	}
}

// TestPowerMOSFET reads the model of a power MOSFET.
func TestPowerMOSFET(t *testing.T) {
	n := parse(t, "m1 d g s mp m=2\nm2 d g s mn off\n.model mp vdmos pchan vto=-3 kp=4 mfg=Maker Vds=100 Ron=2m\n.model mn vdmosn(nchan kp=1)\n.op")
	for k, want := range []ModelType{VDP, VDN} {
		if m := n.Elements[k].Model; m.Type != want || len(m.Param) != []int{4, 1}[k] {
			t.Errorf("got model %+v, want type %v", m, want)
		}
	}
	if e := &n.Elements[0]; e.M != 2 || n.Nodes[e.Nodes[2]] != "s" || e.Nodes[3] != 0 {
		t.Errorf("got %+v", e)
	}
	for card, want := range map[string]string{
		"m1 d g s b mp\n.model mp vdmos":      "x.cir:2: m1: got 4 nodes with a model of type vdmos, want drain, gate and source, or the source again",
		"m1 d g s s mp\n.model mp vdmos\n.op": "",
		"m1 d g s mp\n.model mp nmos":         "x.cir:2: m1: got 3 nodes with a model of type nmos, want 4",
	} {
		if _, err := Parse("x.cir", strings.NewReader("t\n"+card+"\n")); (err == nil) != (want == "") || err != nil && err.Error() != want {
			t.Errorf("%s: got error %v, want %s", card, err, want)
		}
	}
}

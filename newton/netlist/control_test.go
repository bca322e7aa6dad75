package netlist

import (
	"strings"
	"testing"
)

// TestControl has the analyses that .control blocks ask for.
func TestControl(t *testing.T) {
	for _, c := range []struct {
		text string
		op   bool
		stop float64 // of the transient; 0 for none
		warn []string
	}{
		{".control\ntran 1n 10n\n.endc", false, 10e-9, nil},
		{".control\n.tran 1n 10n 0 1n uic\n.op\n.endc", true, 10e-9, nil},
		{".CONTROL\nTRAN 1n 10N\nOP\n.ENDC", true, 10e-9, nil},
		{".control\nop\n.endc", true, 0, nil},
		{".control\nrun\n.endc", false, 0, nil},
		{".control\nrun\n.endc\n.tran 1n 10n", false, 10e-9, nil},
		{".tran 1n 10n\n.control\nrun\n.endc\n.op", true, 10e-9, nil},
		{".control\n* tran 1n 9n\n# tran 1n 9n\n\n  tran 1n\n+ 10n $ 9n\n.endc $ end", false, 10e-9, nil},
		{".control\nop; tran 1n 10n // x\n.endc", true, 10e-9, nil},
		{".control\nset noaskquit ; op\ntran 1n 10n\nplot v(1)\nfoo\nprint v(2)\nplot v(2)\nbar\nfoo\nquit\n.endc", true, 10e-9,
			[]string{"x.cir:2: commands of .control that are not supported are ignored: foo, bar"}},
		{".control\ntran 1n 10n\ntran 1n 20n\n.endc", false, 10e-9, []string{"x.cir:4: tran is ignored: another transient comes first"}},
		{".tran 1n 5n\n.control\ntran 1n 10n\n.endc", false, 10e-9, []string{"x.cir:4: tran replaces .tran, because no run command comes before it"}},
		{".tran 1n 5n\n.control\nrun\ntran 1n 10n\n.endc", false, 5e-9, []string{"x.cir:5: tran is ignored: another transient comes first"}},
		{".control\nrun\ntran 1n 10n\n.endc", false, 10e-9, nil},
		{".control\na\nb\nc\nd\ne\nf\ng\nh\ni\nj\nk\nl\nm\nn\n.endc", false, 0,
			[]string{"x.cir:2: commands of .control that are not supported are ignored: a, b, c, d, e, f, g, h, i, j, k, l and others"}},
		{".control\n+ 10n\n.endc\n.control\nop\n.endc", true, 0, nil},
		{".param q=10n\n.control\ntran 1n {q}\n.endc", false, 10e-9, nil},
	} {
		n := parse(t, c.text)
		stop := 0.0
		if n.Tran != nil {
			stop = n.Tran.Stop
		}
		var warn []string
		for _, w := range n.Warnings {
			warn = append(warn, w.String())
		}
		if n.OP != c.op || stop != c.stop || strings.Join(warn, "\n") != strings.Join(c.warn, "\n") {
			t.Errorf("%s: got op %v, stop %g, warnings %q; want %v, %g, %q", c.text, n.OP, stop, warn, c.op, c.stop, c.warn)
		}
	}
	for text, want := range map[string]string{
		".control\nop\ntran 1n\n.endc":                                   "x.cir:4: got the end of the line, want the stop time",
		".control\ntran 1n foo\n.endc":                                   `x.cir:3: parameter "foo" is not defined`,
		".control\ntran 1n 10n (\n.endc":                                 "x.cir:3: ",
		".control\ntran 1n 10n {1n\n.endc":                               "x.cir:3: ",
		".control\ntran $&dt 10n\n.endc\n.tran 1n 5n":                    "x.cir:3: tran: variable $&dt has no constant value",
		".control\nforeach r 1 2\nalter r1 = $r\ntran 1n 5n\nend\n.endc": "x.cir:4: alter inside foreach is not supported",
		".control\nif 1\nset temp=50\nend\nop\n.endc":                    "x.cir:4: set temp inside if is not supported",
		".control\naltermod m vto=1\nop\n.endc":                          "x.cir:3: command altermod of .control is not supported",
		".control\nreset\nrun\n.endc\n.op":                               "x.cir:3: command reset of .control is not supported",
		".control\nalter r1 = v(1)\nop\n.endc":                           "x.cir:3: alter r1: ",
		".control\nalter r1\nop\n.endc":                                  `x.cir:3: got "alter r1", want alter element`,
		".control\nalter r1 = 3\nop\n.endc":                              `x.cir:3: alter: element "r1" is not defined`,
		"r1 1 0 1\n.control\nalter r1 tc1 = 3\nop\n.endc":                `x.cir:4: alter: parameter "tc1" of r1`,
		"v1 1 0 1\n.control\nalter @v1[sin] = [ 1 ]\nop\n.endc":          `x.cir:4: got 1 arguments for sin of v1`,
		".control\nop": "x.cir:2: got .control without .endc after it",
	} {
		if _, err := Parse("x.cir", strings.NewReader("t\n"+text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

// TestAlter has commands that change the circuit before the analysis, and commands
// behind the analysis, which change nothing.
func TestAlter(t *testing.T) {
	n := parse(t, `r1 1 0 1k
r2 1 0 1k m=2
r3 1 0 1k
c1 1 0 1u
v1 1 0 dc 1 sin(0 1 1k)
v2 2 0 1
d1 2 0 m
.model m d
x1 2 s
.subckt s a
r1 a 0 5
.ends
.control
let k = 1 + 2*3
let bad = log(2)
let u = k / 2
alter r1 = $&u
alter r1 resistance = 2*$&u ; alter @r2[resistance] = 3k $ comment
alter c1 = k
alter @v1[pulse] = [ 0 5 1n $&k ]
alter v2 dc = -3
alter d1 area = 2
alter r.x1.r1 = {k}
set temp = 50 ; option reltol=1e-4
set w = 10n
foreach q 1 2
  print v(1)
  let k = k + 1
end
tran 1n $w
alter r3 = 7
altermod m is=1
.endc`)
	got := map[string]float64{}
	for _, e := range n.Elements {
		got[e.Name] = e.Value
		switch e.Name {
		case "v1":
			if e.Source.Shape != Pulse || len(e.Source.Arg) != 4 || e.Source.Arg[3] != 7 || e.Source.DC != 1 {
				t.Errorf("got %+v of v1", *e.Source)
			}
		case "v2":
			got["v2"] = e.Source.DC
		case "d1":
			got["d1"] = e.Area
		}
	}
	for name, want := range map[string]float64{"r1": 7, "r2": 1500, "r3": 1000, "c1": 7, "v2": -3, "d1": 2, "r.x1.r1": 7} {
		if got[name] != want {
			t.Errorf("got %g of %s, want %g", got[name], name, want)
		}
	}
	if n.Options.Temp != 50 || n.Options.RelTol != 1e-4 || n.Tran.Stop != 10e-9 || len(n.Warnings) != 0 {
		t.Errorf("got %+v, %+v, %v", n.Options, *n.Tran, n.Warnings)
	}
}

// TestParameterCards has parameters of the main circuit in a subcircuit, and parameters of
// .control alone: ngspice 39 has 6 for q of .control and 4 for q of r2 here.
func TestParameterCards(t *testing.T) {
	n := parse(t, ".csparam q={3*2}\n.param q=4\nx1 1 s\n.subckt s a\n.global_param g=7\nr1 a 0 {g}\n.ends\nr2 1 0 {q}\nr3 1 0 {g}\nr4 1 0 1\n.control\nalter r4 = $&q\nop\n.endc")
	for k, want := range []float64{7, 4, 7, 6} {
		if got := n.Elements[k].Value; got != want {
			t.Errorf("%s: got %g, want %g", n.Elements[k].Name, got, want)
		}
	}
	for text, want := range map[string]string{
		".csparam q={z}":  `x.cir:2: parameter "z" is not defined`,
		".csparam":        "x.cir:2: got .csparam alone, want .csparam name=expression",
		".global_param a": "x.cir:2: got ",
	} {
		if _, err := Parse("x.cir", strings.NewReader("t\n"+text)); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

package netlist

import (
	"slices"
	"strings"
	"testing"
)

// TestStep wants the first values of what .step steps: elements, their parameters and
// waveforms, elements of subcircuits, models, parameters and the temperature.
func TestStep(t *testing.T) {
	const circuit = `.param k=7 twice={2*k}
r1 1 0 1
r2 1 0 {twice}
r3 1 0 rm l=10u
r4 1 0 1k tc1=1m
c1 1 0 1n
v1 1 0 sin(0 1 1k)
v2 2 0 5 pulse(0 1)
i1 1 0 2
d1 1 0 dm
x1 1 s
.subckt s a
r a 0 3
.ends
.model dm d(is=1f)
.model rm r(rsh=1 defw=1u)
.options tnom=27
.op
.data tab r1 c1:c
+ 11 12
+ 13 14
.enddata
`
	find := func(n *Netlist, name string) *Element {
		k := slices.IndexFunc(n.Elements, func(e Element) bool { return e.Name == name })
		return &n.Elements[k]
	}
	value := func(name string) func(*Netlist) float64 {
		return func(n *Netlist) float64 { return find(n, name).Value }
	}
	for _, c := range []struct {
		card, name string
		get        func(*Netlist) float64
		want       float64
	}{
		{".step r1 2 4 1", "r1", value("r1"), 2}, {".step lin R1:R 3 4 1", "r1:r", value("r1"), 3}, {".step dec r1 10 100 4", "r1", value("r1"), 10},
		{".step r1 list 8 9", "r1", value("r1"), 8}, {".step param k list 4 5", "k", value("r2"), 8}, {".step lin k 5 6 1", "k", value("r2"), 10},
		{".step r3:l 20u 30u 1u", "r3:l", value("r3"), 20}, {".step rm:rsh 6 8 1", "rm:rsh", value("r3"), 60}, {".step res rm(rsh) 5 6 1", "rm:rsh", value("r3"), 50},
		{".step temp 37 50 1", "temp", value("r4"), 1010}, {".step r4:dtemp list 20", "r4:dtemp", value("r4"), 1020}, {".temp 47 50", "", value("r4"), 1020},
		{".step x1:r 9 10 1", "x1:r", value("r.x1.r"), 9}, {".step data=tab", "c1:c", value("c1"), 12}, {".step data=tab", "r1", value("r1"), 11},
		{".step v1:v0 3 4 1", "v1:v0", func(n *Netlist) float64 { return find(n, "v1").Source.DC }, 3},
		{".step v1:theta 3 4 1", "v1:theta", func(n *Netlist) float64 { return find(n, "v1").Source.Arg[4] }, 3},
		{".step v2:v1 3 4 1", "v2:v1", func(n *Netlist) float64 { return find(n, "v2").Source.DC }, 5},
		{".step v2 3 4 1", "v2", func(n *Netlist) float64 { return find(n, "v2").Source.DC }, 3},
		{".step i1:m 2 3 1", "i1:m", func(n *Netlist) float64 { return find(n, "i1").Source.DC }, 4},
		{".step dm:is 2f 3f 1f", "dm:is", func(n *Netlist) float64 { return find(n, "d1").Model.Param["is"] }, 2e-15},
		{".step d1:temp 40 50 1", "d1:temp", func(n *Netlist) float64 { v, _ := find(n, "d1").Param("temp"); return v }, 40},
		{".sampling", "", value("r1"), 1},
	} {
		n := parse(t, circuit+c.card)
		if got := c.get(n); got < c.want*(1-1e-12) || got > c.want*(1+1e-12) {
			t.Errorf("%s: got %g, want %g", c.card, got, c.want)
		}
		if !slices.ContainsFunc(n.Warnings, func(w Warning) bool { return w.Line > 1 && strings.Contains(w.Msg, c.name) }) {
			t.Errorf("%s: got warnings %v, want one with a line and %q", c.card, n.Warnings, c.name)
		}
	}
	for card, want := range map[string]string{
		".step nothing 1 2 1": `x.cir:24: .step: "nothing" is no parameter, element or model`, ".step r1:b 1 2 1": `x.cir:24: .step: parameter "b" of r1 is not supported`,
		".step": `x.cir:24: got .step without a name, want .step NAME FIRST LAST STEP`, ".step data=none": `x.cir:24: table "none" of .data is not defined`,
		".step r1 1 2 -1": `x.cir:24: got a step of -1 from 1 to 2 in .step, want one that leads there`, ".data a b {temp*c}": `x.cir:24: parameter "c" is not defined`,
		".temp 1 x": `x.cir:24: got "x", want the end of the line behind temperatures`,
	} {
		if _, err := Parse("x.cir", strings.NewReader("title\n"+circuit+card)); err == nil || err.Error() != want {
			t.Errorf("%s: got error %v, want %s", card, err, want)
		}
	}
}

// TestNominal wants random functions to have their nominal values, with a warning.
func TestNominal(t *testing.T) {
	for _, c := range []string{"agauss(5,1,3)", "gauss(5,0.1,3)", "aunif(5,1)", "unif(5,0.1)", "limit(5,1)"} {
		n := parse(t, "r1 1 0 {"+c+"}\n.op")
		if n.Elements[0].Value != 5 || len(n.Warnings) != 1 || n.Warnings[0].Line != 2 {
			t.Errorf("%s: got %g and warnings %v", c, n.Elements[0].Value, n.Warnings)
		}
	}
}

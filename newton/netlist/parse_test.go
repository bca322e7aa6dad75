package netlist

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// parse returns the netlist of text behind a title line.
func parse(t *testing.T, text string) *Netlist {
	t.Helper()
	n, err := Parse("x.cir", strings.NewReader("title\n"+text+"\n"))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return n
}

// describe prints an element on one line, its nodes by name.
func describe(n *Netlist, e *Element) string {
	b := &strings.Builder{}
	k := 2
	if e.Kind == MOSFET {
		k = 4
	}
	b.WriteString(e.Name)
	for _, id := range e.Nodes[:k] {
		b.WriteString(" " + n.Nodes[id])
	}
	if e.Model != nil {
		b.WriteString(" " + e.Model.Name)
	}
	if e.Value != 0 {
		fmt.Fprintf(b, " %.6g", e.Value)
	}
	if e.Source != nil {
		fmt.Fprintf(b, " dc=%g", e.Source.DC)
		if e.Source.Shape != None {
			fmt.Fprintf(b, " %s%g", [...]string{Pulse: "pulse", Sin: "sin", PWL: "pwl"}[e.Source.Shape], e.Source.Arg)
		}
	}
	g := e.Geometry
	for _, q := range []struct {
		name       string
		v, implied float64
	}{{"w", g.W, 0}, {"l", g.L, 0}, {"ad", g.AD, 0}, {"as", g.AS, 0}, {"pd", g.PD, 0}, {"ps", g.PS, 0}, {"nrd", g.NRD, 1}, {"nrs", g.NRS, 1}, {"area", g.Area, 0}, {"m", g.M, 1}} {
		if q.v != q.implied {
			fmt.Fprintf(b, " %s=%.6g", q.name, q.v)
		}
	}
	if e.HasIC {
		fmt.Fprintf(b, " ic=%g", e.IC)
	}
	if e.Off {
		b.WriteString(" off")
	}
	return b.String()
}

// TestElements has one line of each form. DC values of sources without one are
// what ngspice 39 printed for the operating point.
func TestElements(t *testing.T) {
	const models = ".model dm d is=1e-14\n.model nm nmos\n.param p=3 wid=5u\n"
	for _, c := range []struct{ text, want string }{
		{"r1 1 0 1k", "r1 1 0 1000"},
		{"R1 A GND 1K", "r1 a 0 1000"},
		{"r1 (1,0) 5", "r1 1 0 5"},
		{"r1 1 0 r=5 m=2", "r1 1 0 2.5"},
		{"r1 1 0 -5 ac=3", "r1 1 0 -5"},
		{"r1 1 0 p", "r1 1 0 3"},
		{"r1 1 0 'p*2'", "r1 1 0 6"},
		{"r1 1 0 { p *\n+ (2 + 1)}", "r1 1 0 9"},
		{"r1 1\n* comment\n\n+ 0\n  +  1", "r1 1 0 1"},
		{"r1 1 0 7 $ comment", "r1 1 0 7"},
		{"r1 1 0 7,$ comment", "r1 1 0 7"},
		{"r1 1 0 7;comment", "r1 1 0 7"},
		{"r1 1 0 7 // comment", "r1 1 0 7"},
		{"r1 a$b 0 7", "r1 a$b 0 7"},
		{"r1 1 0 0", "r1 1 0 0.001"},
		{"c1 1 0 5nF ic=2", "c1 1 0 5e-09 ic=2"},
		{"c1 1 0 c=5n m=3", "c1 1 0 1.5e-08"},
		{"l1 1 0 1u ic = 1m m=2", "l1 1 0 5e-07 ic=0.001"},
		{"v1 1 0", "v1 1 0 dc=0"},
		{"v1 1 0 5", "v1 1 0 dc=5"},
		{"v1 1 0 {p}", "v1 1 0 dc=3"},
		{"v1 1 0 dc p", "v1 1 0 dc=3"},
		{"v1 1 0 dc=3 ac 1 0 sin 1, 2, 1k", "v1 1 0 dc=3 sin[1 2 1000]"},
		{"v1 1 0 ac 1 dc 4 pwl(0 2 1n 3)", "v1 1 0 dc=4 pwl[0 2 1e-09 3]"},
		{"v1 1 0 ac pulse 1 2 0 1n", "v1 1 0 dc=1 pulse[1 2 0 1e-09]"},
		{"v1 1 0 3 pulse(p {p+1})", "v1 1 0 dc=3 pulse[3 4]"},
		{"v1 1 0 dc pulse((0 5 10n .1n .1n 15n 30n))", "v1 1 0 dc=0 pulse[0 5 1e-08 1e-10 1e-10 1.5e-08 3e-08]"},
		{"v1 1 0 0.7v (pwl 0ns 3.0v 0.01ns -6.0v) (ac 1v)", "v1 1 0 dc=0.7 pwl[0 3 1e-11 -6]"},
		{"v1 1 0 pwl (0 5) (1n 0) (10n 2) ac 1", "v1 1 0 dc=5 pwl[0 5 1e-09 0 1e-08 2]"},
		{"v1 1 0 sine(0 1 {p*1k}) distof1 0 distof2", "v1 1 0 dc=0 sin[0 1 3000]"},
		{"v1 1 0 pwl(0 1 1 2 td=-0.5 r=0)", "v1 1 0 dc=1.5 pwl[0 1 1 2]"},
		{"v1 1 0 pwl(1n 2 2n 3)", "v1 1 0 dc=2 pwl[1e-09 2 2e-09 3]"},
		{"v1 1 0 pwl(-1n 2 1n 4)", "v1 1 0 dc=3 pwl[-1e-09 2 1e-09 4]"},
		{"v1 1 0 sin(1 2 1k 0 0 90)", "v1 1 0 dc=3 sin[1 2 1000 0 0 90]"},
		{"i1 1 0 5 m=2", "i1 1 0 dc=10"},
		{"i1 1 0 pulse(0 1 2) m=2", "i1 1 0 dc=0 pulse[0 2 2]"},
		{"i1 1 0 pwl(0 1 2 3) m=2", "i1 1 0 dc=2 pwl[0 2 2 6]"},
		{"d1 1 0 dm", "d1 1 0 dm area=1"},
		{"d1 1 0 dm 2 off ic=.5", "d1 1 0 dm area=2 ic=0.5 off"},
		{"d1 1 0 dm area={p} m=2", "d1 1 0 dm area=3 m=2"},
		{"m1 1 2 3 4 nm", "m1 1 2 3 4 nm w=0.0001 l=0.0001"},
		{"m1 1 2 3 4 nm w=wid l = 2u ad=1p as=2p pd=3u ps=4u m=2 off", "m1 1 2 3 4 nm w=5e-06 l=2e-06 ad=1e-12 as=2e-12 pd=3e-06 ps=4e-06 m=2 off"},
		{"m1 1 2 3 4 nm w=1u\n.options defl=3u defw=4u defad=1p defas=2p", "m1 1 2 3 4 nm w=1e-06 l=3e-06 ad=1e-12 as=2e-12"},
	} {
		n := parse(t, models+c.text)
		if got := describe(n, &n.Elements[0]); len(n.Elements) != 1 || got != c.want {
			t.Errorf("%s: got %s, want %s", c.text, got, c.want)
		}
	}
}

// hierarchy has what the scopes of ngspice 39 do with names and parameters.
const hierarchy = `.global vdd
.subckt s2 (a, b)
r1 a mid {p}
r2 mid b 1k
d1 mid 0 dm
.model dm d(is={p*1e-15})
.ic v(mid)=0.3
.ends
.subckt s1 (a vdd) params: p=7 w = 2
x2 a int s2
c1 int gnd {w*1n} ic=.5
x4 int vdd s3
.ends
.subckt s3 z y
.subckt loc a b
rr a b {p+1}
.ends
x9 z y loc
.ends s3
.param p=99
xtop 1 nn s1 p={p+1} w=3
xb 1 nn2 s1
v1 1 0 1
rv vdd 0 1
m1 1 2 3 0 nm w=wid l = 2u
.param wid=5u
.model nm nmos level=1 vto=.5
rxx xtop.x2.mid 0 5k
.nodeset v(vdd)=1 v(xb.int)=2 v(0)=0`

// TestHierarchy expects what ngspice 39 prints for "listing expand".
func TestHierarchy(t *testing.T) {
	n := parse(t, hierarchy)
	want := []string{
		"r.xtop.x2.r1 1 xtop.x2.mid 100",
		"r.xtop.x2.r2 xtop.x2.mid xtop.int 1000",
		"d.xtop.x2.d1 xtop.x2.mid 0 xtop.x2:dm area=1",
		"c.xtop.c1 xtop.int 0 3e-09 ic=0.5",
		"r.xtop.x4.r.x9.rr xtop.int vdd 101",
		"r.xb.x2.r1 1 xb.x2.mid 7",
		"r.xb.x2.r2 xb.x2.mid xb.int 1000",
		"d.xb.x2.d1 xb.x2.mid 0 xb.x2:dm area=1",
		"c.xb.c1 xb.int 0 2e-09 ic=0.5",
		"r.xb.x4.r.x9.rr xb.int vdd 8",
		"v1 1 0 dc=1",
		"rv vdd 0 1",
		"m1 1 2 3 0 nm w=5e-06 l=2e-06",
		"rxx xtop.x2.mid 0 5000",
	}
	var got []string
	for i := range n.Elements {
		got = append(got, describe(n, &n.Elements[i]))
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	nodes := []string{"0", "1", "xtop.x2.mid", "xtop.int", "vdd", "xb.x2.mid", "xb.int", "2", "3"}
	if !slices.Equal(n.Nodes, nodes) {
		t.Errorf("got nodes %v, want %v", n.Nodes, nodes)
	}
	if want := map[int32]float64{2: .3, 5: .3}; !reflect.DeepEqual(n.IC, want) {
		t.Errorf("got ic %v, want %v", n.IC, want)
	}
	if want := map[int32]float64{4: 1, 6: 2, 0: 0}; !reflect.DeepEqual(n.NodeSet, want) {
		t.Errorf("got nodeset %v, want %v", n.NodeSet, want)
	}
	models := map[string]float64{}
	for _, m := range n.Models {
		models[m.Name] = m.Param["is"]
	}
	if a, b := models["xtop.x2:dm"], models["xb.x2:dm"]; len(models) != 3 || fmt.Sprintf("%.6g %.6g", a, b) != "1e-13 7e-15" {
		t.Errorf("got models %v", models)
	}
}

// TestScopes has the rules for parameters: those of the callers are visible,
// what an instance sets is evaluated outside of it, .param inside goes before
// the header.
func TestScopes(t *testing.T) {
	for _, c := range []struct {
		text string
		want float64 // of the last element, as ngspice 39 has it but for products of two m
	}{
		{".param p=3\nx1 1 s p=4\n.subckt s a p=1\nx2 a q\n.ends\n.subckt q a\nr5 a 0 {p}\n.ends", 4},
		{".param p=3\nx1 1 s\n.subckt s a\n.param p=9 k={p+1}\nx2 a q p=p+1\n.ends\n.subckt q a p=2 w={p*2}\nr5 a 0 {p*10+w}\n.ends", 120},
		{"x1 1 s m=2\n.subckt s a\nx2 a q m=3\n.ends\n.subckt q a\nc5 a 0 10\n.ends", 60},
		{"x1 1 s m=2\n.subckt s a\nr5 a 0 10 m=2\n.ends", 2.5},
		{"x1 0 s\n.subckt s a\nr1 a b 1\nr2 b a 2\n.ends", 2},
	} {
		n := parse(t, c.text)
		if got := n.Elements[len(n.Elements)-1].Value; got != c.want {
			t.Errorf("%s: got %g, want %g", c.text, got, c.want)
		}
	}
}

// TestSharedModels checks that a model without parameters of its scope is one
// model for all instances.
func TestSharedModels(t *testing.T) {
	n := parse(t, "x1 1 s\nx2 2 s\n.subckt s a\nd1 a 0 dm\n.model dm d is=2\n.ends")
	if len(n.Models) != 1 || n.Elements[0].Model != n.Elements[1].Model || n.Models[0].Name != "s:dm" {
		t.Errorf("got models %v, want one called s:dm", n.Models)
	}
}

// TestUnheeded wants a warning with its line for each option that is read and not obeyed.
func TestUnheeded(t *testing.T) {
	for _, c := range []struct{ card, want string }{
		{".options reltol=1e-4\n+ pivtol=1e-12", "x.cir:3: option pivtol is ignored: a pivot is compared with its column alone (pivrel)"},
		{".options gminsteps=10", "x.cir:2: option gminsteps=10 is ignored: the number of steps follows the convergence; 0 leaves the steps out"},
		{".options srcsteps=5", "x.cir:2: option srcsteps=5 is ignored: the number of steps follows the convergence; 0 leaves the steps out"},
		{".options itl6=5", "x.cir:2: option itl6=5 is ignored: the number of steps follows the convergence; 0 leaves the steps out"},
		{".options reltol=1e-4\n+ gmin=0", "x.cir:3: gmin=0 stands for 1e-30 S, so that no matrix is singular because all junctions are off"},
		{".options noopiter", "x.cir:2: option noopiter is ignored"}, {".options ngbehavior=ps", "x.cir:2: option ngbehavior is ignored"},
		{".options timeint method=bdf", "x.cir:2: method bdf of timeint is ignored: the trapezoidal rule is used"},
		{".options gminsteps=1 srcsteps=0 itl6=1 acct klu", ""}, {".options timeint method=trap", ""}, {".options timeint method=8", ""},
	} {
		n := parse(t, c.card)
		got := ""
		for _, w := range n.Warnings {
			got += w.String()
		}
		if got != c.want {
			t.Errorf("%s: got warnings %q, want %q", c.card, got, c.want)
		}
	}
}

func TestOptions(t *testing.T) {
	n := parse(t, `.options reltol=1e-4 abstol=1e-13 vntol=1u chgtol=1f trtol=1 gmin={g} pivtol=1e-14
+ pivrel=1e-2 itl1=50 itl4=20 method=gear maxord=2 tnom=25 gminsteps=0 srcsteps=5 klu acct
.temp 50
.param g=1e-11
.tran 1n {2*5u} 0 2n uic
.op
.save v(1) i(V1) 2 v1#branch all
.print tran format=csv v(1,2) @m1[id] v(2)-v(1) file=a.csv {v(1)} i(v1)`)
	want := Options{RelTol: 1e-4, AbsTol: 1e-13, VNTol: 1e-6, ChgTol: 1e-15, TrTol: 1, Gmin: 1e-11, PivTol: 1e-14,
		PivRel: 1e-2, ITL1: 50, ITL4: 20, Method: "gear", MaxOrd: 2, Temp: 50, HasTemp: true, TNom: 25, HasTNom: true,
		GminSteps: -1, SourceSteps: 5}
	if n.Options != want {
		t.Errorf("got %+v\nwant %+v", n.Options, want)
	}
	if o := parse(t, ".options timeint reltol=1e-5 abstol=1e-6 maxord=1").Options; o.RelTol != 1e-5 || o.MaxOrd != 1 || o.AbsTol != 0 {
		t.Errorf("of Xyce: got %+v, want reltol=1e-5 and maxord=1", o)
	}
	if n.Tran == nil || *n.Tran != (Tran{Step: 1e-9, Stop: 1e-5, Max: 2e-9, UIC: true}) || !n.OP {
		t.Errorf("got tran %+v, op %v", n.Tran, n.OP)
	}
	if want := []string{"v(1)", "i(v1)", "v(2)", "i(v1)", "v(1,2)", "v(2)", "i(v1)"}; !slices.Equal(n.Save, want) {
		t.Errorf("got save %v, want %v", n.Save, want)
	}
	for method, want := range map[string]string{"trap": "trap", "trapezoidal": "trap", "euler": "be", "Gear": "gear"} {
		if n := parse(t, ".option method="+method); n.Options.Method != want {
			t.Errorf("method=%s: got %q, want %q", method, n.Options.Method, want)
		}
	}
}

func TestWarnings(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"\n.options foo=1", "x.cir:3: option foo is ignored"},
		{".control\nrun\nfoo v(1)\nsave all; bar v(2)\n.endc", "x.cir:2: commands of .control that are not supported are ignored: foo, bar"},
		{".ac dec 10 1 1k", "x.cir:2: ac is not run: the analysis is the operating point at which it linearises the circuit"},
		{".op\n.ac dec 10 1 1k", "x.cir:3: ac is ignored: small-signal analyses are not run"},
		{".op\n.hb 1k", "x.cir:3: hb is ignored: another analysis runs"},
		{".tran 1n 1u\n.dc v1 0 1", "x.cir:3: .dc is ignored: the transient runs"},
		{".tran 0 1u", "x.cir:2: step 0 of .tran, with which Xyce chooses the step, stands for 1e-09 s"},
		{".options timeint reltol=1e-5 abstol=1e-6 method=gear", "x.cir:2: options of timeint are ignored: abstol"},
		{".model mn nmos(l=2u)", "x.cir:2: l of model mn is ignored, as in ngspice: transistors have their own"},
		{"x1 1 s\n.subckt s 0\nr1 0 a 1\n.ends", "x.cir:2: x1 connects node 1 to a port named ground, which is ground inside: node and port are not connected"},
		{".meas tran a max v(1)", "x.cir:2: .meas is ignored"},
		{".ic v(nowhere)=1", "x.cir:2: node nowhere is not connected to anything: its initial voltage is ignored"},
		{"r1 1 0 0", "x.cir:2: r1 has 0 ohm; 0.001 ohm is used, as in ngspice"},
		{".save v(1)\n+ @m1[id]", `x.cir:3: .save: "@m1[id]" is ignored: only v(node), v(node,node) and i(source) can be saved`},
		{".print tran v(1)\n+ {v(1)*2} vdb(2, 3) v(2)-v(1) v(3)", `x.cir:3: .print: "{v(1)*2}" and 2 more are ignored: only v(node), v(node,node) and i(source) can be saved`},
		{".probe max((1)(2)) v(1)", `x.cir:2: .probe: "max((1)(2))" is ignored: only v(node), v(node,node) and i(source) can be saved`},
		{".meas tran a max v(1)\n.meas tran b max v(1)", "x.cir:2: .meas is ignored, here and on 1 more line"},
		{".meas tran a max v(1)\n.op\n.meas tran b max v(1)\n.meas tran c max v(1)", "x.cir:2: .meas is ignored, here and on 2 more lines"},
		{"r1 1 0 1\n.end\n* comment\n\n.end\nr2 1 0 1\nr3 1 0 1", "x.cir:7: this line and those behind it are not read, because .end comes first; ngspice reads them"},
	} {
		if n := parse(t, c.text); len(n.Warnings) != 1 || n.Warnings[0].String() != c.want {
			t.Errorf("%s: got warnings %v, want %s", c.text, n.Warnings, c.want)
		}
	}
}

// TestTemperatures checks that .temp overrides .options temp, as in ngspice 39.
func TestTemperatures(t *testing.T) {
	for text, want := range map[string]float64{
		".temp 50\n.options temp=60": 50, ".options temp=60\n.temp 50": 50, ".temp 50\n.temp 70": 70, ".options temp=60\n.options temp=80": 80,
	} {
		if o := parse(t, text).Options; !o.HasTemp || o.Temp != want {
			t.Errorf("%q: got %g, want %g", text, o.Temp, want)
		}
	}
}

// TestTitle checks that the first line is the title even if it looks like
// something else, and that nothing behind .end is read.
func TestTitle(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"r1 1 0 1\n", "r1 1 0 1"}, {"* Comment\n", "* Comment"}, {"\nr1 1 0 1", ""},
		{"a\r\nr1 1 0 1\r\n.end\r\nbroken", "a"}, {"a\n.title Other One\n", "Other One"},
	} {
		n, err := Parse("x", strings.NewReader(c.text))
		if err != nil || n.Title != c.want {
			t.Errorf("%q: got title %q, %v, want %q", c.text, n.Title, err, c.want)
		}
	}
}

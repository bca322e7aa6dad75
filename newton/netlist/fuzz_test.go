package netlist

import (
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
)

// FuzzParse checks that no input makes the reader panic, that every error is
// positioned, and that what is accepted is well formed. It does not check
// that the result means what ngspice takes the text to mean.
func FuzzParse(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		files := func(path string) (io.ReadCloser, error) {
			if path == "self" {
				return io.NopCloser(strings.NewReader(text)), nil
			}
			return nil, errors.New("no such file")
		}
		n, err := (&Reader{Open: files, MaxElements: 2000}).Parse("fuzz", strings.NewReader(text))
		if err != nil {
			var e *SyntaxError
			if !errors.As(err, &e) || e.File == "" || e.Msg == "" {
				t.Fatalf("got error %#v, want a SyntaxError", err)
			}
			return
		}
		wellFormed(t, n)
		if n.DC == nil {
			return
		}
		p, err := n.At(n.DC.Points() - 1)
		var e *SyntaxError
		switch {
		case err != nil && !errors.As(err, &e):
			t.Fatalf("got error %#v of the last point of .dc, want a SyntaxError", err)
		case err == nil && (len(p.Elements) != len(n.Elements) || !slices.Equal(p.Nodes, n.Nodes)):
			t.Fatal("the last point of .dc has other elements or nodes")
		}
	})
}

var fuzzSeeds = []string{
	"t\nv1 1 0 dc 1 ac 1 0 pulse(0 1 1n 1n 1n 1u 2u)\nr1 1 2 1k\nc1 2 0 1u ic=1\nl1 2 0 1n\n.tran 1n 1u 0 1n uic\n.op\n",
	"t\n.control\nop; tran 1n {p} $ x\n+ 1n uic\nrun\ntran $&d 1n\nplot v(1)\n.endc\n.param p=10n\n.tran 1n 5n\n.end\n",
	"t\nr1 1 0 1\nv1 1 0 exp(0 1 1n 2n)\n.control\nlet k=2*3\nset w=5n\nalter r1 = $&k; alter @v1[sffm] = [ 0 1 1k ]\nforeach q 1 2\nplot $q\nend\nset temp=50\ntran 1n $w\n.endc\n.end\n",
	"t\nx1 1 0 s m={k}\nx2 1 0 s\n.param k=3\n.subckt s a b\nx3 a b u m={m} w=2\nr1 a b {m} m=2\n.ends\n.subckt u a b params: M=2\n.param w=m\nr1 a b {w}\n.ends\n",
	"t\n.subckt s a b params: p=1\n.model m d(is={p*1e-15})\nd1 a x m 2 off\nr1 x b {p}\n.ic v(x)=1\n.ends\nx1 1 0 s p={2^2} m=2\nr0 1 0 1\n",
	"t\n.model n nmos(level=1 vto=.4\n+ kp=1u)\nm1 1 2 0 0 n w=1u l=2u ad=1p\ni1 0 1 sin(0 1 1k)\nv2 2 0 pwl 0 0 1n 1\n",
	"t\n.include self\n",
	"t\n.param k=2\n.if (k==2)\nr1 1 0 k\n.elseif k=3\nr1 1 0 3\n.else\n.endif\nd1 1 0 dm\nx1 1 s\n.subckt s a\nr2 a 0 {k}\n.ends\n.model dm d(is={k*1f})\n.dc k 1 2 1 temp 20 30 10 dm:is list 1f 2f\n",
	"t\nv1 1 0 pat (5 1 -1n 1n 2n 5n b0110 r=-1)\ns1 1 0 m on control={v(1)*time}\n.model m switch(on=2)\nz1 1 2 0 z area=2 off\n.model z nmf(vto=-1)\nr1 1 2 1\n.data t r1 v1\n+ 1 2\n+ 3 4\n.enddata\n.dc data=t x1:r1 1 2 1\n",
	"t\n.subckt a 1\nx1 1 b\n.ends\n.subckt b 1\nx1 1 a\n.ends\nx1 1 a\n",
	"t\n.subckt a 1\n.subckt b 2\nr1 2 q {k}\n.ends\nx1 1 b\nx2 1 b\n.ends\n.param k=j j={max(1,2)+sqrt(4)}\nx1 1 a\nr2 x1.x2.q 0 1\n.nodeset v(x1.x1.q)=1\n",
	"t\n.func f(x,y) {x*y+k}\n.param k=2\nb1 1 0 v={f(v(1),i(v1))*time} tc1=k m=2\ne1 2 0 table {v(1,2)} = (0,0) (k,3)\ng1 1 0 value={v(1)>0 ? 1 : ddt(v(2))} m=2\n.subckt s a b k=3\nr1 a b 'k*v(a)'\nc1 a b q={v(b)}\nl1 a b l={1+i(l1)}\n.ends\nx1 1 2 s\nv1 1 2 0\n",
	"t\n.options reltol=1e-4 method=gear maxord=2 temp=50 klu\n.global vdd\n.save v(1) i(v1) 2 v1#branch\n.print tran v(1,2)\n.control\nrun\n.endc\n.end\n",
}

// wellFormed checks the promises of the documentation of Netlist.
func wellFormed(t *testing.T, n *Netlist) {
	t.Helper()
	if n.Nodes[0] != "0" {
		t.Fatalf("got node 0 %q, want 0", n.Nodes[0])
	}
	seen := map[string]bool{}
	for _, name := range n.Nodes {
		if seen[name] || name == "" || name == "gnd" {
			t.Fatalf("node %q is twice in the list or has no name", name)
		}
		seen[name] = true
	}
	next := int32(1)
	for i := range n.Elements {
		e := &n.Elements[i]
		k := letterOf(e.Kind).nodes
		ids := slices.Clone(e.Nodes[:k])
		if e.Extra != nil {
			ids = append(ids, e.Extra.Nodes...)
		}
		for _, id := range ids {
			if int(id) >= len(n.Nodes) || id < 0 || id > next {
				t.Fatalf("%s: node %d is out of order, want at most %d", e.Name, id, next)
			}
			if id == next {
				next++
			}
		}
		checkElement(t, e)
	}
	if int(next) != len(n.Nodes) {
		t.Fatalf("got %d nodes, elements name %d", len(n.Nodes), next)
	}
}

func checkElement(t *testing.T, e *Element) {
	t.Helper()
	ok := !math.IsNaN(e.Value) && !math.IsInf(e.Value, 0) && e.M > 0 && e.Line > 0
	switch e.Kind {
	case Resistor:
		ok = ok && e.Value != 0
	case Capacitor, Inductor:
	case Behavioural:
		ok = ok && e.Extra.Behaviour.Program.Variables() == len(e.Extra.Names)+len(e.Extra.Nodes)/2
	case Voltage, Current:
		ok = ok && e.Source != nil
	case Diode:
		ok = ok && e.Model != nil && e.Model.Type == D && e.Area > 0
	case MOSFET:
		ok = ok && e.Model != nil && e.Model.Type != D && e.W > 0 && e.L > 0
	case VCVS, CCCS, VCCS, CCVS:
		ok = ok && e.Extra != nil && len(e.Extra.Coef) > 0
	case Coupling:
		ok = ok && e.Extra != nil && len(e.Extra.Names) >= 2
	case Line:
	case Bipolar, JFET, MESFET, Switch, CurrentSwitch:
		ok = ok && e.Model != nil
	default:
		ok = false
	}
	if !ok {
		t.Fatalf("element %+v is not well formed", *e)
	}
}

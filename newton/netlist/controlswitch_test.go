package netlist

import (
	"strings"
	"testing"
)

// TestExpressionSwitch wants a switch with an expression to be one that the voltage of a
// source with this expression controls.
func TestExpressionSwitch(t *testing.T) {
	n := parse(t, ".param k=3\nx1 1 2 s\n.subckt s a b\nS1 a b sw ON control={k*v(a)+i(v1)}\nv1 a 0 1\n.model sw switch(on=2 off=1)\n.ends\ns2 1 2 isw control={v(1)}\n.model isw iswitch")
	if len(n.Elements) != 5 {
		t.Fatalf("got %d elements, want 5", len(n.Elements))
	}
	b, s := n.Elements[0], n.Elements[1]
	if b.Name != "b.x1.bs1#control" || !b.Extra.Behaviour.Voltage || n.Nodes[b.Nodes[0]] != "x1.s1#control" || b.Nodes[1] != 0 || len(b.Extra.Names) != 1 || b.Extra.Names[0] != "v.x1.v1" {
		t.Errorf("got source %+v %+v", b, b.Extra)
	}
	if on, _ := s.Param("on"); s.Kind != Switch || s.Nodes[2] != b.Nodes[0] || s.Nodes[3] != 0 || s.Model.Type != VSW || on != 1 {
		t.Errorf("got switch %+v", s)
	}
	if last := n.Elements[4]; last.Model.Type != ISW || last.Nodes[2] != n.Elements[3].Nodes[0] {
		t.Errorf("got switch %+v", last)
	}
	for text, want := range map[string]string{
		"s1 1 2 sw off=3 control={1}\n.model sw switch": `2: got "off", want control={expression}`,
		"s1 1 2 sw control=\n.model sw switch":          `2: got the end of the line, want the expression of s1`,
		"s1 1 2 3 4 isw\n.model isw iswitch":            `2: s1: got model "isw" of type iswitch, want sw or vswitch`,
	} {
		if _, err := Parse("x.cir", strings.NewReader("title\n"+text+"\n")); err == nil || err.Error() != "x.cir:"+want {
			t.Errorf("%q: got error %v, want %s", text, err, want)
		}
	}
}

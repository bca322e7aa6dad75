package netlist

import (
	"slices"
	"strings"
	"testing"
)

// TestAt wants the netlist at each point of a sweep of parameters, elements, models
// and the temperature, and the netlist itself unchanged.
func TestAt(t *testing.T) {
	const circuit = `.param k=7 twice={2*k}
r1 1 0 1
r2 1 0 {twice}
r3 1 0 rm l=10u
r4 1 0 1k tc1=1m
c1 1 0 1n
v1 1 0 5
d1 1 0 dm
d2 1 0 dm
x1 1 s
.subckt s a w=2
r a 0 {k*w}
d a 0 local
.model local d(is={k*1f})
.ends
.model dm d(is=1f n=1)
.model rm r(rsh=1 defw=1u)
.options tnom=27
.data tab
+ r1 c1:c
+ 11 12
+ 13 14
+ 15 16
.enddata
`
	find := func(n *Netlist, name string) *Element {
		k := slices.IndexFunc(n.Elements, func(e Element) bool { return e.Name == name })
		return &n.Elements[k]
	}
	value := func(name string) func(*Netlist) float64 {
		return func(n *Netlist) float64 { return find(n, name).Value }
	}
	model := func(element, param string) func(*Netlist) float64 {
		return func(n *Netlist) float64 {
			m := find(n, element).Model
			if !slices.Contains(n.Models, m) {
				return -1
			}
			return m.Param[param]
		}
	}
	temp := func(n *Netlist) float64 { return n.Options.Temp }
	for _, c := range []struct {
		card string
		get  func(*Netlist) float64
		at   []float64 // the points
		own  float64   // the netlist itself
	}{
		{".dc r1 2 4 1", value("r1"), []float64{2, 3, 4}, 1},
		{".dc r1:r 2 4 1", value("r1"), []float64{2, 3, 4}, 1},
		{".dc k 5 6 1", value("r2"), []float64{10, 12}, 14},
		{".dc param k 5 6 1", value("r.x1.r"), []float64{10, 12}, 14},
		{".dc k 5 6 1", model("d.x1.d", "is"), []float64{5e-15, 6e-15}, 7e-15},
		{".dc x1:r 5 6 1", value("r.x1.r"), []float64{5, 6}, 14},
		{".dc r3:l 20u 30u 10u", value("r3"), []float64{20, 30}, 10},
		{".dc rm:rsh 5 6 1", value("r3"), []float64{50, 60}, 10},
		{".dc dm:is 2f 3f 1f", model("d1", "is"), []float64{2e-15, 3e-15}, 1e-15},
		{".dc dm:is 2f 3f 1f dm:n 1 2 1", model("d2", "n"), []float64{1, 1, 2, 2}, 1},
		{".dc dm:is 2f 3f 1f dm:n 1 2 1", model("d2", "is"), []float64{2e-15, 3e-15, 2e-15, 3e-15}, 1e-15},
		{".dc temp 37 47 10", value("r4"), []float64{1010, 1020}, 1000},
		{".dc temp 37 47 10", temp, []float64{37, 47}, 0},
		{".dc r1 2 3 1 temp 37 47 10", temp, []float64{37, 37, 47, 47}, 0},
		{".dc v1 2 3 1 r1 4 5 1", value("r1"), []float64{4, 4, 5, 5}, 1},
		{".dc v1 2 3 1 r1 4 5 1", func(n *Netlist) float64 { return find(n, "v1").Source.DC }, []float64{5, 5, 5, 5}, 5},
		{".dc data=tab", value("c1"), []float64{12, 14, 16}, 1e-9},
		{".dc data=tab k 1 2 1", value("r1"), []float64{11, 13, 15, 11, 13, 15}, 1},
		{".step r1 8 9 1\n.dc k 5 6 1", value("r1"), []float64{8, 8}, 8},
		{".step k 8 9 1\n.dc r1 5 6 1", value("r2"), []float64{16, 16}, 16},
		{".control\nalter r1=8\ndc k 5 6 1\n.endc", value("r1"), []float64{8, 8}, 8},
	} {
		n := parse(t, circuit+c.card)
		if n.DC.Points() != len(c.at) {
			t.Errorf("%s: got %d points, want %d", c.card, n.DC.Points(), len(c.at))
		}
		for k, want := range c.at {
			p, err := n.At(k)
			if err != nil {
				t.Fatalf("%s: %v", c.card, err)
			}
			if got := c.get(p); !near(got, want) {
				t.Errorf("%s, point %d: got %g, want %g", c.card, k, got, want)
			}
			if !slices.Equal(p.Nodes, n.Nodes) || len(p.Elements) != len(n.Elements) || len(p.Models) != len(n.Models) {
				t.Errorf("%s, point %d: got other nodes, elements or models", c.card, k)
			}
		}
		if got := c.get(n); !near(got, c.own) {
			t.Errorf("%s: the netlist itself has %g, want %g", c.card, got, c.own)
		}
	}
	n := parse(t, circuit+".dc v1 2 3 1")
	if p, err := n.At(1); p != n || err != nil {
		t.Errorf("a sweep of sources: got another netlist, error %v", err)
	}
	n = parse(t, circuit+".dc twice -1 1 1\nr9 1 0 {1/twice}")
	if _, err := n.At(1); err == nil || !strings.Contains(err.Error(), "r9: 1/0 gives +Inf") {
		t.Errorf("got error %v, want one about r9", err)
	}
}

func near(a, b float64) bool { return a >= b*(1-1e-12)-1e-30 && a <= b*(1+1e-12)+1e-30 }

package netlist

import (
	"fmt"
	"strings"
	"testing"
)

// TestDeviceCards reads elements with controlling nodes, controlling elements and
// parameters of their own, at the top and inside an instance.
func TestDeviceCards(t *testing.T) {
	n, err := Parse("t.cir", strings.NewReader(`title
.param k=3
.model qn npn(bf=100)
.model s1 sw(vt=1)
.model w1 csw(it=1m)
.model jn njf
v1 a 0 1
e1 b 0 (a, 0) {2*k}
g1 b 0 poly(2) a 0 (b,c) 0 1 {k} 2 m=2
f1 c 0 v1 k
h1 d 0 poly(1) v1 1 2
q1 c b e qn 2 temp=50 ic=0.6,5
q2 c b e 0 qn off
q3 c b e sub qn m=2
q4 c b e later area=3
.model later pnp
j1 d g s jn 2 dtemp=10
s1 a b c 0 s1 on
w1 a b v1 w1
t1 a 0 b 0 z0=50 td=1n ic=1,0,2,0
l1 a 0 1u
l2 b 0 1u
l3 c 0 1u
k1 l1 l2 l3 {k/10}
.subckt amp in out gain=2
vs in m 0
r1 m 0 1k
f1 out 0 vs {gain}
e1 out2 0 poly(1) (in,m) 0 {gain}
.ends
x1 a y amp gain=7
.end
`))
	if err != nil {
		t.Fatal(err)
	}
	got := &strings.Builder{}
	for k := range n.Elements {
		e := &n.Elements[k]
		if e.Extra == nil && e.Kind != Bipolar {
			continue
		}
		var nodes []string
		for _, node := range e.Nodes[:letterOf(e.Kind).nodes] {
			nodes = append(nodes, n.Nodes[node])
		}
		fmt.Fprintf(got, "%s (%s)", e.Name, strings.Join(nodes, " "))
		if x := e.Extra; x != nil {
			for _, node := range x.Nodes {
				fmt.Fprintf(got, " +%s", n.Nodes[node])
			}
			fmt.Fprintf(got, " %v %v %v", x.Names, x.Coef, x.Given)
		}
		if e.Model != nil {
			fmt.Fprintf(got, " %s area=%g m=%g off=%v", e.Model.Type, e.Area, e.M, e.Off)
		}
		fmt.Fprintln(got)
	}
	want := `e1 (b 0 a 0) [] [6] []
g1 (b 0 0 0) +a +0 +b +c [] [0 1 3 2] []
f1 (c 0) [v1] [3] []
h1 (d 0) [v1] [1 2] []
q1 (c b e 0) [] [] [{temp 50} {icvbe 0.6} {icvce 5}] npn area=2 m=1 off=false
q2 (c b e 0) npn area=1 m=1 off=true
q3 (c b e sub) npn area=1 m=2 off=false
q4 (c b e 0) pnp area=3 m=1 off=false
j1 (d g s) [] [] [{dtemp 10}] njf area=2 m=1 off=false
s1 (a b c 0) [] [] [{on 1}] sw area=0 m=1 off=false
w1 (a b) [v1] [] [] csw area=0 m=1 off=false
t1 (a 0 b 0) [] [] [{z0 50} {td 1e-09} {icv1 1} {ici1 0} {icv2 2} {ici2 0}]
k1 () [l1 l2 l3] [0.3] []
f.x1.f1 (y 0) [v.x1.vs] [7] []
e.x1.e1 (x1.out2 0 0 0) +a +x1.m [] [0 7] []
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestExtraCost wants elements with lists to count towards the limit of memory.
func TestExtraCost(t *testing.T) {
	text := nested(5, "e1 a 0 poly(1) a 0 "+strings.Repeat("1 ", 2000))
	if _, err := Parse("x.cir", strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), "expanded netlist takes more than 512 MiB") {
		t.Errorf("got %v, want a limit", err)
	}
}

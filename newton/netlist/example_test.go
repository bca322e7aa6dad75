package netlist_test

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/newton/netlist"
)

func ExampleParse() {
	n, err := netlist.Parse("divider.cir", strings.NewReader(`two RC sections
.subckt section in out r=1k
r1 in out {r}
c1 out 0 1n
.ends
vin in 0 pulse(0 1 1u)
x1 in mid section
x2 mid out section r={2*5k}
.tran 10n 20u
`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(n.Nodes)
	for _, e := range n.Elements {
		fmt.Println(e.Name, n.Nodes[e.Nodes[0]], n.Nodes[e.Nodes[1]], e.Value)
	}
	// Output:
	// [0 in mid out]
	// vin in 0 0
	// r.x1.r1 in mid 1000
	// c.x1.c1 mid 0 1e-09
	// r.x2.r1 mid out 10000
	// c.x2.c1 out 0 1e-09
}

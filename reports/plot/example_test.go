package plot_test

import (
	"log"
	"os"

	"github.com/nrkit/nrkit/reports/plot"
)

// A tree of three supernodes for Graphviz: two wait for nothing, the root for both.
func ExampleDot() {
	tree := &plot.Nodes{Parent: []int32{2, 2, -1}, Width: []int{4, 2, 8}, Work: []float64{100, 20, 900}}
	if err := plot.Dot(os.Stdout, tree, "three supernodes"); err != nil {
		log.Fatal(err)
	}
	// Output:
	// // three supernodes
	// digraph tree {
	// 	rankdir=BT;
	// 	node [shape=box, fontname="Helvetica", fontsize=10];
	// 	n0 [label="4 columns\n9.8 % of the work"];
	// 	n0 -> n2;
	// 	n1 [label="2 columns\n2.0 % of the work"];
	// 	n1 -> n2;
	// 	n2 [label="8 columns\n88.2 % of the work"];
	// }
}

package circuit_test

import (
	"context"
	"fmt"
	"log"
	"strings"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
)

// The operating point of a diode behind a resistor.
func ExampleNew() {
	n, err := netlist.Parse("diode.cir", strings.NewReader(`diode behind a resistor
v1 in 0 5
r1 in a 1k
d1 a 0 dm
.model dm d (is=1e-14)
`))
	if err != nil {
		log.Fatal(err)
	}
	c, err := circuit.New(n)
	if err != nil {
		log.Fatal(err)
	}
	e := newton.New(c, newton.Options{})
	if err := e.OperatingPoint(context.Background()); err != nil {
		log.Fatal(err)
	}
	for i := range c.Pattern().Cols {
		fmt.Printf("%s %.4g\n", c.Unknown(i).Name, e.X()[i])
	}
	fmt.Println(e.Stats.Iterations, "iterations")
	// Output:
	// in 5
	// a 0.6929
	// v1#branch -0.004307
	// 4 iterations
}

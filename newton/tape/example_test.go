package tape_test

import (
	"fmt"

	"github.com/nrkit/nrkit/newton/tape"
)

// The product of two variables, where the first is positive.
func Example() {
	b := &tape.Builder{Variables: 2}
	x, y := b.Var(0), b.Var(1)
	root := b.Op(tape.Mul, b.Op(tape.Ramp, x), y)
	m := tape.NewMachine(b.Program(root))
	m.X[0], m.X[1] = 3, 5
	fmt.Println(m.Run(0, tape.Motion{}), m.D)
	// Output: 15 [5 3]
}

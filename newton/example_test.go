package newton_test

import (
	"context"
	"fmt"
	"log"
	"math"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/sparsity"
)

// relaxation is the equation x - 1 + dx/dt = 0: x goes to 1.
type relaxation struct{}

func (relaxation) Pattern() *sparsity.Pattern {
	return &sparsity.Pattern{Rows: 1, Cols: 1, ColPtr: []int64{0, 1}, RowIdx: []int32{0}}
}
func (relaxation) Unknown(int) newton.Unknown {
	return newton.Unknown{Name: "x", Quantity: newton.Voltage}
}
func (relaxation) Charges() (all, checked int) { return 1, 1 }
func (relaxation) Accept()                     {}
func (relaxation) NextBreak(float64) float64   { return math.Inf(1) }

func (relaxation) Load(e *newton.Eval) {
	x := e.X[0]
	e.Q[0] = x                               // q(x)
	e.F[0] = x - 1 + e.A0*e.Q[0] + e.Hist[0] // f(x) + dq/dt
	e.J[0] = 1 + e.A0                        // df/dx + A0·dq/dx
	if e.Scale != nil {
		e.Scale[0] = max(math.Abs(x), 1)
	}
}

// An engine solves any System: here x' = 1 - x from 0, for two seconds.
func ExampleEngine() {
	e := newton.New(relaxation{}, newton.Options{})
	if err := e.Transient(context.Background(), newton.Span{Step: 0.01, Stop: 2, UIC: true}); err != nil {
		log.Fatal(err)
	}
	fmt.Printf("x = %.3f, 1 - exp(-2) = %.3f\n", e.X()[0], 1-math.Exp(-2))
	fmt.Println("one iteration a step, and one to confirm it:", e.Stats.Iterations <= 2*e.Stats.Accepted)
	// Output:
	// x = 0.865, 1 - exp(-2) = 0.865
	// one iteration a step, and one to confirm it: true
}

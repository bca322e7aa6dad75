package nvtx_test

import (
	"fmt"

	"github.com/nrkit/nrkit/trace/nvtx"
)

// A solver brackets its time steps. Run under nsys, or under nrprof record, they
// are seen there; on its own the program runs as it always did.
func Example() {
	c, _ := nvtx.Open()        // the error says why a tool cannot be used
	t := c.Domain("").Thread() // in the default domain timestep is a phase of nrprof phases
	step := t.Domain().Register("timestep")

	x := 1.0
	for k := range 5 {
		t.PushValue(step, nvtx.Int64(int64(k)))
		x -= (x*x - 2) / (2 * x)
		t.Pop()
	}
	fmt.Printf("%.6f\n", x)

	if err := t.Close(); err != nil {
		fmt.Println(err)
	}
	// In place of os.Exit(0), so that the tool misses nothing: nvtx.Exit(0)

	// Output: 1.414214
}

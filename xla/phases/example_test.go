package phases_test

import (
	"fmt"

	"github.com/nrkit/nrkit/xla/phases"
)

// The path that JAX gives an operation names its phase, by jax.named_scope.
func ExamplePhase() {
	for _, path := range []string{
		"jit(f)/jit(main)/while/body/nr_build_system/add",
		"jit(f)/transpose(jvp(linear_solve))/dot_general",
		"jit(f)/jit(main)/sin",
	} {
		phase, ok := phases.Phase(path)
		fmt.Println(phase, ok)
	}
	// Output:
	// build_system true
	// linear_solve true
	//  false
}

// A range of the NVTX domain TSL.
func ExampleParseTSL() {
	t, ok := phases.ParseTSL("TSL:Thunk:#name=jit(f)/nr_build_system/add,hlo_op=fusion.1#")
	fmt.Println(t.Kind, t.Arg("name"), t.Arg("hlo_op"), ok)
	// Output:
	// Thunk jit(f)/nr_build_system/add fusion.1 true
}

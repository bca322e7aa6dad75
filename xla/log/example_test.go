package log_test

import (
	"fmt"
	"os"

	"github.com/nrkit/nrkit/xla/log"
)

// A log in which JAX and XLA write: what was compiled, and which loops the host ran.
func ExampleRead() {
	f, err := os.Open("testdata/mixed.log")
	if err != nil {
		panic(err)
	}
	defer f.Close()
	l, err := log.Read(f, "mixed.log", log.Hooks{})
	if err != nil {
		panic(err)
	}
	for _, c := range l.JAX.Compilations {
		fmt.Println("line", c.EndLine, c.Function, c.Class, "in", c.CompileNS, "ns")
	}
	for _, m := range l.XLA.Modules {
		fmt.Println("line", m.Line, m.Name, "with", len(m.Blockers), "kinds of thunks outside of command buffers")
	}
	loops, iterations := l.XLA.HostLoops()
	fmt.Println(loops, "loop of the host with", iterations, "iteration")
	// Output:
	// line 9 newton cold in 2100000000 ns
	// line 13 newton recompilation in 2000000000 ns
	// line 4 jit_newton with 2 kinds of thunks outside of command buffers
	// line 11 jit_newton with 0 kinds of thunks outside of command buffers
	// 1 loop of the host with 1 iteration
}

package diagnose_test

import "github.com/nrkit/nrkit/diagnose"

func recompilationInputs() []planted {
	return []planted{
		{"a shape changes", finds, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, shape: 8}, jitted{name: "step", end: 0.9, took: 0.3, shape: 9})},
		{"a function is made again", finds, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, shape: 8}, jitted{name: "step", end: 0.9, took: 0.3, shape: 8})},
		{"a module is compiled three times", finds, compiling(0, 0.1e9, "step", "step", "step", "test")},
		{"loaded again from the cache", clears, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, shape: 8}, jitted{name: "step", end: 0.9, took: 0.3, shape: 9, cache: "hit"})},
		{"two functions", clears, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, shape: 8}, jitted{name: "test", end: 0.9, took: 0.3, shape: 9})},
		{"compiling again is short", clears, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, shape: 8}, jitted{name: "step", end: 0.9, took: 0.09, shape: 9})},
		{"two modules", clears, compiling(0, 0.1e9, "step", "test")},
		{"no log and no ranges of XLA", abstains, func() *diagnose.Input { return jaxRun().input() }},
		{"a log of others", abstains, func() *diagnose.Input { return withJAX(jaxRun().input(), "hello\n") }},
	}
}

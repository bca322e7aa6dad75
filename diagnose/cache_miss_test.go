package diagnose_test

import "github.com/nrkit/nrkit/diagnose"

func cacheMissInputs() []planted {
	return []planted{
		{"a miss that is written", finds, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, cache: "miss", kept: true})},
		{"a miss that is not written", finds, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, cache: "miss"})},
		{"a hit", clears, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, cache: "hit"})},
		{"a short miss among hits", clears, jaxInput(jitted{name: "step", end: 0.5, took: 0.3, cache: "hit"}, jitted{name: "add", end: 0.6, took: 0.01, cache: "miss"})},
		{"the log cannot show misses", abstains, jaxInput(jitted{name: "step", end: 0.5, took: 0.3})},
		{"the cache is off", abstains, func() *diagnose.Input {
			return withJAX(jaxRun().input(), "TRACING CACHE MISS at /home/u/newton.py:41:12 (solve) because:\n  never seen function:\n    step id=1 defined at /home/u/newton.py:12\n"+jaxLog(jitted{name: "step", end: 0.5, took: 0.3}))
		}},
		{"no log", abstains, func() *diagnose.Input { return jaxRun().input() }},
	}
}

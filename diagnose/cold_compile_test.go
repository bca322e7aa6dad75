package diagnose_test

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// compiling adds ranges of XLA that compile a module at a time of jaxRun, in the
// thread after that of the solver.
func compiling(at, ns int64, modules ...string) func() *diagnose.Input {
	return func() *diagnose.Input {
		b := jaxRun()
		th := b.thread(1, 99)
		for _, m := range modules {
			b.open(th, "TSL:XlaCompile:#module=jit_"+m+",program_id=3#", at)
			b.span(th, "TSL:XlaCompileBackend:#module=jit_"+m+"#", at+ns/4, ns/2)
			b.close(th, "TSL:XlaCompile:#module=jit_"+m+",program_id=3#", at+ns)
			at += ns
		}
		b.span(th, "TSL:XlaModule:#hlo_module=jit_step,program_id=3#", at, 10)
		return b.input()
	}
}

func coldCompileInputs() []planted {
	// The first step of jaxRun ends at 1.1 s, the last at 2 s.
	return []planted{
		{"a range of XLA within the steps", finds, compiling(1.5e9, 0.2e9, "step")},
		{"a log of JAX within the steps", finds, jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 1.9, took: 0.3})},
		{"compiled before the first step ends", clears, compiling(0.5e9, 0.6e9, "step")},
		{"compiled after the last step", clears, compiling(2e9, 0.6e9, "step")},
		{"compiled before the first step by the log", clears, jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 1.1, took: 0.3})},
		{"loaded from the cache within the steps", clears, jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 1.9, took: 0.3, cache: "hit"})},
		{"ranges of XLA without compilation", clears, compiling(1.5e9, 0)},
		{"no ranges of XLA and no log", abstains, func() *diagnose.Input { return jaxRun().input() }},
		{"one step", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, step{iterations: 1, build: 1000})
			b.span(b.thread(1, 9), "XlaCompile:#module=jit_f#", 0, 900)
			return b.input()
		}},
		{"a log without times", abstains, func() *diagnose.Input {
			return withJAX(jaxRun().input(), "Finished XLA compilation of jit(f) in 0.5 sec\n")
		}},
		{"a log of hours", abstains, jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 4000, took: 0.3})},
	}
}

// TestColdCompileCost: what lies outside of the steps costs nothing, and a range
// within another once.
func TestColdCompileCost(t *testing.T) {
	for _, c := range []struct {
		in   *diagnose.Input
		want int64
	}{
		{compiling(1.05e9, 0.25e9, "step")(), 0.2e9},
		{compiling(1.8e9, 0.25e9, "step")(), 0.2e9},
		{jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 1.3, took: 0.3})(), 0.2e9},
	} {
		o := ruleOf(t, "cold-compile-in-window").Check(c.in)
		if len(o.Findings) != 1 || *o.Findings[0].Cost != c.want {
			t.Errorf("got %+v, want a cost of %d", o, c.want)
		}
	}
}

// TestZoneIsTold: evidence from a log says which zone its times were taken to be
// of.
func TestZoneIsTold(t *testing.T) {
	in := jaxInput(jitted{name: "init", end: 0.8, took: 0.5}, jitted{name: "step", end: 1.9, took: 0.3})()
	o := ruleOf(t, "cold-compile-in-window").Check(in)
	if len(o.Findings) != 1 || !strings.Contains(o.Findings[0].Evidence[0].Source, "UTC+01:00") {
		t.Errorf("got %+v, want the zone UTC+01:00", o)
	}
	in.Trace.Header = trace.Header{} // its start is not known
	if o := ruleOf(t, "cold-compile-in-window").Check(in); o.Abstains == "" {
		t.Errorf("got %+v, want that it abstains", o)
	}
}

package diagnose_test

import (
	"fmt"
	"strings"
	"time"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/hlo"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// start is when the traces with a log of JAX begin.
var start = time.Date(2026, 3, 11, 1, 59, 50, 0, time.UTC)

// jaxRun is a solver on the host of ten steps of 0.1 s, from 1 s after the start
// of the trace on.
func jaxRun() *builder {
	b := &builder{header: trace.Header{Start: start}}
	b.span(b.thread(1, 1), "imports", 0, 1e9)
	b.solver(1e9, repeat(10, step{iterations: 1, build: 1e8})...)
	return b
}

// A jitted is a compilation in a log of JAX.
type jitted struct {
	name  string
	end   float64 // s after start
	took  float64 // s
	shape int     // of its argument; 0: not told
	cache string  // hit, miss, "" for nothing
	kept  bool    // a miss that is written
}

// jaxLog writes the log of JAX that has these, in a zone an hour east of UTC.
func jaxLog(list ...jitted) string {
	var b strings.Builder
	for _, c := range list {
		line := func(before float64, format string, args ...any) {
			at := start.Add(time.Hour + time.Duration((c.end-before)*1e9))
			fmt.Fprintf(&b, "WARNING:%s:jax._src.dispatch:198: %s\n", at.Format("2006-01-02 15:04:05,000"), fmt.Sprintf(format, args...))
		}
		if c.shape > 0 {
			line(c.took, "Compiling jit(%s) with global shapes and types [ShapedArray(float64[%d])]. Argument mapping: (UnspecifiedValue,).", c.name, c.shape)
		}
		switch c.cache {
		case "hit":
			line(0, "Persistent compilation cache hit for 'jit_%s' with key 'k%d'", c.name, c.shape)
		case "miss":
			line(c.took, "PERSISTENT COMPILATION CACHE MISS for 'jit_%s' with key 'k%d'", c.name, c.shape)
			if c.kept {
				line(0, "Writing jit_%s to persistent compilation cache with key 'k%d'", c.name, c.shape)
			} else {
				line(0, "Not writing persistent cache entry for 'jit_%s' because it took < 1.00 seconds to compile (0.60s)", c.name)
			}
		}
		line(0, "Finished XLA compilation of jit(%s) in %.6f sec", c.name, c.took)
	}
	return b.String()
}

// withJAX adds a log of JAX to an input.
func withJAX(in *diagnose.Input, text string) *diagnose.Input {
	l, err := jaxlog.Read(strings.NewReader(text))
	if err != nil {
		panic(err)
	}
	in.JAX, in.JAXSource = l, "jax.log"
	wrote(in, "jax_log", text)
	return in
}

// jaxInput is the run of jaxRun with a log.
func jaxInput(list ...jitted) func() *diagnose.Input {
	return func() *diagnose.Input { return withJAX(jaxRun().input(), jaxLog(list...)) }
}

// withHLO adds an optimised module with a loop to an input. Its condition is in
// config, which is what stands in the braces of backend_config.
func withHLO(in *diagnose.Input, config string) *diagnose.Input {
	text := `HloModule jit_newton, is_scheduled=true

%body (p: (s32[], f64[8])) -> (s32[], f64[8]) {
  %p = (s32[], f64[8]{0}) parameter(0)
  %i = s32[] get-tuple-element(%p), index=0
  %x = f64[8]{0} get-tuple-element(%p), index=1
  %y = f64[8]{0} custom-call(%x), custom_call_target="baspacho_solve"
  ROOT %t = (s32[], f64[8]{0}) tuple(%i, %y)
}

%cond (p.1: (s32[], f64[8])) -> pred[] {
  %p.1 = (s32[], f64[8]{0}) parameter(0)
  %i.1 = s32[] get-tuple-element(%p.1), index=0
  %c = s32[] constant(20)
  ROOT %lt = pred[] compare(%i.1, %c), direction=LT
}

ENTRY %main (a: (s32[], f64[8])) -> (s32[], f64[8]) {
  %a = (s32[], f64[8]{0}) parameter(0)
  ROOT %while.1 = (s32[], f64[8]{0}) while(%a), condition=%cond, body=%body` + config + `
}
`
	list, err := hlo.Read(strings.NewReader(text), hlo.Options{Name: "newton.hlo"})
	if err != nil {
		panic(err)
	}
	in.HLO = append(in.HLO, list...)
	wrote(in, "hlo", text)
	return in
}

package jaxlog

import (
	"fmt"
	"strings"
	"testing"
)

// text returns what an event says, without what it does not set.
func text(e *Event) string {
	parts := []string{string(e.Kind)}
	for _, s := range []string{e.Function, e.Module, e.Key, e.Site, e.Reason} {
		if s != "" {
			parts = append(parts, s)
		}
	}
	if e.HasShapes {
		parts = append(parts, fmt.Sprintf("%q", e.Shapes))
	}
	if e.NS != none {
		parts = append(parts, fmt.Sprint(e.NS))
	}
	return strings.Join(parts, " | ")
}

func TestMessages(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"Finished tracing + transforming f for pjit in 0.25 sec", "traced | f | 250000000"},
		{"Finished tracing + transforming f for pmap in 1e-05 sec", "traced | f | 10000"},
		{"Finished tracing + transforming <unnamed wrapped function> for jit in 0.25 sec", "traced | <unnamed wrapped function> | 250000000"},
		{"Finished tracing f for jit in 0.250000001 sec", "traced | f | 250000001"},
		{"Finished tracing + transforming f in 0.25 sec", "traced | f | 250000000"},
		{"Finished tracing rays in the scene", ""},
		{"Finished jaxpr to MLIR module conversion jit(f) in 0.5 sec", "lowered | jit(f) | 500000000"},
		{"Finished XLA compilation of jit(f) in 0.003643989562988281 sec", "compiled | jit(f) | 3643990"},
		{"Finished XLA compilation of jit(f) in NaN sec", ""},
		{"Finished XLA compilation of jit(f) in Inf sec", ""},
		{"Finished XLA compilation of jit(f) in -1 sec", ""},
		{"Finished XLA compilation of jit(f) in 1e300 sec", ""},
		{"Finished XLA compilation of jit(f) in 3 seconds", ""},
		{"Finished XLA compilation of in 3 sec", ""},
		{"Compiling jit(f) with global shapes and types [ShapedArray(float32[4,2]), ShapedArray(int32[], weak_type=True)]. Argument mapping: (UnspecifiedValue,).",
			`compiling | jit(f) | ["float32[4,2]" "int32[], weak_type=True"]`},
		{"Compiling f for with global shapes and types (). Argument mapping: ().", `compiling | f | []`},
		{"Compiling jit(f) with global shapes and types (ShapedArray(float32[4]),). Argument mapping: (GSPMDSharding({replicated}),).", `compiling | jit(f) | ["float32[4]"]`},
		{"Compiling jit(f) with global shapes and types ShapedArray", "compiling | jit(f)"},
		{"Compiling f (140211) for 8 devices with args [ShapedArray(float32[8])]. (num_replicas=8)", `compiling | f | ["float32[8]"]`},
		{"Compiling f for 8 devices with args [x]", ""},
		{"Compiling module jit_f with FDO profile of length 3", ""},
		{"Compiling  with global shapes and types", ""},
		{"Persistent compilation cache hit for 'jit_f' with key 'jit_f-1'", "cache_hit | jit_f | jit_f-1"},
		{"Persistent compilation cache hit for 'jit_f'", "cache_hit | jit_f"},
		{"Persistent compilation cache hit for '", ""},
		{"Persistent compilation cache hit for 'jit_f' later", ""},
		{"PERSISTENT COMPILATION CACHE MISS for 'jit_f' with key 'jit_f-1'", "cache_miss | jit_f | jit_f-1"},
		{"Writing jit_f to persistent compilation cache with key 'jit_f-1'", "cache_write | jit_f | jit_f-1"},
		{"Writing jit_f to persistent compilation cache with key jit_f-1.", "cache_write | jit_f | jit_f-1"},
		{"Writing results to out.csv", ""},
		{"Not writing persistent cache entry for 'jit_f' because it uses host callbacks (e.g. from jax.debug.print or breakpoint)",
			"not_written | jit_f | it uses host callbacks (e.g. from jax.debug.print or breakpoint)"},
		{"Not writing persistent cache entry with key 'jit_f-1' since its size (3 bytes) is less than threshold (9 bytes)",
			"not_written | jit_f-1 | its size (3 bytes) is less than threshold (9 bytes)"},
		{"Not writing cache entry with key jit_f-1 since its size (3 bytes) is less than threshold (9 bytes)", "not_written | jit_f-1 | its size (3 bytes) is less than threshold (9 bytes)"},
		{"Not writing persistent cache entry since process_id != 0", "not_written | process_id != 0"},
		{"Not writing persistent cache entry", ""},
		{"Not writing persistent cache entry for 'jit_f'", ""},
		{"Error writing persistent compilation cache entry for 'jit_f': OSError: full", "cache_error | jit_f | writing: OSError: full"},
		{"compile_or_get_cached: unable to generate cache key, skipping the cache: x", "cache_error | unable to generate cache key, skipping the cache: x"},
		{"TRACING CACHE MISS at a.py:1:2 (f) because:", "tracing_miss | a.py:1:2 (f)"},
		{"TRACING CACHE MISS at a.py:1:2 (f):", "tracing_miss | a.py:1:2 (f)"},
		{"TRACING CACHE MISS at a.py:1:2 (f) costing 1.250 ms because:", "tracing_miss | a.py:1:2 (f) | 1250000"},
		{"TRACING CACHE MISS at a.py:1:2 (f) costing much because:", ""},
		{"TRACING CACHE MISS at a.py", ""},
	} {
		var e Event
		got := ""
		if e.parse(c.in) {
			got = text(&e)
		}
		if got != c.want {
			t.Errorf("%s\ngot  %s\nwant %s", c.in, got, c.want)
		}
	}
}

func TestHeads(t *testing.T) {
	const m = "Finished XLA compilation of jit(f) in 2 sec"
	for _, c := range []struct {
		head string
		want string
	}{
		{"", "<nil> 0 true"},
		{"WARNING:2023-06-07 00:14:40,280:jax._src.xla_bridge:590: ", "2023-06-07T00:14:40.28 3 false"},
		{"DEBUG:2024-07-04 16:05:36,312:jax._src.compiler:143: ", "2024-07-04T16:05:36.312 1 false"},
		{"2024-07-22 11:56:03,008 - DEBUG - ", "2024-07-22T11:56:03.008 1 false"},
		{"2026-05-12 20:24:49,058 jax._src.compiler WARNING: ", "2026-05-12T20:24:49.058 3 false"},
		{"WARNING:jax._src.dispatch:", "<nil> 3 false"},
		{"WARNING  jax._src.dispatch:dispatch.py:184 ", "<nil> 3 false"},
		{"[2024-01-01 10:00:00,123][jax._src.dispatch][WARNING] - ", "2024-01-01T10:00:00.123 3 false"},
		{"tests/api_test.py::T::t WARNING:2025-04-13 17:56:45,045:jax._src.pjit:1365: ", "2025-04-13T17:56:45.045 3 false"},
		{"INFO:absl:", "<nil> 2 false"},
		{"W0610 23:50:26.240696 140175 pxla.py:703] ", "--06-10T23:50:26.240696 3 false"},
		{"I0610 23:50:26.240696 pxla.py:703] ", "--06-10T23:50:26.240696 2 false"},
		{"/x/jax/_src/compiler.py:500: UserWarning: ", "<nil> 3 false"},
		{"x/compiler.py:1: WARN|", "<nil> 3 false"},
		{"He said: ", ""},
		{"   ", ""},
		{`$ grep "WARNING: `, ""},
		{"`WARNING: ", ""},
		{"WARNINGS: ", ""},
		{"WARNING ", ""},
		{"I0610 23:50:26.240696 7 pxla.cc:703] ", ""},
		{"2026-03-11 02:59:55.123456: I a.cc:1] ", ""},
		{strings.Repeat("x", maxHead) + " WARNING: ", ""},
	} {
		h, message, ok := splitHead(c.head + m)
		got := ""
		if ok {
			got = fmt.Sprint(h.stamp, " ", h.level, " ", h.bare)
		}
		if got != c.want || (ok && message != m) {
			t.Errorf("%q: got %q, %q, want %q", c.head, got, message, c.want)
		}
	}
}

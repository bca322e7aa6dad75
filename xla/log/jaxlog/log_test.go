package jaxlog

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// read reads lines.
func read(t testing.TB, lines ...string) *Log {
	t.Helper()
	l, err := Read(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// readFile reads a file of testdata.
func readFile(t *testing.T, name string) *Log {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return read(t, string(text))
}

// say returns what a log says in lines.
func say(l *Log) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, strings.TrimSpace(fmt.Sprintf(format, args...))) }
	for _, c := range l.Compilations {
		text := fmt.Sprintf("%s %s #%d %s line %d-%d trace %d lower %d compile %d types %v", c.Function, c.Class, c.Nth, c.Basis, c.Line, c.EndLine, c.TraceNS, c.LowerNS, c.CompileNS, c.Shapes)
		for _, ch := range c.Changed {
			text += fmt.Sprintf(" %d: %s→%s", ch.Argument, ch.Before, ch.Now)
		}
		if c.SameShapes {
			text += " same"
		}
		if c.Written {
			text += " written"
		}
		if c.NotWritten != "" {
			text += " not written: " + string(c.NotWritten)
		}
		add("%s", text)
	}
	misses := func(n *int64) string {
		if n == nil {
			return "unknown"
		}
		return fmt.Sprint(*n)
	}
	c := l.Cache
	add("cache %s: %d hits, %s misses, %d written", c.State, c.Hits, misses(c.Misses), c.Writes)
	for _, n := range c.NotWritten {
		add("not written %s ×%d line %d: %s", n.Reason, n.Count, n.First, n.Text)
	}
	for _, e := range c.Errors {
		add("error ×%d line %d: %s", e.Count, e.First, e.Text)
	}
	add("tracing misses %s", misses(l.Tracing.Misses))
	for _, s := range l.Tracing.Sites {
		add("at %s %s ×%d %d ns line %d %v", s.Site, s.Function, s.Misses, s.CostNS, s.First, s.Causes)
	}
	for _, w := range l.Warnings {
		add("warning: %s", strings.SplitN(w, ";", 2)[0])
	}
	return out
}

func TestExplained(t *testing.T) {
	l := readFile(t, "explained.log")
	want := []string{
		"newton_step cold #1 miss line 6-11 trace 250000000 lower 50000000 compile 2100000000 types [float64[11] float64[11,11]] written",
		"newton_step recompilation #2 miss line 19-22 trace -1 lower -1 compile 600000000 types [float64[12] float64[11,11]] 0: float64[11]→float64[12] not written: fast_compile",
		"<lambda> cache_reload #1 hit line 23-25 trace -1 lower -1 compile 10000000 types [int32[], weak_type=True]",
		"cache on: 1 hits, 2 misses, 1 written",
		"not written fast_compile ×1 line 21: it took < 1.00 seconds to compile (0.60s)",
		"tracing misses 2",
		"at /home/u/sim/newton.py:41:12 (solve) newton_step ×2 12500000 ns line 2 [input_types new_function]",
	}
	if diff := cmp.Diff(want, say(l)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if want := (Totals{Cold: Sum{1, 2100000000}, CacheReload: Sum{1, 10000000}, Recompilation: Sum{1, 600000000}}); l.Totals != want {
		t.Errorf("got %+v", l.Totals)
	}
	if c := l.Compilations[0]; c.Key != "jit_newton_step-fa478e4e" || c.Time.String() != "2026-03-11T02:59:40.11" || c.EndTime.String() != "2026-03-11T02:59:42.3" {
		t.Errorf("got %+v, %v, %v", c, c.Time, c.EndTime)
	}
	if f := l.Functions[0]; f.Name != "newton_step" || f.Traces != 1 || f.Shapes != 2 || f.NS() != 2700000000 {
		t.Errorf("got %+v", f)
	}
	if !l.ExplainsMisses {
		t.Error("explanations are not seen")
	}
	if diff := cmp.Diff([]string{"never seen function:", "newton_step id=139717684748640 defined at /home/u/sim/newton.py:12"}, l.Tracing.Sites[0].Example); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// JAX_LOG_COMPILES alone: misses are unknown, and said to be.
func TestCompiles(t *testing.T) {
	l := readFile(t, "compiles.log")
	want := []string{
		"flax_forward cold #1 no_hit line 2-4 trace 57370424 lower 280440092 compile 10179150532 types [bfloat16[16,16,2048]]",
		"add cold #1 no_hit line 5-6 trace -1 lower -1 compile 10000000 types [float32[] float32[]]",
		"cache unknown: 0 hits, unknown misses, 0 written",
		"tracing misses unknown",
		"warning: the log cannot show misses of the persistent cache",
		"warning: the log cannot show misses of the tracing cache",
	}
	if diff := cmp.Diff(want, say(l)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

const (
	compiling = "Compiling jit(f) with global shapes and types [ShapedArray(float32[4])]. Argument mapping: (UnspecifiedValue,)."
	compiled  = "Finished XLA compilation of jit(f) in 2 sec"
	hit       = "Persistent compilation cache hit for 'jit_f' with key 'jit_f-1'"
	missed    = "PERSISTENT COMPILATION CACHE MISS for 'jit_f' with key 'jit_f-1'"
	retraced  = "TRACING CACHE MISS at a.py:1:2 (g) because:"
	debug     = "DEBUG:2024-07-22 11:56:03,008:jax._src.compiler:143: "
)

func TestClasses(t *testing.T) {
	const noTracing = "warning: the log cannot show misses of the tracing cache"
	const noMisses = "warning: the log cannot show misses of the persistent cache"
	cold := "f cold #1 no_hit line 1-2 trace -1 lower -1 compile 2000000000 types [float32[4]]"
	for _, c := range []struct {
		name string
		in   []string
		want []string
	}{
		{"nothing", nil, []string{"cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown"}},
		{"cold", []string{compiling, compiled}, []string{cold, "cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
		{"all hits: no misses", []string{compiling, hit, compiled}, []string{
			"f cache_reload #1 hit line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]", "cache on: 1 hits, 0 misses, 0 written", "tracing misses unknown", noTracing}},
		{"hits and others: unknown", []string{compiling, hit, compiled, compiling, compiled}, []string{
			"f cache_reload #1 hit line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]",
			"f recompilation #2 no_hit line 4-5 trace -1 lower -1 compile 2000000000 types [float32[4]] same",
			"cache on: 1 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
		{"a hit of an older version", []string{compiling, "Persistent compilation cache hit for 'jit_f'", compiled}, []string{
			"f cache_reload #1 hit line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]", "cache on: 1 hits, 0 misses, 0 written", "tracing misses unknown", noTracing}},
		{"a hit without a start", []string{hit, compiled}, []string{
			"f cache_reload #1 hit line 1-2 trace -1 lower -1 compile 2000000000 types []", "cache on: 1 hits, 0 misses, 0 written", "tracing misses unknown", noTracing}},
		{"a reload again", []string{compiling, hit, compiled, compiling, hit, compiled}, []string{
			"f cache_reload #1 hit line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]",
			"f cache_reload #2 hit line 4-6 trace -1 lower -1 compile 2000000000 types [float32[4]] same", "cache on: 2 hits, 0 misses, 0 written", "tracing misses unknown", noTracing}},
		{"misses explained, the cache is off", []string{retraced, "  x", compiling, compiled}, []string{
			"f cold #1 no_hit line 3-4 trace -1 lower -1 compile 2000000000 types [float32[4]]", "cache off: 0 hits, unknown misses, 0 written", "tracing misses 1",
			"at a.py:1:2 (g)  ×1 0 ns line 1 [other]"}},
		{"the cache is disabled", []string{compiling, "Not writing persistent cache entry with key 'jit_f-1' since cache is disabled/not initialized", compiled}, []string{
			"f cold #1 miss line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]] not written: cache_disabled", "cache off: 0 hits, unknown misses, 0 written",
			"not written cache_disabled ×1 line 2: cache is disabled/not initialized", "tracing misses 0"}},
		{"misses at level DEBUG", []string{debug + compiling, debug + missed, debug + compiled}, []string{
			"f cold #1 miss line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]", "cache on: 0 hits, 1 misses, 0 written", "tracing misses unknown", noTracing}},
		{"misses alone", []string{missed, "Not writing persistent cache entry since process_id != 0"}, []string{
			"cache on: 0 hits, 1 misses, 0 written", "not written other_process ×1 line 2: process_id != 0", "tracing misses 0"}},
		{"a start without an end", []string{compiling}, []string{
			"f  #0 no_hit line 1-0 trace -1 lower -1 compile -1 types [float32[4]]", "cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noTracing}},
		{"of two starts the later one ends", []string{compiling, compiling, compiled}, []string{
			"f cold #1 no_hit line 2-3 trace -1 lower -1 compile 2000000000 types [float32[4]]", "f  #0 no_hit line 1-0 trace -1 lower -1 compile -1 types [float32[4]]",
			"cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
		{"two handlers", []string{debug + compiling, compiling, debug + compiled, compiled}, []string{
			"f cold #1 no_hit line 1-3 trace -1 lower -1 compile 2000000000 types [float32[4]]", "cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
		{"errors", []string{compiling, compiled, "/x/jax/_src/compiler.py:500: UserWarning: Error reading persistent compilation cache entry for 'jit_f': ValueError: bad",
			"ERROR:jax._src.compiler: compile_or_get_cached: unable to generate cache key, skipping the cache: x"}, []string{cold,
			"cache unknown: 0 hits, unknown misses, 0 written", "error ×1 line 3: reading: ValueError: bad (jit_f)", "error ×1 line 4: unable to generate cache key, skipping the cache: x",
			"tracing misses unknown", noMisses, noTracing}},
		{"types that are cut short", []string{"Compiling jit(f) with global shapes and types [ShapedArray(float32[4 ... [PyTree Truncated]", compiled}, []string{
			"f cold #1 no_hit line 1-2 trace -1 lower -1 compile 2000000000 types []", "cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
		{"an argument more", []string{compiling, compiled, strings.Replace(compiling, ")]", "), ShapedArray(int8[])]", 1), compiled}, []string{cold,
			"f recompilation #2 no_hit line 3-4 trace -1 lower -1 compile 2000000000 types [float32[4] int8[]] 1: →int8[]",
			"cache unknown: 0 hits, unknown misses, 0 written", "tracing misses unknown", noMisses, noTracing}},
	} {
		if diff := cmp.Diff(c.want, say(read(t, c.in...))); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// Explanations of JAX, of several versions.
func TestTracing(t *testing.T) {
	l := read(t,
		"TRACING CACHE MISS at h.py:37 (_apply) because:",
		"  for apply_h at d.py:577",
		"  never seen input type signature",
		"I0311 02:59:55.123456 7 gpu_compiler.cc:1] x",
		"  closest has 1 mismatch:",
		"    * at psi, seen c128[1], but now given c128[32]",
		"WARNING:2025-04-13 17:56:45,098:jax._src.pjit:1365: TRACING CACHE MISS at api_test.py:4673:8 (T.t) because:",
		"  for f defined at api_test.py:4662",
		"  all previously seen cache keys are different. Several previous keys are closest:",
		"  * key with different tracing context, e.g. due to config or context manager.",
		"  * key with different input pytree:",
		"TRACING CACHE MISS at b.py:4:3 (main):",
		"  never seen function:",
		"    <lambda> id=1 defined at b.py:4",
		"  but seen another function defined on the same line; maybe the function is",
		"  being re-defined repeatedly, preventing caching?",
		"not indented",
		"  not of it")
	want := []string{"cache unknown: 0 hits, unknown misses, 0 written", "tracing misses 3",
		"at h.py:37 (_apply) apply_h at d.py:577 ×1 0 ns line 1 [input_types]",
		"at api_test.py:4673:8 (T.t) f ×1 0 ns line 7 [context structure]",
		"at b.py:4:3 (main) <lambda> ×1 0 ns line 12 [new_function redefined_function]"}
	if diff := cmp.Diff(want, say(l)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if n := len(l.Tracing.Sites[2].Example); n != 4 {
		t.Errorf("the explanation has %d lines, want 4", n)
	}
}

func TestWithin(t *testing.T) {
	l := readFile(t, "explained.log")
	at := func(s string) time.Time {
		x, err := time.Parse("15:04:05", s)
		if err != nil {
			t.Fatal(err)
		}
		return time.Date(2026, 3, 11, x.Hour(), x.Minute(), x.Second(), 0, time.UTC)
	}
	for _, c := range []struct {
		from, to string
		want     Totals
	}{
		{"02:59:00", "02:59:59", l.Totals},
		{"02:59:41", "02:59:41", Totals{Cold: Sum{1, 2100000000}}},
		{"02:59:43", "02:59:49", Totals{}},
		{"02:59:51", "02:59:53", Totals{Recompilation: Sum{1, 600000000}, CacheReload: Sum{1, 10000000}}},
	} {
		w := l.Within(at(c.from), at(c.to), time.UTC)
		if !w.Known || w.Totals != c.want || w.Steady() != (c.want == Totals{}) {
			t.Errorf("%s to %s: got %+v, want %+v", c.from, c.to, w, c.want)
		}
	}
	if w := readFile(t, "compiles.log").Within(at("00:00:00"), at("23:00:00"), time.UTC); w.Known || w.Steady() {
		t.Errorf("a log without years is known to be steady: %+v", w)
	}
	if w := read(t, compiled).Within(at("00:00:00"), at("23:00:00"), time.UTC); w.Known {
		t.Errorf("a log without times is known: %+v", w)
	}
	if w := read(t).Within(at("00:00:00"), at("23:00:00"), time.UTC); !w.Steady() {
		t.Errorf("an empty log is not steady: %+v", w)
	}
}

func TestIsModule(t *testing.T) {
	for _, c := range []struct {
		module, function string
		want             bool
	}{
		{"jit_f", "f", true}, {"jit_f", "jit(f)", true}, {"jit__lambda_", "<lambda>", true}, {"jit__lambda", "jit(<lambda>)", true}, {"pmap_f", "f", true},
		{"f", "f", true}, {"jit_g", "f", false}, {"jit_f", "f2", false}, {"jit_jit_f", "f", false}, {"jit_f", "jit_f", true},
	} {
		if got := IsModule(c.module, c.function); got != c.want {
			t.Errorf("%s, %s: got %t", c.module, c.function, got)
		}
	}
}

// Other lines, colours, and lines of functions in another order: nothing changes.
func TestOrder(t *testing.T) {
	noise := []string{"step 17", "I0311 02:59:55.123456 7 a.cc:1] x", `$ grep "Finished XLA compilation of jit(f) in 2 sec"`,
		"He said: Compiling jit(f) with global shapes and types []. Argument mapping: ().", "Compiling the netlist", "Writing results to out.csv"}
	of := func(name string) []string {
		r := strings.NewReplacer("jit(f)", "jit("+name+")", "jit_f", "jit_"+name)
		var out []string
		for _, s := range []string{compiling, missed, compiled, strings.Replace(compiling, "4", "5", 1), hit, compiled} {
			out = append(out, r.Replace(s))
		}
		return out
	}
	sums := func(l *Log) []string {
		var out []string
		for _, f := range l.Functions {
			out = append(out, fmt.Sprintf("%s %+v %+v %+v %d", f.Name, f.Cold, f.CacheReload, f.Recompilation, f.Shapes))
		}
		slices.Sort(out)
		return append(out, fmt.Sprintf("%+v %d %d", l.Totals, l.Cache.Hits, *l.Cache.Misses))
	}
	want := sums(read(t, append(of("f"), of("g")...)...))
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := of("f"), of("g")
		var lines []string
		for len(a)+len(b) > 0 {
			if r.IntN(3) == 0 {
				lines = append(lines, noise[r.IntN(len(noise))])
			}
			next := &a
			if len(a) == 0 || (len(b) > 0 && r.IntN(2) == 0) {
				next = &b
			}
			lines, *next = append(lines, "\x1b[33mWARNING:jax._src.dispatch:\x1b[0m"+(*next)[0]), (*next)[1:]
		}
		l := read(t, lines...)
		if diff := cmp.Diff(want, sums(l)); diff != "" {
			t.Fatalf("seed %d: -want +got\n%s\n%s", seed, diff, strings.Join(lines, "\n"))
		}
	}
}

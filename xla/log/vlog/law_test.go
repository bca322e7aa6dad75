package vlog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

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

// digest returns what a log says, a sorted line for each thing, without places.
func digest(l *Log) []string {
	var d []string
	add := func(format string, args ...any) { d = append(d, fmt.Sprintf(format, args...)) }
	for _, m := range l.Modules {
		text := fmt.Sprint(m.Name, m.Nth, m.Enabled, m.Removed)
		for _, p := range m.Passes {
			text += fmt.Sprint(" pass ", *p.Nested)
			for _, b := range p.Buffers {
				text += fmt.Sprint(b.Name, b.Thunks)
			}
			for _, r := range p.Reasons {
				text += fmt.Sprint(r.Kind, r.Thunk, r.Command, r.Count)
			}
		}
		for _, b := range m.Blockers {
			b.Line = 0
			text += fmt.Sprintf(" %+v", b)
		}
		for _, c := range m.Control {
			text += fmt.Sprint(" ", c.Kind, c.Name, c.Converted, c.Certainty, c.Why != nil)
		}
		add("module %s", text)
	}
	for _, g := range l.Loops {
		add("loop %d %d %d %t %v %v", g.Device, g.Depth, g.Nth, g.TripCount, g.Host, g.Replaced)
	}
	for _, r := range l.Runs.Devices {
		add("runs %+v", *r)
	}
	slices.Sort(d)
	return d
}

// The pass: what is said to be certain is so, and what can be seen is found.
func TestInferenceAgainstModel(t *testing.T) {
	found, possible := 0, 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 1))
		c := compile(&writer{style: style(r.IntN(3)), thread: 5}, r, "jit_f")
		l := read(t, c.lines...)
		if len(l.Modules) != 1 || l.Known != int64(len(c.lines)) {
			t.Fatalf("seed %d: %d modules, %d of %d lines known\n%s", seed, len(l.Modules), l.Known, len(c.lines), strings.Join(c.lines, "\n"))
		}
		m := l.Modules[0]
		if l.Levels.Conversion < 2 {
			continue
		}
		out := 0
		for _, ctl := range m.Control {
			if ctl.Converted {
				continue
			}
			out++
			if want := c.why[int(ctl.Line)]; ctl.Why == nil && want != silent {
				t.Errorf("seed %d: line %d: no reason for a loop, want one", seed, ctl.Line)
			}
		}
		if out != c.outLoops || len(m.Passes) != 1+c.outLoops {
			t.Errorf("seed %d: got %d loops that stay out, %d passes, want %d", seed, out, len(m.Passes), c.outLoops)
		}
		certain := map[int]bool{}
		for _, b := range m.Blockers {
			if b.Thunk != SilentCall {
				continue
			}
			switch b.Certainty {
			case Certain:
				found++
				certain[int(b.Line)] = true
				if c.cause[int(b.Line)] != silent {
					t.Fatalf("seed %d: a silent call after line %d, want none\n%s", seed, b.Line, strings.Join(c.lines, "\n"))
				}
				if b.After != "" && !lies(c.order, b.After, b.Before) {
					t.Errorf("seed %d: nothing lies between %s and %s", seed, b.After, b.Before)
				}
			case Likely:
				if c.why[int(b.Line)] != silent {
					t.Errorf("seed %d: line %d: a silent call in a loop, want none", seed, b.Line)
				}
			case Possible:
				possible++
			default:
				t.Errorf("seed %d: certainty %q", seed, b.Certainty)
			}
		}
		if len(m.Passes) == 1 {
			visible(t, seed, c, certain)
		}
	}
	if found < 300 || possible < 100 {
		t.Errorf("the model shows too little: %d certain, %d possible", found, possible)
	}
}

// lies reports whether in one of the sequences something lies between.
func lies(order [][]string, after, before string) bool {
	for _, names := range order {
		if len(Between(names, after, before)) > 0 {
			return true
		}
	}
	return false
}

// visible checks that each silent call that shows is found: what it stopped was
// put together, nothing was said since the time before, and something follows.
func visible(t *testing.T, seed uint64, c *compilation, certain map[int]bool) {
	t.Helper()
	said := false
	for k, text := range c.lines {
		line := k + 1
		switch {
		case strings.Contains(text, "Unsupported") || strings.Contains(text, "not enabled"):
			said = true
			continue
		case strings.Contains(text, "CommandBufferConfig"):
			continue
		case strings.Contains(text, "not lowered"):
			// The parser names the first of several lines, the model the last.
			said = false
			continue
		}
		if c.cause[line] == silent && !said && line < len(c.lines) && !certain[line] {
			t.Errorf("seed %d: the silent call after line %d is not found\n%s", seed, line, strings.Join(c.lines, "\n"))
		}
		said = false
	}
}

// A compilation of the same module again is one, also where nothing but its
// command buffers says so.
func TestCompiledAgain(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		c := compile(&writer{style: absl, thread: 5}, r, "jit_f")
		if len(c.flushes) == 0 {
			continue
		}
		l := read(t, append(slices.Clone(c.lines), c.lines...)...)
		if len(l.Modules) != 2 || l.Modules[1].Nth != 2 {
			t.Errorf("seed %d: got %d modules, want 2\n%s", seed, len(l.Modules), strings.Join(c.lines, "\n"))
		}
	}
}

// Loops: places and iterations are those of the model.
func TestLoopsAgainstModel(t *testing.T) {
	replaced := 0
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 3))
		x := execute(&writer{style: style(r.IntN(3)), thread: 5}, r, r.IntN(3))
		l := read(t, x.lines...)
		got := truth{}
		for _, g := range l.Loops {
			for mode, c := range map[Mode]LoopCounts{Host: g.Host, Replaced: g.Replaced} {
				if c.Loops == 0 {
					continue
				}
				k := key(g.Device, g.Depth, g.Nth, g.TripCount, mode)
				got[k] = [2]int64{c.Loops, c.Iterations}
				if mode == Replaced {
					replaced++
				}
				bins := map[int64]int64{}
				for _, b := range c.Histogram {
					bins[b.Iterations] = b.Loops
				}
				if diff := cmp.Diff(x.counts[k], bins); diff != "" {
					t.Errorf("seed %d: %s: -want +got\n%s", seed, k, diff)
				}
				if c.Unfinished != 0 {
					t.Errorf("seed %d: %d loops have no end", seed, c.Unfinished)
				}
			}
		}
		if diff := cmp.Diff(x.truth, got); diff != "" {
			t.Fatalf("seed %d: -want +got\n%s\n%s", seed, diff, strings.Join(x.lines, "\n"))
		}
		if l.Unplaced != 0 {
			t.Errorf("seed %d: %d messages fit to no loop", seed, l.Unplaced)
		}
	}
	if replaced < 20 {
		t.Errorf("the model has too few loops in command buffers: %d", replaced)
	}
}

// merge returns the lines of two threads in a random order that keeps that of
// each.
func merge(r *rand.Rand, a, b []string) []string {
	out := make([]string, 0, len(a)+len(b))
	for len(a)+len(b) > 0 {
		if len(b) == 0 || (len(a) > 0 && r.IntN(2) == 0) {
			out, a = append(out, a[0]), a[1:]
		} else {
			out, b = append(out, b[0]), b[1:]
		}
	}
	return out
}

// Two threads, whose lines stand in any order: what is said is what each says
// alone.
func TestThreads(t *testing.T) {
	for seed := range uint64(100) {
		r := rand.New(rand.NewPCG(seed, 4))
		var parts [2][]string
		var want []string
		for k := range parts {
			w := &writer{style: tslThreads + style(r.IntN(2)), thread: 10 + k}
			compile(w, r, fmt.Sprintf("jit_f%d", k))
			execute(w, r, k)
			parts[k] = w.lines
			want = append(want, digest(read(t, append(w.lines, level2)...))...)
		}
		slices.Sort(want)
		lines := merge(r, parts[0], parts[1])
		got := digest(read(t, append(lines, level2)...))
		if diff := cmp.Diff(want, unique(got, want)); diff != "" {
			t.Fatalf("seed %d: -apart +together\n%s", seed, diff)
		}
	}
}

// level2 lets a log have a message of level 2, which says that there are others.
const level2 = "I0311 02:59:56.000000 999 command_buffer_conversion_pass.cc:7] Unsupported thunk kind: kLast"

// unique repeats in got what level2 says once for each log of want.
func unique(got, want []string) []string {
	for _, d := range got {
		if strings.Contains(d, "kLast") {
			got = append(got, d)
			break
		}
	}
	slices.Sort(got)
	return got
}

// Other lines may stand anywhere, and colours: nothing changes.
func TestOtherLines(t *testing.T) {
	noise := []string{"step 17 residual 1e-9", "", "Unsupported thunk kind: kCopy", "WARNING: condition_result = 1",
		"2026-03-11 02:59:55.000000: I xla/service/gpu/gpu_executable.cc:9] Executing iteration # 3",
		"I0311 02:59:55.000000 5 service.cc:9] Module m CommandBufferConfig: enabled_commands: [X]",
		"2026-03-11 02:59:55.000000: W xla/backends/gpu/runtime/while_thunk.cc:9] something new", "\x00\xff"}
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 5))
		w := &writer{style: style(r.IntN(3)), thread: 5}
		compile(w, r, "jit_f")
		execute(w, r, 0)
		w.lines = append(w.lines, strings.Replace(level2, "999", "5", 1))
		var lines []string
		for _, line := range w.lines {
			for r.IntN(3) == 0 {
				lines = append(lines, noise[r.IntN(len(noise))])
			}
			if r.IntN(4) == 0 {
				line = "\x1b[36m" + line + "\x1b[0m\r"
			}
			lines = append(lines, line)
		}
		want, got := read(t, w.lines...), read(t, lines...)
		if diff := cmp.Diff(digest(want), digest(got)); diff != "" {
			t.Fatalf("seed %d: -without +with\n%s", seed, diff)
		}
		if got.Known != want.Known {
			t.Errorf("seed %d: %d messages known, want %d", seed, got.Known, want.Known)
		}
	}
}

// The iterations of loops are right even where lines of threads are mixed and
// neither threads nor devices tell them apart.
func TestMixedThreads(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 6))
		var parts [2][]string
		want := map[int64]int64{}
		for k := range parts {
			w := &writer{style: tsl}
			x := &execution{writer: w, r: r, device: NoDevice, truth: truth{}, mode: Host, counts: map[string]map[int64]int64{}}
			x.run([]*loopNode{{}, {}, {}}, 0)
			for _, bins := range x.counts {
				for n, loops := range bins {
					want[n] += loops
				}
			}
			parts[k] = w.lines
		}
		l := read(t, merge(r, parts[0], parts[1])...)
		got := map[int64]int64{}
		for _, g := range l.Loops {
			for _, b := range g.Host.Histogram {
				got[b.Iterations] += b.Loops
			}
		}
		for n, loops := range want { // further loops seem unfinished, and are not here
			if got[n] != loops {
				t.Fatalf("seed %d: %d loops of %d iterations, want %d\n%s", seed, got[n], n, loops, strings.Join(parts[0], "\n"))
			}
		}
	}
}

package vlog

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/internal/logline"
)

// say returns what a log says in lines.
func say(l *Log) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, strings.TrimSpace(fmt.Sprintf(format, args...))) }
	for _, m := range l.Modules {
		add("module %s #%d line %d %v", m.Name, m.Nth, m.Line, m.Enabled)
		for _, r := range m.Removed {
			add("removed %s: %s, %s", r.Command, r.Toolkit, r.Driver)
		}
		for _, p := range m.Passes {
			nested := "unknown"
			if p.Nested != nil {
				nested = fmt.Sprint(*p.Nested)
			}
			add("pass line %d nested %s", p.Line, nested)
			for _, b := range p.Buffers {
				add("buffer %s %v", b.Name, b.Thunks)
			}
		}
		for _, b := range m.Blockers {
			add("blocker %s %s %s ×%d %s line %d in body %t: %s|%s", b.Thunk, b.Kind, b.Command, b.Messages, b.Certainty, b.Line, b.InBody, b.After, b.Before)
		}
		for _, c := range m.Control {
			why := "silent"
			if c.Why != nil {
				why = fmt.Sprint(c.Why.Thunk, " ", c.Why.Kind)
			}
			if c.Converted {
				why = "converted"
			}
			add("control %s %s %s %s line %d", c.Kind, c.Name, why, c.Certainty, c.Line)
		}
	}
	for _, g := range l.Loops {
		for k, c := range []LoopCounts{g.Host, g.Replaced} {
			if c.Loops > 0 {
				add("%s loops device %d depth %d nth %d known %t: %d, %d iterations, %d..%d, %d unfinished, line %d", []Mode{Host, Replaced}[k], g.Device, g.Depth, g.Nth, g.TripCount,
					c.Loops, c.Iterations, c.Min, c.Max, c.Unfinished, g.First)
			}
		}
	}
	r := l.Runs
	if l.Levels.CommandBuffer > 0 {
		add("runs: %d warm-ups, %d profiled, %d evictions of %d", r.WarmUps, r.Profiled, r.Evictions, r.Evicted)
	}
	for _, d := range r.Devices {
		add("device %d: %d executions, %d recorded %d ns, %d updated %d ns, %d frequent", d.Device, d.Executions, d.Recordings, d.RecordNS, d.Updates, d.UpdateNS, d.FrequentUpdates)
	}
	for _, w := range l.Warnings {
		add("warning: %s", w)
	}
	return out
}

// readFile reads a file of testdata.
func readFile(t *testing.T, name string) *Log {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close() // was only read
	l, err := Read(f)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// sayNew is what new.log says, as a run of 2026 with threads writes it.
var sayNew = []string{
	"module jit_newton #1 line 2 [CONDITIONAL CUBLAS CUSTOM_CALL FUSION WHILE]",
	"pass line 2 nested false",
	"buffer command_buffer_3 [loop_broadcast_fusion]",
	"pass line 3 nested true",
	"buffer command_buffer_12 [loop_gather_fusion input_scatter_fusion]",
	"buffer command_buffer_15 [loop_add_fusion wrapped_reduce]",
	"blocker kCopy unsupported  ×1 logged line 8 in body false: |",
	"blocker kKernel too_small  ×1 logged line 9 in body false: |",
	"blocker custom_call   ×0 likely line 3 in body true: |",
	"blocker custom_call   ×0 certain line 5 in body true: input_scatter_fusion|loop_add_fusion",
	"control control  silent likely line 3",
	"replaced loops device 0 depth 0 nth 0 known false: 1, 1 iterations, 1..1, 0 unfinished, line 11",
	"host loops device 0 depth 0 nth 0 known true: 1, 20 iterations, 20..20, 0 unfinished, line 22",
	"runs: 1 warm-ups, 1 profiled, 0 evictions of 0",
	"device 0: 1 executions, 1 recorded 250000 ns, 1 updated 50000 ns, 1 frequent",
}

func TestNewVersion(t *testing.T) {
	l := readFile(t, "new.log")
	if diff := cmp.Diff(sayNew, say(l)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
	if l.Messages != 22 || l.Known != 22 || !l.Threads || l.Levels != (Levels{2, 3, 3}) {
		t.Errorf("got %d messages, %d known, threads %t, levels %v", l.Messages, l.Known, l.Threads, l.Levels)
	}
	if s := l.Modules[0].Time; s == nil || s.String() != "2026-03-11T02:59:55.100001" || l.Modules[0].Thread != 4242 {
		t.Errorf("got time %v, thread %d", s, l.Modules[0].Thread)
	}
	if p := l.Runs.FirstProfiled; p == nil || p.Line != 23 || p.Thread != 4343 {
		t.Errorf("got %+v", p)
	}
}

func TestAbsl(t *testing.T) {
	want, got := digest(readFile(t, "new.log")), digest(readFile(t, "absl.log"))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-tsl +absl\n%s", diff)
	}
	if s := readFile(t, "absl.log").Modules[0].Time; s == nil || !s.NoYear {
		t.Errorf("got time %v", s)
	}
}

func TestOldVersion(t *testing.T) {
	want := []string{
		"module jit_newton #1 line 3 [CUSTOM_CALL FUSION]",
		"removed CONDITIONAL: 12.8.0, 12.2.0",
		"removed WHILE: 12.8.0, 12.2.0",
		"pass line 3 nested false",
		"pass line 6 nested true",
		"buffer  [loop_add_fusion custom-call.4]",
		"blocker kWhile disabled WHILE ×1 logged line 4 in body false: |",
		"control while  kWhile disabled logged line 6",
		"host loops device -1 depth 0 nth 0 known true: 1, 2 iterations, 2..2, 0 unfinished, line 8",
		"runs: 0 warm-ups, 0 profiled, 1 evictions of 1",
		"device 0: 2 executions, 1 recorded 1000000 ns, 1 updated 500000 ns, 1 frequent",
	}
	if diff := cmp.Diff(want, say(readFile(t, "old.log"))); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// lines gives messages a prefix; the letter before each says which file it is of.
func lines(messages ...string) []string {
	var out []string
	for k, m := range messages {
		file := map[byte]string{'c': conversionFile, 'w': whileFile, 'b': bufferFile}[m[0]]
		out = append(out, fmt.Sprintf("I0311 02:59:55.%06d 7 %s:1] %s", k, file, m[2:]))
	}
	return out
}

const (
	head    = "c Module m CommandBufferConfig: enabled_commands: [FUSION, WHILE]"
	noWhile = "c Module m CommandBufferConfig: enabled_commands: [FUSION]"
	copied  = "c Unsupported thunk kind: kCopy"
)

// create is the message on a command buffer.
func create(id int, thunks string) string {
	return fmt.Sprintf("c Creating command buffer thunk command_buffer_%d with the following thunks: %s", id, thunks)
}

func TestInference(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []string
		want []string // of what say says, without modules, passes and buffers
	}{
		{"a reason stands before the command buffer that it ends", lines(head, copied, create(1, "a, b"), create(4, "c")),
			[]string{"blocker kCopy unsupported  ×1 logged line 2 in body false: |"}},
		{"a command buffer without a reason before it", lines(head, create(1, "a, b"), create(4, "c"), copied),
			[]string{"blocker kCopy unsupported  ×1 logged line 4 in body false: |", "blocker custom_call   ×0 certain line 2 in body false: b|c",
				"blocker custom_call   ×0 certain line 3 in body false: |"}},
		{"the last command buffer needs no reason", lines(head, create(1, "a, b")), nil},
		{"too few thunks were put together too", lines(head, "c Thunk kind kKernel is not lowered to command buffer because command size is less than the min graph size", create(4, "c"), copied),
			[]string{"blocker kKernel too_small  ×1 logged line 2 in body false: |", "blocker kCopy unsupported  ×1 logged line 4 in body false: |",
				"blocker custom_call   ×0 certain line 2 in body false: |", "blocker custom_call   ×0 certain line 3 in body false: |"}},
		{"a loop converted", lines(head, create(1, "a, while.3, conditional, while_fusion")), []string{
			"control while while.3 converted likely line 2", "control conditional conditional converted likely line 2"}},
		{"a loop that is not enabled", lines(noWhile, "c Thunk kind kWhile lowering is not enabled by the user for type WHILE", noWhile, create(2, "a")), []string{
			"blocker kWhile disabled WHILE ×1 logged line 2 in body false: |", "control while  kWhile disabled logged line 3"}},
		{"a loop with a dynamic slice", lines(head, "c WhileThunk is not convertible to command buffers because its body contains x", head, create(2, "a")), []string{
			"blocker kWhile inconvertible  ×1 logged line 2 in body false: |", "control while  kWhile inconvertible logged line 3"}},
		{"a silent call in a loop", lines(head, head, create(2, "a")), []string{
			"blocker custom_call   ×0 likely line 2 in body true: |", "control control  silent likely line 2"}},
		{"a silent call in a loop in a loop that has a reason", lines(head, copied, head, head, create(2, "a")), []string{
			"blocker kCopy unsupported  ×1 logged line 2 in body false: |", "blocker custom_call   ×0 likely line 4 in body true: |",
			"control control  kCopy unsupported likely line 3", "control control  silent likely line 4"}},
		{"without loops a second pass is another compilation", lines(noWhile, noWhile, create(2, "a")), nil},
		{"the ends of async pairs are silent too", lines(head, create(1, "a"), create(4, "c"), "c Thunk kind kAllReduce lowering is not enabled by the user for type COLLECTIVES"), []string{
			"blocker kAllReduce disabled COLLECTIVES ×1 logged line 4 in body false: |", "blocker custom_call   ×0 possible line 2 in body false: a|c",
			"blocker custom_call   ×0 possible line 3 in body false: |"}},
		{"level 1 shows nothing of this", lines(head, head), []string{
			"warning: the log does not say why thunks stay out of command buffers; set TF_CPP_VMODULE=command_buffer_conversion_pass=2"}},
		{"a log that lacks the start", lines(copied, create(1, "a")), []string{"blocker kCopy unsupported  ×1 logged line 1 in body false: |"}},
		{"an unknown message", lines("c Module m", "w Executing"), []string{
			"warning: 1 messages of command_buffer_conversion_pass.cc are unknown, the first on line 1: the log may be from another version of XLA",
			"warning: 1 messages of while_thunk.cc are unknown, the first on line 2: the log may be from another version of XLA"}},
		{"known trip counts alone", lines("w Executing WhileThunk for 20 iterations", "w Executing WhileThunk for 3 iterations"), []string{
			"host loops device -1 depth 0 nth 0 known true: 2, 23 iterations, 3..20, 0 unfinished, line 1",
			"warning: the log does not have loops of unknown trip count; set TF_CPP_VMODULE=while_thunk=3"}},
		{"a log that ends in a loop", lines("w Executing WhileThunk condition computation; iter=0", "w condition_result = 1", "w Executing WhileThunk body computation; iter=0"), []string{
			"host loops device -1 depth 0 nth 0 known false: 1, 1 iterations, 0..0, 1 unfinished, line 1"}},
		{"a log that begins in a loop", lines("w Executing WhileThunk body computation; iter=6", "w Executing WhileThunk condition computation; iter=7", "w condition_result = 0", "w Break WhileThunk loop; iter=7"), []string{
			"host loops device -1 depth 0 nth 0 known false: 1, 7 iterations, 7..7, 0 unfinished, line 2", "warning: 2 messages of loops match no open loop: lines are missing"}},
		{"an end alone", lines("w Break WhileThunk loop; iter=7"), []string{
			"host loops device -1 depth 0 nth 0 known false: 1, 7 iterations, 7..7, 0 unfinished, line 1", "warning: 1 messages of loops match no open loop: lines are missing"}},
		{"a device that iterations name", []string{
			"2026-03-11 02:59:55.000000: I while_thunk.cc:1] Executing WhileThunk for 1 iterations", "2026-03-11 02:59:55.000000: I while_thunk.cc:1] Executing iteration # 0 (Device: 3)"}, []string{
			"host loops device 3 depth 0 nth 0 known true: 1, 1 iterations, 1..1, 0 unfinished, line 1"}},
		{"the thunks of a command buffer while a profiler is active", lines("b Execute command buffer thunk as a regular thunk sequence because we detected active profiling session",
			"w Executing WhileThunk for 5 iterations", "w Executing iteration # 0"), []string{
			"replaced loops device -1 depth 0 nth 0 known true: 1, 1 iterations, 0..0, 1 unfinished, line 2", "runs: 0 warm-ups, 1 profiled, 0 evictions of 0"}},
		{"a message that begins on the next line", []string{"2026-03-11 02:59:55.000000: I while_thunk.cc:1]", "Executing WhileThunk for 5 iterations", "Executing WhileThunk for 6 iterations"}, []string{
			"host loops device -1 depth 0 nth 0 known true: 1, 5 iterations, 5..5, 0 unfinished, line 2", "warning: the log does not have loops of unknown trip count; set TF_CPP_VMODULE=while_thunk=3"}},
	} {
		var got []string
		for _, s := range say(read(t, c.in...)) {
			if !strings.HasPrefix(s, "module ") && !strings.HasPrefix(s, "pass ") && !strings.HasPrefix(s, "buffer ") {
				got = append(got, s)
			}
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%s: -want +got\n%s", c.name, diff)
		}
	}
}

// What is another compilation, and what a part of one.
func TestModules(t *testing.T) {
	for _, c := range []struct {
		name string
		in   []string
		want int
	}{
		{"a part", lines(head, head, create(2, "a")), 1},
		{"the same command buffer again", lines(head, create(2, "a"), head, create(2, "a")), 2},
		{"another module between", lines(head, "c Module n CommandBufferConfig: enabled_commands: []", head), 3},
		{"it ran in between", lines(head, "b Execute command buffer on device #0; num_executions=1", head), 2},
	} {
		if got := len(read(t, c.in...).Modules); got != c.want {
			t.Errorf("%s: got %d, want %d", c.name, got, c.want)
		}
	}
	p := NewParser()
	for k, line := range lines(head, head, head) {
		p.EndModule(func(name string) bool { return name == "m" && k == 2 })
		p.Feed(logline.Line{Number: int64(k), Text: line})
	}
	if got := len(p.Finish().Modules); got != 2 {
		t.Errorf("an end that another log knows: got %d modules, want 2", got)
	}
}

func TestBetween(t *testing.T) {
	order := []string{"a", "b", "c", "d"}
	for _, c := range []struct {
		after, before string
		want          []string
	}{{"a", "d", []string{"b", "c"}}, {"a", "b", []string{}}, {"d", "a", nil}, {"a", "x", nil}, {"x", "a", nil}} {
		if diff := cmp.Diff(c.want, Between(order, c.after, c.before)); diff != "" {
			t.Errorf("%s, %s: -want +got\n%s", c.after, c.before, diff)
		}
	}
}

// What is kept of a long log has a bound.
func TestBounds(t *testing.T) {
	p := NewParser()
	var number int64
	feed := func(format string, args ...any) {
		number++
		p.Feed(logline.Line{Number: number, Text: fmt.Sprintf("I0311 02:59:55.000000 7 "+format, args...)})
	}
	for k := range 2 * maxSample {
		feed("while_thunk.cc:1] Executing WhileThunk for %d iterations", k)
	}
	for k := range maxModules + 10 {
		feed("command_buffer_conversion_pass.cc:1] Module m%d CommandBufferConfig: enabled_commands: []", k)
	}
	for k := range maxFiles + 10 {
		feed("f%d.cc:1] x", k)
	}
	thunks := strings.Repeat("abc, ", maxNames/2) + "abc"
	for k := range 3 {
		feed("command_buffer_conversion_pass.cc:1] Creating command buffer thunk command_buffer_%d with the following thunks: %s", k, thunks)
	}
	for d := range maxGroups + 10 {
		feed("while_thunk.cc:1] [%d] Break WhileThunk loop; iter=1", d)
	}
	for range maxDepth + 10 {
		feed("while_thunk.cc:1] Executing WhileThunk condition computation; iter=0")
		feed("while_thunk.cc:1] condition_result = 1")
		feed("while_thunk.cc:1] Executing WhileThunk body computation; iter=0")
	}
	l := p.Finish()
	d := l.Dropped
	if len(l.Sample) != maxSample || len(l.Modules) != maxModules || len(l.Other) != maxFiles || l.OtherRest != 10 {
		t.Errorf("got %d loops, %d modules, %d files, %d more", len(l.Sample), len(l.Modules), len(l.Other), l.OtherRest)
	}
	if d.Modules != 10 || d.Names == 0 || d.Loops == 0 {
		t.Errorf("dropped %+v", d)
	}
	first := l.Loops[0]
	if len(first.Host.Histogram) != maxBins || first.Host.Rest != 2*maxSample-maxBins || first.Host.Max != 2*maxSample-1 {
		t.Errorf("got %d bins, %d more, maximum %d", len(first.Host.Histogram), first.Host.Rest, first.Host.Max)
	}
	if !slices.ContainsFunc(l.Warnings, func(w string) bool { return strings.Contains(w, "too large to keep everything") }) {
		t.Errorf("no warning: %q", l.Warnings)
	}
}

// Newer versions say why they record before an execution: only that of a new
// command buffer is a first one.
func TestInitializeAgain(t *testing.T) {
	const head = "I0311 02:59:55.123456    1234 command_buffer_thunk.cc:99] "
	l, err := Read(strings.NewReader(head + "Initialize command buffer on device #0 by recoding command buffer cmd sequence; num_commands=7; persistent_allocs_info_is_valid=0; reason=new_cache_entry\n" +
		head + "Recorded command buffer during initialization on device #0 in 30 μs; num_commands=7; reason=new_cache_entry\n" +
		head + "Initialize command buffer on device #0 by recoding command buffer cmd sequence; num_commands=7; persistent_allocs_info_is_valid=1; reason=persistent_allocation_policy\n" +
		head + "Updated command buffer during initialization on device #0 in 20 μs; num_commands=7; reason=persistent_allocation_policy\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := DeviceRuns{Recordings: 1, RecordNS: 30_000, Updates: 1, UpdateNS: 20_000, LargestBuffer: 7}
	if len(l.Runs.Devices) != 1 || *l.Runs.Devices[0] != want {
		t.Errorf("got %+v, want %+v", l.Runs.Devices, want)
	}
}

// Versions between say the device after a body, and nowhere else.
func TestDeviceAfterBody(t *testing.T) {
	const head = "2025-03-11 02:59:55.123456: I external/xla/xla/backends/gpu/runtime/while_thunk.cc:99] "
	var b strings.Builder
	for k := range 3 {
		fmt.Fprintf(&b, "%sExecuting WhileThunk condition computation; iter=%d\n", head, k)
		fmt.Fprintf(&b, "%scondition_result = %d\n", head, min(1, 2-k))
		if k < 2 {
			fmt.Fprintf(&b, "%sExecuting WhileThunk body computation; iter=%d (Device: 0)\n", head, k)
		}
	}
	fmt.Fprintf(&b, "%sBreak WhileThunk loop; iter=2\n", head)
	l, err := Read(strings.NewReader(b.String()))
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"host loops device -1 depth 0 nth 0 known false: 1, 2 iterations, 2..2, 0 unfinished, line 1"}
	if diff := cmp.Diff(want, say(l)); diff != "" || l.Unplaced != 0 {
		t.Errorf("%d not placed, -want +got\n%s", l.Unplaced, diff)
	}
}

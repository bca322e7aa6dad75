package preload_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// build compiles the toy library and a program that is linked to it.
func build(t testing.TB, source string, more ...string) string {
	t.Helper()
	dir := t.TempDir()
	toy(t, dir)
	return compile(t, filepath.Join(dir, "program"), linked(dir, append(more, source)...)...)
}

// same runs a program watched and as it is, which prints the same.
func (r *recording) same(program string, args ...string) {
	r.t.Helper()
	want := plain(r.t, program, args...)
	if got := r.run(program, args...); got != want {
		r.t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Calls that longjmp leaves end before the next one begins, and calls of a thread that
// ends within them with the thread. Debuggers and the C library see through them.
func TestLeft(t *testing.T) {
	program := build(t, "left.c")
	r := newRecording(t, toyRows())
	r.same(program)
	_, calls := r.read()
	threads := map[int32][]call{}
	for _, c := range calls {
		threads[c.track] = append(threads[c.track], c)
	}
	got := map[string]int{}
	for _, c := range threads {
		got[sequence(toyRows(), c)]++
	}
	for _, want := range []string{"call! call! call! factor call", "factor call!", "call!"} {
		if got[want] != 1 {
			t.Errorf("no thread with the calls %q: %v", want, got)
		}
	}
}

func TestException(t *testing.T) {
	program := build(t, "exception.cc")
	r := newRecording(t, toyRows())
	r.same(program)
	_, calls := r.read()
	const want = "call! factor call! call! factor call! call! call! factor factor"
	if got := sequence(toyRows(), calls); got != want {
		t.Errorf("calls end as %s, want %s", got, want)
	}
}

func TestThreads(t *testing.T) {
	program := build(t, "threads.c")
	r := newRecording(t, toyRows())
	r.same(program)
	ranges, calls := r.read()
	const each = 3 * 8 * 2000
	if ranges["toy_call"] != each || ranges["toy_factor"] != each {
		t.Errorf("got %v, want %d each", ranges, each)
	}
	seen := make([]bool, 2*each+1)
	for _, c := range calls {
		if c.flags != 0 || c.number == 0 || c.number > 2*each || seen[c.number] {
			t.Fatalf("call %+v", c)
		}
		seen[c.number] = true
	}
}

// Threads that call while another one loads the tool wait for it.
func TestSlowTool(t *testing.T) {
	program := build(t, "threads.c")
	slow := compile(t, filepath.Join(t.TempDir(), "slow.so"), "-shared", "-fPIC", "slow.c")
	r := newRecording(t, toyRows())
	r.env = append(r.env, "SLOW_TOOL="+filepath.Join(r.dir, "nvtx.so"), inject.EnvLibrary+"="+slow)
	r.same(program)
	r.same(build(t, "arguments.c")) // which looks at errno
	if ranges, _ := r.read(); ranges["toy_call"] != 3*8*2000 || ranges["toy_errno"] != 4 {
		t.Errorf("got %v", ranges)
	}
}

// Threads do not wait for ever, nor each time, for one that loads the tool. Where they
// wait, and where the tool opens files, is no place to cancel them.
func TestWaits(t *testing.T) {
	program := build(t, "waits.c")
	slow := compile(t, filepath.Join(t.TempDir(), "slow.so"), "-shared", "-fPIC", "slow.c")
	r := newRecording(t, toyRows())
	r.env = append(r.env, inject.EnvLibrary+"="+slow)
	begin := time.Now()
	if got := r.run(program, "stuck"); got != "1 1\n" {
		t.Errorf("a tool that never starts: got %q", got)
	}
	if d := time.Since(begin); d > 10*time.Second {
		t.Errorf("six calls waited for %v", d)
	}
	r.env = append(r.env, "SLOW_TOOL="+filepath.Join(r.dir, "nvtx.so"))
	r.same(program)
	if ranges, _ := r.read(); ranges["toy_factor"] != 1 || ranges["toy_sum"] != 1 || ranges["toy_mean"] != 5 {
		t.Errorf("got %v", ranges)
	}
}

// Signals come at any time. A call that a handler makes while the watching works is not
// recorded, and the program does not notice.
func TestSignals(t *testing.T) {
	program := build(t, "signals.c")
	r := newRecording(t, toyRows())
	r.same(program)
	c, err := inject.Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	if n := ranges(t, c.Trace)["toy_factor"]; n < 1000 {
		t.Errorf("%d calls", n)
	}
}

// Stacks of coroutines end where their first frame begins, and are anywhere.
func TestStacks(t *testing.T) {
	program := build(t, "stacks.c")
	r := newRecording(t, toyRows())
	r.same(program)
	if ranges, _ := r.read(); ranges["toy_factor"] != 5 || ranges["toy_call"] != 1 {
		t.Errorf("got %v", ranges)
	}
}

// A program has ranges of its own, around its calls and within them.
func TestOwnRanges(t *testing.T) {
	program := build(t, "ranges.c")
	r := newRecording(t, toyRows())
	if got := r.run(program); got != "51\n" {
		t.Errorf("got %q", got)
	}
	c, err := inject.Open(r.dir)
	if err != nil {
		t.Fatal(err)
	}
	var events []string
	for e := range c.Trace.Events() {
		switch {
		case e.Name >= 0 && e.Kind == trace.Begin:
			events = append(events, c.Trace.Names[e.Name])
		case e.Name >= 0 && e.Kind == trace.End:
			events = append(events, "/"+c.Trace.Names[e.Name])
		}
	}
	const want = "newton toy_call assemble toy_factor /toy_factor /assemble /toy_call /newton"
	if got := strings.Join(events, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// A program of another C library runs as it is.
func TestMusl(t *testing.T) {
	cc, err := exec.LookPath("musl-gcc")
	if err != nil {
		t.Skip("this test compiles a program of C: no musl-gcc")
	}
	program := filepath.Join(t.TempDir(), "program")
	if said, err := exec.Command(cc, "-o", program, "testdata/arguments.c", "testdata/toy.c").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	newRecording(t, toyRows()).same(program)
}

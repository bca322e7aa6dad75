package probe

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/nvtx/inject"
)

// compileC makes a program of a file of testdata.
func compileC(t testing.TB, name string, flags ...string) string {
	t.Helper()
	cc, err := exec.LookPath("gcc")
	if err != nil {
		t.Skip("no gcc: programs to probe are written in C")
	}
	out := filepath.Join(t.TempDir(), strings.TrimSuffix(name, ".c"))
	if said, err := exec.Command(cc, append(flags, "-O2", "-pthread", "-o", out, filepath.Join("testdata", name))...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return out
}

// probed runs a program under probes and returns what it printed, and the capture.
func probed(t testing.TB, probes []Probe, args ...string) (string, *inject.Capture, Stats) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "raw")
	if err := inject.Prepare(dir); err != nil {
		t.Fatal(err)
	}
	to := Output{Folder: dir}
	for k := range probes {
		if err := probes[k].Resolve(); err != nil {
			t.Fatal(err)
		}
		to.Rows = append(to.Rows, uint32(10+k))
	}
	s, err := Start(probes, to)
	if errors.Is(err, ErrNotPermitted) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	said, err := exec.Command(args[0], args[1:]...).Output()
	stats, serr := s.Stop()
	if err := errors.Join(err, serr, inject.Ended(dir)); err != nil {
		t.Fatal(err)
	}
	c, err := inject.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return string(said), c, stats
}

// Every call of hidden functions of a static program is there, nested as it was, with
// its payload, on the thread that made it.
func TestStatic(t *testing.T) {
	program := compileC(t, "static.c", "-static")
	const n = 5000
	said, c, stats := probed(t, []Probe{{File: program, Symbol: "outer"}, {File: program, Symbol: "inner"}}, program, fmt.Sprint(n))
	if want := fmt.Sprintf("%d %d\n", 2*n, 3*n); said != want {
		t.Fatalf("the program printed %q, want %q", said, want)
	}
	if stats != (Stats{Calls: 5 * n}) {
		t.Errorf("got %+v, want %d calls and nothing lost", stats, 5*n)
	}
	count, within, depth := map[string]int{}, 0, map[int32]int{}
	for e := range c.Trace.Events() {
		switch e.Kind {
		case trace.Begin:
			name := c.Trace.Names[e.Name]
			count[name]++
			if name == "inner" && depth[e.Track] == 1 {
				within++
			}
			depth[e.Track]++
		case trace.End:
			depth[e.Track]--
		}
	}
	if count["outer"] != 2*n || count["inner"] != 3*n || within != 3*n || len(depth) != 2 {
		t.Errorf("got %v, %d inner ones within, on %d threads", count, within, len(depth))
	}
	for _, p := range trace.Check(c.Trace) {
		if p.Sort != trace.ProblemPhase {
			t.Error(p)
		}
	}
	payloads := 0
	for b := range c.Trace.Blobs() {
		if b.Sort == "nvtx.payload" && b.ID == schemaBrief && len(b.Data) == 8*briefWords {
			payloads++
		}
	}
	if payloads != 5*n {
		t.Errorf("got %d payloads of calls, want %d", payloads, 5*n)
	}
}

// Programs that nobody started from here are not recorded, children of children are.
func TestDescendants(t *testing.T) {
	program := compileC(t, "static.c")
	if _, err := os.Stat("/usr/bin/setsid"); err != nil {
		t.Skip("no setsid")
	}
	_, c, stats := probed(t, []Probe{{File: program, Symbol: "outer"}}, "sh", "-c", program+" 10; ("+program+" 20)")
	if stats.Calls != 60 || c.Stats.Processes != 2 {
		t.Errorf("got %+v of %d processes, want 60 calls of 2", stats, c.Stats.Processes)
	}
}

// What cannot be probed is an error that says why.
func TestResolve(t *testing.T) {
	program := compileC(t, "static.c")
	stripped := program + ".stripped"
	if said, err := exec.Command("strip", "-o", stripped, program).CombinedOutput(); err != nil {
		t.Skipf("no strip: %v: %s", err, said)
	}
	for _, c := range []struct{ file, symbol, want string }{
		{program, "nothing", "no function nothing in the symbol tables"},
		{stripped, "outer", "no function outer in the dynamic symbols, and the file is stripped"},
		{program, "0xffffffff", "is in no code"},
		{"testdata/static.c", "outer", "no ELF file"},
		{"no-such-file", "outer", "no such file"},
	} {
		p := Probe{File: c.file, Symbol: c.symbol}
		if strings.HasPrefix(c.symbol, "0x") {
			p.Offset = 0xffffffff
		}
		if err := p.Resolve(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s:%s: got %v, want %q", c.file, c.symbol, err, c.want)
		}
	}
}

// One call costs two traps.
func BenchmarkCall(b *testing.B) {
	program := compileC(b, "static.c")
	run := func(probes ...Probe) {
		if len(probes) == 0 {
			if err := exec.Command(program, "20000").Run(); err != nil {
				b.Fatal(err)
			}
			return
		}
		probed(b, probes, program, "20000")
	}
	b.Run("plain", func(b *testing.B) {
		for b.Loop() {
			run()
		}
	})
	b.Run("probed", func(b *testing.B) {
		for b.Loop() {
			run(Probe{File: program, Symbol: "outer"})
		}
	})
}

// A stop in the kernel costs between 0.1 µs and 1 ms.
func TestCost(t *testing.T) {
	cost, err := Cost()
	if errors.Is(err, ErrNotPermitted) {
		t.Skip(err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if cost < 100*time.Nanosecond || cost > time.Millisecond {
		t.Errorf("got %v a call", cost)
	}
	t.Log(cost)
}

package xplane_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/xplanetest"
	"github.com/nrkit/nrkit/internal/xplane"
	"github.com/nrkit/nrkit/trace"
)

// In a profile of pmap on AMD, whose events say of which module and instruction
// they are, the phases are those that the program has for these; and the calls,
// which have lines of their own, are of the threads whose ranges of the same
// modules and instructions they lie in.
func TestPmap(t *testing.T) {
	const devices, n = 4, 12
	tr, warnings, err := xplane.Read(bytes.NewReader(xplanetest.Pmap{Devices: devices, Iterations: n, Start: start}.Space().Encode()), xplane.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := trace.Summarize(tr, trace.SummaryOptions{})
	want := map[string][2]int64{
		"timestep":      {devices * n, devices * n * 8500},
		"nr_iteration":  {devices * n, devices * n * 8500},
		"build_system":  {devices * n, devices * n * xplanetest.PmapBuildNS},
		"linear_solve":  {devices * n, devices * n * xplanetest.PmapSolveNS},
		"custom-call.1": {devices * n, devices * n * xplanetest.PmapSolveNS},
	}
	for _, p := range s.Phases {
		if x, ok := want[p.Name]; ok && (p.GPU == nil || p.Count != x[0] || *p.GPU != x[1]) {
			t.Errorf("%s: got %d times, %v, want %d times, %d ns", p.Name, p.Count, p.GPU, x[0], x[1])
		}
		delete(want, p.Name)
	}
	if len(want) > 0 || s.Device.Unattributed != 0 {
		t.Errorf("no %v; %d ns are of no phase", want, s.Device.Unattributed)
	}
	text := strings.Join(warnings, "\n")
	for d := range devices {
		if !strings.Contains(text, fmt.Sprintf("Host Threads/%d: %d calls, of tf_XLAPjRt/%d", 4000+d, 4*n, d)) {
			t.Errorf("got %q", warnings)
		}
	}
}

// TestPmapThatFitsNowhere moves what joins calls and threads, or instructions and
// paths: nothing is joined by half of it.
func TestPmapThatFitsNowhere(t *testing.T) {
	each := func(s *xplanetest.Space, f func(l *xplanetest.Line, e *xplanetest.Event)) {
		for _, p := range s.Planes {
			for _, l := range p.Lines {
				for k := range l.Events {
					f(l, &l.Events[k])
				}
			}
		}
	}
	set := func(e *xplanetest.Event, name string, value any) {
		for k := range e.Stats {
			if e.Stats[k].Name == name {
				e.Stats = slices.Clone(e.Stats)
				e.Stats[k].Value = value
			}
		}
	}
	isCall := func(l *xplanetest.Line) bool { return strings.HasPrefix(l.Name, "Host Threads/") }
	for name, c := range map[string]struct {
		change          func(l *xplanetest.Line, e *xplanetest.Event)
		phases, adopted bool
	}{
		"as it is":                    {func(*xplanetest.Line, *xplanetest.Event) {}, true, true},
		"another module":              {func(l *xplanetest.Line, e *xplanetest.Event) { set(e, "hlo_module", xplanetest.Ref("jit_g")) }, false, false},
		"a program that is not there": {func(l *xplanetest.Line, e *xplanetest.Event) { set(e, "program_id", uint64(7)) }, false, true},
		"a number of no program, of two": {func(l *xplanetest.Line, e *xplanetest.Event) {
			e.Stats = slices.DeleteFunc(slices.Clone(e.Stats), func(s xplanetest.Stat) bool { return s.Name == "program_id" })
		}, false, true},
		"one call too early": {func(l *xplanetest.Line, e *xplanetest.Event) {
			if isCall(l) && e.Offset < 20e6 {
				e.Offset = 0
			}
		}, true, false},
		"threads run other instructions": {func(l *xplanetest.Line, e *xplanetest.Event) {
			if e.Name == "loop_fusion" {
				e.Name = "loop_fusion.7"
			}
		}, true, false},
	} {
		s := xplanetest.Pmap{Devices: 2, Iterations: 5, Start: start}.Space()
		each(s, c.change)
		tr, warnings, err := xplane.Read(bytes.NewReader(s.Encode()), xplane.Options{})
		if err != nil {
			t.Fatal(err)
		}
		solve := false
		for _, p := range trace.Summarize(tr, trace.SummaryOptions{}).Phases {
			solve = solve || p.Name == "linear_solve"
		}
		if adopted := strings.Contains(strings.Join(warnings, " "), "of the same module and instruction"); solve != c.phases || adopted != c.adopted {
			t.Errorf("%s: got phases %v, calls of threads %v, want %v, %v: %q", name, solve, adopted, c.phases, c.adopted, warnings)
		}
	}
}

// TestThreadsAtOneTime: where two threads run the same instructions at the same
// times, nothing says whose a call is.
func TestThreadsAtOneTime(t *testing.T) {
	s := xplanetest.Pmap{Devices: 2, Iterations: 5, Start: start}.Space()
	host := s.Planes[3]
	for _, l := range host.Lines {
		if strings.HasSuffix(l.Name, "/1") {
			l.Events = host.Lines[2].Events
		}
	}
	_, warnings, err := xplane.Read(bytes.NewReader(s.Encode()), xplane.Options{})
	if err != nil || strings.Contains(strings.Join(warnings, " "), "of the same module") {
		t.Errorf("got %q, %v", warnings, err)
	}
}

// TestProgramsSayWhatEventsSay takes the paths of events out of real profiles: the
// programs have the same for all of them. In one of them 30 of 65 kernels have
// none of their own.
func TestProgramsSayWhatEventsSay(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "traces", "jax", "*.xplane.pb"))
	if err != nil || len(files) == 0 {
		t.Fatal("no profiles", err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		names := func(data []byte) []string {
			tr, warnings, err := xplane.Read(bytes.NewReader(data), xplane.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if text := strings.Join(warnings, " "); !strings.Contains(text, "of the same module and instruction") {
				t.Errorf("%s: got %q", file, warnings)
			}
			var list []string
			for k, name := range tr.Names {
				if tr.Sort(int32(k)) == trace.SortKernel {
					list = append(list, name)
				}
			}
			slices.Sort(list)
			return list
		}
		without := bytes.ReplaceAll(data, []byte("\x12\x04name"), []byte("\x12\x04nope"))
		if bytes.Equal(without, data) {
			t.Fatal("no stat is called name")
		}
		got, want := names(without), names(data)
		if strings.Contains(file, "elementwise") && slices.ContainsFunc(want, func(s string) bool { return strings.Contains(s, " @ jit_") }) {
			t.Errorf("%s: kernels without a path in %q", filepath.Base(file), want)
		}
		if !slices.Equal(got, want) || !strings.Contains(strings.Join(want, " "), " @ jit(") {
			t.Errorf("%s: got\n%q\nwant\n%q", filepath.Base(file), got, want)
		}
	}
}

// TestDamagedPrograms reads programs that are cut at every byte: the rest of the
// profile stays.
func TestDamagedPrograms(t *testing.T) {
	whole := xplanetest.Pmap{Devices: 1, Iterations: 2, Start: start}.Space()
	stat := &whole.Planes[0].Lines[0].Events[0].MetaStats[0]
	proto := stat.Value.([]byte)
	for n := range proto {
		stat.Value = proto[:n]
		tr, _, err := xplane.Read(bytes.NewReader(whole.Encode()), xplane.Options{})
		if err != nil || len(tr.Tracks) == 0 {
			t.Fatalf("%d bytes: %v", n, err)
		}
	}
}

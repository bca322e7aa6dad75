package pprof_test

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/pprof"
)

func write(t *testing.T, tr *trace.Trace) (*profile.Profile, []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := pprof.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.CheckValid(); err != nil {
		t.Fatal(err)
	}
	return p, b.Bytes()
}

// Sums by leaf, and inclusive by every name on the stack, are those of the
// ranges.
func TestSums(t *testing.T) {
	traces := []*trace.Trace{walktest.NR(500, true)}
	for seed := range walktest.Seeds(50) {
		traces = append(traces, walktest.Random(seed, 400))
	}
	for i, tr := range traces {
		p, _ := write(t, tr)
		want, got := map[string][2]int64{}, map[string][2]int64{}
		for r := range tr.Ranges() {
			s := want[tr.Names[r.Name]]
			want[tr.Names[r.Name]] = [2]int64{s[0] + 1, s[1] + r.Self}
		}
		for _, s := range p.Sample {
			leaf := s.Location[0].Line[0].Function.Name
			sum := got[leaf]
			got[leaf] = [2]int64{sum[0] + s.Value[0], sum[1] + s.Value[1]}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("trace %d: -want +got\n%s", i, diff)
		}
	}
}

func TestStacksAndLabels(t *testing.T) {
	var events []trace.Event
	now := int64(0)
	begin := func(name int32) {
		events = append(events, trace.Event{Kind: trace.Begin, Time: now, Name: name, Index: trace.NoIndex})
		now += 10
	}
	end := func() { events = append(events, trace.Event{Kind: trace.End, Time: now}) }
	begin(11) // operating point
	begin(2)
	end()
	end()
	for range 3 {
		begin(1)
		for range 70 {
			begin(2)
			begin(5)
			end()
			end()
		}
		end()
	}
	tr := walktest.Of(1, events)
	p, _ := write(t, tr)
	got := map[string]int{}
	for _, s := range p.Sample {
		text := ""
		for _, l := range s.Location {
			text += l.Line[0].Function.Name + " < "
		}
		text += fmt.Sprint(s.Label["circuit"], s.Label["regime"], s.Label["track"], s.NumLabel["iteration"], s.NumUnit["iteration"], s.Value)
		got[text]++
	}
	for _, want := range []string{
		"operating_point < [c6288][][][][][1 10]",
		"nr_iteration < operating_point < [c6288][][][1][iteration][1 10]",
		"timestep < [c6288][cold][][][][1 10]",
		"timestep < [c6288][warm][][][][2 20]",
		"factor < nr_iteration < timestep < [c6288][cold][][1][iteration][1 10]",
		"factor < nr_iteration < timestep < [c6288][warm][][64][iteration][2 20]",
		"factor < nr_iteration < timestep < [c6288][warm][][65][iteration][12 120]",
	} {
		if got[strings.ReplaceAll(want, "][", "] [")] != 1 {
			t.Errorf("no sample %s in\n%s", want, strings.Join(slices.Sorted(maps.Keys(got)), "\n"))
		}
	}
	if len(p.Sample) != 2+2+2*2*65 {
		t.Errorf("got %d samples, want %d", len(p.Sample), 2+2+2*2*65)
	}
	if p.TimeNanos != tr.Header.Start.UnixNano() || p.DurationNanos != now || p.DefaultSampleType != "wall" {
		t.Errorf("got time %d, duration %d, default %s", p.TimeNanos, p.DurationNanos, p.DefaultSampleType)
	}
	want := []string{"program: nrprof run c6288", "host: host", "clock: monotonic", "timer_ns: 31.5", "circuit: c6288", "ordering: amd"}
	if diff := cmp.Diff(want, p.Comments); diff != "" {
		t.Errorf("comments: -want +got\n%s", diff)
	}
}

// go tool pprof shows what it should, as a person would ask for it.
func TestTool(t *testing.T) {
	_, file := write(t, walktest.NR(100, false))
	path := filepath.Join(t.TempDir(), "run.pb.gz")
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	top := func(flags ...string) map[string]string {
		args := append([]string{"tool", "pprof", "-top", "-unit=ns", "-nodefraction=0"}, flags...)
		var complaints bytes.Buffer
		cmd := exec.Command("go", append(args, path)...)
		cmd.Stderr = &complaints
		out, err := cmd.Output()
		if err != nil || strings.Contains(complaints.String(), "not available") {
			t.Fatalf("go tool pprof: %v, %s", err, &complaints)
		}
		rows := map[string]string{}
		for _, m := range regexp.MustCompile(`(?m)^ *(\S+) +\S+ +\S+ +(\S+) +\S+ +(\w+)$`).FindAllStringSubmatch(string(out), -1) {
			rows[m[3]] = m[1] + " " + m[2]
		}
		return rows
	}
	for _, c := range []struct {
		flags []string
		keep  func(step, iteration int64) bool
	}{
		{nil, func(_, _ int64) bool { return true }},
		{[]string{"-tagfocus=iteration=1:2"}, func(_, i int64) bool { return i < 2 }},
		{[]string{"-tagfocus=iteration=3"}, func(_, i int64) bool { return i == 2 }},
		{[]string{"-tagfocus=regime=cold"}, func(s, _ int64) bool { return s == 0 }},
	} {
		if got, want := top(c.flags...)["factor"], factor(walktest.NREvents(100, false), c.keep); got != want {
			t.Errorf("%v: got %s, want %s", c.flags, got, want)
		}
	}
	if got := top("-sample_index=calls", "-unit=count")["factor"]; got != "300 300" {
		t.Errorf("got %s calls, want 300 300", got)
	}
}

// factor returns the time in the phase factor, flat and cumulative, in the
// steps and iterations that keep says, in pprof's words.
func factor(events []trace.Event, keep func(step, iteration int64) bool) string {
	var step, iteration, start, sum int64
	for _, e := range events {
		switch {
		case e.Kind == trace.Begin && e.Name == 1:
			step = e.Index
		case e.Kind == trace.Begin && e.Name == 2:
			iteration = e.Index
		case e.Kind == trace.Begin && e.Name == 5:
			start = e.Time
		case e.Kind == trace.End && e.Name == 5 && keep(step, iteration):
			sum += e.Time - start
		}
	}
	return fmt.Sprintf("%dns %dns", sum, sum)
}

func TestErrorOfWriter(t *testing.T) {
	full := errors.New("full")
	if err := pprof.Write(failing{full}, walktest.NR(1, false)); !errors.Is(err, full) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

package export_test

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	perf "golang.org/x/perf/benchfmt"

	"github.com/nrkit/nrkit/internal/merge"
	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/export"
)

// timelineOf reads an export.
func timelineOf(t *testing.T, path string) *trace.Trace {
	t.Helper()
	e, err := nsys.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	tr, _, err := timeline.Read(e, timeline.Options{OSCalls: true})
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

// gpuTraces returns traces of exports with work on a GPU, and two of them as
// ranks of one trace, which have the same processes, threads, streams,
// correlation ids and so on.
func gpuTraces(t *testing.T) []*trace.Trace {
	t.Helper()
	var list []*trace.Trace
	for k, s := range []timelinetest.Solver{{Steps: 7, PID: 4711, Start: 1e18}, {Steps: 4, PID: 4711, Start: 1e18 + 12345, Seed: 8}} {
		path := filepath.Join(t.TempDir(), strconv.Itoa(k)+".sqlite")
		if err := s.Write(path); err != nil {
			t.Fatal(err)
		}
		list = append(list, timelineOf(t, path))
	}
	m, err := merge.Merge(list, merge.Options{Align: merge.Wall})
	if err != nil {
		t.Fatal(err)
	}
	return append(list, m.Trace)
}

// GPU time of phases survives Chrome JSON, and is that of pprof. Of a merged
// trace it is the sum of the ranks'.
func TestGPUTimeAgrees(t *testing.T) {
	traces := gpuTraces(t)
	sums := map[string]int64{}
	for i, tr := range traces {
		s := trace.Summarize(tr, trace.SummaryOptions{})
		want := gpuOf(s)
		if i < 2 {
			for name, ns := range want {
				sums[name] += ns
			}
		} else if fmt.Sprint(sums) != fmt.Sprint(want) {
			t.Errorf("merged: got %v, want %v", want, sums)
		}
		if want["gpu build_system"] == 0 || want["wait convergence"] == 0 {
			t.Errorf("got %v", want)
		}
		var b bytes.Buffer
		if err := chrome.Write(&b, tr); err != nil {
			t.Fatal(err)
		}
		again, warnings, err := chrome.Read(&b)
		if err != nil || len(warnings) > 0 {
			t.Fatal(err, warnings)
		}
		if got := gpuOf(trace.Summarize(again, trace.SummaryOptions{})); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("Chrome JSON of trace %d: got %v, want %v", i, got, want)
		}
		delete(want, "gpu app:request") // is on another lane than the call, and a stack has one
		delete(want, "wait app:request")
		if got := profileGPU(t, tr); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("pprof of trace %d: got %v, want %v", i, got, want)
		}
		for name := range want {
			if strings.HasPrefix(name, "wait ") {
				delete(want, name)
			}
		}
		if got := benchGPU(t, tr); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("benchmark lines of trace %d: got %v, want %v", i, got, want)
		}
	}
}

// gpuOf returns GPU time and waiting of phases.
func gpuOf(s *trace.Summary) map[string]int64 {
	out := map[string]int64{}
	for _, p := range s.Phases {
		if *p.GPU > 0 {
			out["gpu "+p.Name] = *p.GPU
		}
		if *p.Wait > 0 {
			out["wait "+p.Name] = *p.Wait
		}
	}
	return out
}

// profileGPU returns the same as the profile of a trace has it: inclusive.
func profileGPU(t *testing.T, tr *trace.Trace) map[string]int64 {
	t.Helper()
	f, err := export.ByName("x.pb.gz")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, tr); err != nil {
		t.Fatal(err)
	}
	p, err := profile.Parse(&b)
	if err != nil {
		t.Fatal(err)
	}
	phases := map[string]bool{}
	for i, name := range tr.Names {
		phases[name] = phases[name] || tr.Sort(int32(i)) == ""
	}
	out := map[string]int64{}
	for _, s := range p.Sample {
		for _, l := range s.Location {
			name := l.Line[0].Function.Name
			if phases[name] && s.Value[2] > 0 {
				out["gpu "+name] += s.Value[2]
			}
			if phases[name] && s.Value[3] > 0 {
				out["wait "+name] += s.Value[3]
			}
		}
	}
	return out
}

// benchGPU returns GPU time as benchmark lines have it, of a trace whose steps
// have another name, so that none are left out.
func benchGPU(t *testing.T, tr *trace.Trace) map[string]int64 {
	t.Helper()
	u := *tr
	u.Names = slices.Clone(tr.Names)
	u.Names[slices.Index(u.Names, trace.PhaseTimestep)] = "step"
	f, err := export.ByName("x.bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := f.Write(&b, &u); err != nil {
		t.Fatal(err)
	}
	out := map[string]int64{}
	r := perf.NewReader(&b, "x")
	for r.Scan() {
		res, ok := r.Result().(*perf.Result)
		if !ok {
			t.Fatal(r.Result())
		}
		_, name, _ := strings.Cut(string(res.Name), "/phase=")
		if name == "step" {
			name = trace.PhaseTimestep
		}
		for _, v := range res.Values {
			unit, value := v.Unit, v.Value
			if v.OrigUnit != "" {
				unit, value = v.OrigUnit, v.OrigValue
			}
			if ns := int64(math.Round(value * float64(res.Iters))); unit == "gpu-ns/op" && ns > 0 {
				out["gpu "+name] += ns
			}
		}
	}
	return out
}

// readNVTXT reads ranges as ImportNvtxt does.
func readNVTXT(t *testing.T, b []byte) map[string]total {
	type open struct {
		name          string
		start, inside int64
	}
	stacks := map[string][]open{}
	out := map[string]total{}
	for line := range strings.Lines(string(b)) {
		f := strings.SplitN(strings.TrimSuffix(line, "\n"), ", ", 5)
		if f[0] != "RangePush" && f[0] != "RangePop" {
			continue
		}
		ns, err := strconv.ParseInt(f[3], 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		thread := f[1] + "/" + f[2]
		stack := stacks[thread]
		if f[0] == "RangePush" {
			stacks[thread] = append(stack, open{name: strings.Trim(f[4], `"`), start: ns})
			continue
		}
		r := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		took := ns - r.start
		s := out[r.name]
		out[r.name] = total{s.calls + 1, s.inclusive + took, s.self + took - r.inside}
		if len(stack) > 0 {
			stack[len(stack)-1].inside += took
		}
		stacks[thread] = stack
	}
	for thread, stack := range stacks {
		if len(stack) > 0 {
			t.Errorf("thread %s: %v never ends", thread, stack)
		}
	}
	return out
}

// Every database exports to every format, with a slice for every row.
func TestDatabases(t *testing.T) {
	dir := os.Getenv("NRKIT_ORACLE")
	if dir == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	files, err := filepath.Glob(filepath.Join(dir, "nsys", "*.sqlite"))
	if err != nil || len(files) < 9 {
		t.Fatalf("got %d databases, %v, want 9 or more", len(files), err)
	}
	for i, path := range files {
		tr := timelineOf(t, path)
		want := totals(tr)
		for _, f := range export.Formats() {
			var b bytes.Buffer
			if err := f.Write(&b, tr); err != nil {
				t.Fatalf("%s: %s: %v", path, f.Name, err)
			}
			if d := decoders[f.Suffix]; d != nil {
				compare(t, i, f.Suffix, want, d(t, b.Bytes()))
			}
		}
	}
}

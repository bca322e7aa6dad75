package export_test

import (
	"bytes"
	"compress/gzip"
	stdcsv "encoding/csv"
	"errors"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/pprof/profile"
	perf "golang.org/x/perf/benchfmt"

	"github.com/nrkit/nrkit/internal/testkit/perfettotest"
	"github.com/nrkit/nrkit/internal/testkit/walktest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
	"github.com/nrkit/nrkit/trace/export"
)

func TestByName(t *testing.T) {
	var known []string
	for _, f := range export.Formats() {
		known = append(known, f.Suffix)
		if got, err := export.ByName("a" + f.Suffix); err != nil || got.Name != f.Name || f.Name == "" {
			t.Errorf("%s: got %q, %v", f.Suffix, got.Name, err)
		}
	}
	for path, want := range map[string]string{
		"a.pftrace": ".pftrace", "dir.csv/run.PB.GZ": ".pb.gz", "a.json": ".json", "a.Json.gz": ".json.gz",
		"a.csv": ".csv", "a.bench.txt": ".bench.txt", "a.nvtxt": ".nvtxt", "a.nrt": ".nrt",
	} {
		if f, err := export.ByName(path); err != nil || f.Suffix != want {
			t.Errorf("%s: got %q, %v; want %s", path, f.Suffix, err, want)
		}
	}
	for _, path := range []string{"a.nvtx", "a.txt", "", "csv", "a.csv/b", "a.gz"} {
		_, err := export.ByName(path)
		want := path + ": want a file name that ends in one of " + strings.Join(known, " ")
		if err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", path, err, want)
		}
	}
}

// A total is the calls of a phase and their time in ns.
type total struct{ calls, inclusive, self int64 }

// In every format, each phase has the same calls and nanoseconds as in the
// events. Formats that know only one of inclusive and self time are compared by
// that one.
func TestTotalsAgree(t *testing.T) {
	traces := []*trace.Trace{walktest.NR(400, true), walktest.NR(3, false)}
	traces = append(traces, gpuTraces(t)...)
	for seed := range uint64(30) {
		traces = append(traces, walktest.Random(seed, 500))
	}
	for i, tr := range traces {
		want := totals(tr)
		for _, f := range export.Formats() {
			if f.Suffix == ".bench.txt" {
				continue // leaves steps out: below
			}
			var b bytes.Buffer
			if err := f.Write(&b, tr); err != nil {
				t.Fatal(err)
			}
			got := decoders[f.Suffix](t, b.Bytes())
			compare(t, i, f.Suffix, want, got)
		}
	}
}

// What benchfmt has of a trace without time steps is all of it.
func TestTotalsOfBenchfmt(t *testing.T) {
	f, err := export.ByName("x.bench.txt")
	if err != nil {
		t.Fatal(err)
	}
	traces := gpuTraces(t)
	for seed := range uint64(30) {
		traces = append(traces, walktest.Random(seed, 500))
	}
	for i, tr := range traces {
		tr.Names = slices.Clone(tr.Names)
		tr.Names[slices.Index(tr.Names, trace.PhaseTimestep)] = "step"
		for k, name := range tr.Names {
			tr.Names[k] = strings.ReplaceAll(name, " ", "_") // as in names of benchmarks
		}
		var b bytes.Buffer
		if err := f.Write(&b, tr); err != nil {
			t.Fatal(err)
		}
		compare(t, i, f.Suffix, totals(tr), readBench(t, b.Bytes()))
	}
}

func compare(t *testing.T, i int, format string, want, got map[string]total) {
	t.Helper()
	for name, w := range want {
		g, ok := got[name]
		if g.inclusive < 0 {
			w.inclusive = -1
		}
		if g.self < 0 {
			w.self = -1
		}
		if !ok || g != w {
			t.Errorf("trace %d %s: %s: got %+v, want %+v", i, format, name, g, w)
		}
	}
	if len(got) != len(want) {
		t.Errorf("trace %d %s: got %d phases, want %d", i, format, len(got), len(want))
	}
}

func totals(tr *trace.Trace) map[string]total {
	out := map[string]total{}
	for r := range tr.Ranges() {
		s := out[tr.Names[r.Name]]
		out[tr.Names[r.Name]] = total{s.calls + 1, s.inclusive + r.End - r.Start, s.self + r.Self}
	}
	return out
}

// decoders read what the formats say, with -1 for what they do not.
var decoders = map[string]func(t *testing.T, b []byte) map[string]total{
	".nrt": func(t *testing.T, b []byte) map[string]total {
		tr, err := trace.Read(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		return totals(tr)
	},
	".pftrace": readPerfetto,
	".pb.gz":   readProfile,
	".json":    readChrome,
	".json.gz": func(t *testing.T, b []byte) map[string]total {
		z, err := gzip.NewReader(bytes.NewReader(b))
		if err != nil {
			t.Fatal(err)
		}
		plain, err := io.ReadAll(z)
		if err != nil {
			t.Fatal(err)
		}
		return readChrome(t, plain)
	},
	".csv":   readCSV,
	".nvtxt": readNVTXT,
}

func readChrome(t *testing.T, b []byte) map[string]total {
	tr, _, err := chrome.Read(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	return totals(tr)
}

func readProfile(t *testing.T, b []byte) map[string]total {
	p, err := profile.ParseData(b)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]total{}
	for _, s := range p.Sample {
		name := s.Location[0].Line[0].Function.Name
		sum := out[name]
		self := s.Value[1]
		if len(s.Value) > 2 {
			self += s.Value[2] // gpu, of work, which has no wall
		}
		out[name] = total{sum.calls + s.Value[0], -1, max(sum.self, 0) + self}
	}
	return out
}

func readCSV(t *testing.T, b []byte) map[string]total {
	rows, err := stdcsv.NewReader(bytes.NewReader(b)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]total{}
	for _, r := range rows[1:] {
		dur, err1 := strconv.ParseInt(r[5], 10, 64)
		self, err2 := strconv.ParseInt(r[6], 10, 64)
		if err := errors.Join(err1, err2); err != nil {
			t.Fatal(err)
		}
		s := out[r[1]]
		out[r[1]] = total{s.calls + 1, s.inclusive + dur, s.self + self}
	}
	return out
}

func readBench(t *testing.T, b []byte) map[string]total {
	out := map[string]total{}
	r := perf.NewReader(bytes.NewReader(b), "x")
	for r.Scan() {
		res, ok := r.Result().(*perf.Result)
		if !ok {
			t.Fatal(r.Result())
		}
		_, name, _ := strings.Cut(string(res.Name), "/phase=")
		s := out[name]
		n := float64(res.Iters)
		s.calls += int64(res.Iters)
		for _, v := range res.Values { // one of 0 ns keeps its unit
			switch ns := int64(math.Round(v.OrigValue * n)); {
			case v.OrigUnit == "ns/op":
				s.inclusive += ns
			case v.OrigUnit == "self-ns/op":
				s.self += ns
			case v.OrigUnit == "gpu-ns/op" || v.Unit == "gpu-sec/op": // TestGPUTimeAgrees has it
			case v.Value != 0:
				t.Fatalf("got %v %s", v.Value, v.Unit)
			}
		}
		out[name] = s
	}
	return out
}

func readPerfetto(t *testing.T, b []byte) map[string]total {
	d, err := perfettotest.Decode(b)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]total{}
	for _, tr := range d.Tracks {
		for _, s := range tr.Slices {
			if s.End >= 0 {
				sum := out[s.Name]
				out[s.Name] = total{sum.calls + 1, sum.inclusive + s.End - s.Start, -1}
			}
		}
	}
	return out
}

func TestErrorsOfWriters(t *testing.T) {
	full := errors.New("full")
	for _, f := range export.Formats() {
		writes := failing{room: 1 << 30}
		if err := f.Write(&writes, walktest.NR(1000, true)); err != nil {
			t.Fatal(err)
		}
		last := 1<<30 - writes.room - 1
		for _, room := range []int{0, last / 2, last} { // the write that fails
			if err := f.Write(&failing{room, full}, walktest.NR(1000, true)); !errors.Is(err, full) {
				t.Errorf("%s: got %v after %d writes of %d, want the writer's error", f.Name, err, room, last+1)
			}
		}
	}
}

// A failing writer takes so many writes.
type failing struct {
	room int
	err  error
}

func (f *failing) Write(p []byte) (int, error) {
	if f.room--; f.room < 0 {
		return 0, f.err
	}
	return len(p), nil
}

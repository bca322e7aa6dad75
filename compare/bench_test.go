package compare

import (
	"bytes"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	oracle "golang.org/x/perf/benchfmt"

	"github.com/nrkit/nrkit/trace/benchfmt"
)

// What the exporter writes of two runs are two runs, whose means are those of
// the calls that it takes.
func TestBenchOfTraces(t *testing.T) {
	var text bytes.Buffer
	rng := rand.New(rand.NewPCG(5, 5))
	for range 2 {
		if err := benchfmt.Write(&text, twoPercent.trace(rng, time.Unix(0, 0))); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := ReadBench("x.bench.txt", text.Bytes())
	if err != nil || len(runs) != 2 || runs[0].Program != "sim" || runs[0].Labels["circuit"] != "x" {
		t.Fatalf("got %d runs, %v", len(runs), err)
	}
	for _, r := range runs {
		q := Quantity{Benchmark, "Phase/circuit=x/phase=refactor", Whole, Self, "ns"}
		if v := r.Values[q]; math.Abs(v.X-25_000) > 2500 {
			t.Errorf("got %v in %d values, want about 25000 ns", v, len(r.Values))
		}
	}
	if runs[0].Values[Quantity{Benchmark, "Phase/circuit=x/phase=lte", Whole, Time, "ns"}] == runs[1].Values[Quantity{Benchmark, "Phase/circuit=x/phase=lte", Whole, Time, "ns"}] {
		t.Error("both runs have the same times")
	}
}

// Lines of other programs are runs: the k-th of each name is of the k-th.
func TestBenchOfOthers(t *testing.T) {
	const text = `goos: linux
pkg: example.com/x
commit: 123
BenchmarkA-2 	 100	 50 ns/op	 8 B/op
BenchmarkB-2 	 100	 70 ns/op	 3.5 MB/s
BenchmarkA-2 	 100	 60 ns/op	 8 B/op
PASS
`
	runs, err := ReadBench("x", []byte(text))
	if err != nil || len(runs) != 2 {
		t.Fatalf("got %d runs, %v", len(runs), err)
	}
	for i, want := range []map[Quantity]float64{
		{{Benchmark, "A-2", Whole, Time, "ns"}: 50, {Benchmark, "A-2", Whole, Other, "B/op"}: 8, {Benchmark, "B-2", Whole, Time, "ns"}: 70, {Benchmark, "B-2", Whole, Other, "MB/s"}: 3.5},
		{{Benchmark, "A-2", Whole, Time, "ns"}: 60, {Benchmark, "A-2", Whole, Other, "B/op"}: 8},
	} {
		if len(runs[i].Values) != len(want) {
			t.Errorf("run %d: got %v", i, runs[i].Values)
		}
		for q, x := range want {
			if got := runs[i].Values[q].X; got != x {
				t.Errorf("run %d: %v: got %g, want %g", i, q, got, x)
			}
		}
	}
	if l := runs[0].Labels; l["goos"] != "linux" || l["pkg"] == "" || l["commit"] != "" {
		t.Errorf("got labels %v", l)
	}
}

// What go test ./... prints has benchmarks of one name in several packages.
func TestBenchOfPackages(t *testing.T) {
	const text = `goos: linux
pkg: example.com/a
BenchmarkX-2 100 50 ns/op
BenchmarkX-2 100 60 ns/op
PASS
pkg: example.com/b
BenchmarkX-2 100 7 ns/op
BenchmarkX-2 100 8 ns/op
`
	runs, err := ReadBench("x", []byte(text))
	if err != nil || len(runs) != 2 {
		t.Fatalf("got %d runs, want 2; %v", len(runs), err)
	}
	for i, want := range [][2]float64{{50, 7}, {60, 8}} {
		for k, name := range []string{"example.com/a.X-2", "example.com/b.X-2"} {
			if got := runs[i].Values[Quantity{Benchmark, name, Whole, Time, "ns"}].X; got != want[k] {
				t.Errorf("run %d: %s: got %g, want %g", i, name, got, want[k])
			}
		}
		if l := runs[i].Labels; len(runs[i].Values) != 2 || l["pkg"] != "" || l["goos"] != "linux" {
			t.Errorf("run %d: got %d values and labels %v", i, len(runs[i].Values), l)
		}
	}
}

// joined is six runs of a circuit, one by the trapezoidal rule, as cat joins what
// nrprof export wrote: files whose labels stand before and after their program.
func joined(t *testing.T, methods ...string) (text []byte) {
	rng := rand.New(rand.NewPCG(8, 8))
	for i, method := range methods {
		tr := twoPercent.trace(rng, time.Unix(int64(i), 0))
		tr.Header.Labels["method"], tr.Header.Labels["unknowns"] = method, "12"
		if i%2 > 0 {
			tr.Header.Labels["ordering"] = "amd"
		}
		var one bytes.Buffer
		if err := benchfmt.Write(&one, tr); err != nil {
			t.Fatal(err)
		}
		text = append(text, one.Bytes()...)
	}
	return text
}

// Files that cat joined are the runs that they are by themselves: each has its
// own labels and values, and none of the run before it.
func TestBenchJoined(t *testing.T) {
	methods := []string{"trap", "gear", "gear", "gear", "gear", "gear"}
	rng := rand.New(rand.NewPCG(8, 8))
	runs, err := ReadBench("x.bench.txt", joined(t, methods...))
	if err != nil || len(runs) != len(methods) {
		t.Fatalf("got %d runs, want %d; %v", len(runs), len(methods), err)
	}
	for i, r := range runs {
		tr := twoPercent.trace(rng, time.Unix(int64(i), 0))
		tr.Header.Labels["method"], tr.Header.Labels["unknowns"] = methods[i], "12"
		if i%2 > 0 {
			tr.Header.Labels["ordering"] = "amd"
		}
		var one bytes.Buffer
		if err := benchfmt.Write(&one, tr); err != nil {
			t.Fatal(err)
		}
		alone, err := ReadBench("x.bench.txt", one.Bytes())
		if err != nil || len(alone) != 1 {
			t.Fatal(len(alone), err)
		}
		if !maps.Equal(r.Labels, alone[0].Labels) || r.Program != alone[0].Program || r.Host != alone[0].Host {
			t.Errorf("run %d: got labels %v, alone it has %v", i+1, r.Labels, alone[0].Labels)
		}
		if !maps.Equal(r.Values, alone[0].Values) {
			t.Errorf("run %d: got %v, alone it has %v", i+1, r.Values, alone[0].Values)
		}
	}
	refused := Identify(runs, runs[1:], nil).Refused()
	if len(refused) == 0 || refused[0].Part != "label.method" || refused[0].Where != "old" {
		t.Errorf("one run by another method among six: refused is %v", refused)
	}
}

// Each result of a joined file is in the run whose labels the library of benchstat
// gives it: configuration holds until it is changed.
func TestBenchConfigurationOfOthers(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		runs []string // cpu and method of each, and its benchmarks
	}{
		"one machine":  {"goos: linux\ncpu: A\nBenchmarkX 1 5 ns/op\nPASS\ngoos: linux\ncpu: A\nBenchmarkX 1 6 ns/op\n", []string{"A  X", "A  X"}},
		"two machines": {"cpu: A\nBenchmarkX 1 5 ns/op\nBenchmarkX 1 5 ns/op\ncpu: B\nBenchmarkX 1 6 ns/op\nBenchmarkY 1 6 ns/op\n", []string{"A  X", "A  X", "B  X Y"}},
		"two of several packages": {"cpu: A\npkg: p\nBenchmarkX 1 5 ns/op\npkg: q\nBenchmarkX 1 5 ns/op\ncpu: B\npkg: p\nBenchmarkX 1 5 ns/op\npkg: q\nBenchmarkX 1 5 ns/op\n",
			[]string{"A  p.X q.X", "B  p.X q.X"}},
		"one that is taken back": {"cpu: A\nmethod: trap\nBenchmarkX 1 5 ns/op\nmethod:\nBenchmarkX 1 6 ns/op\n", []string{"A trap X", "A  X"}},
		"versions":               {"commit: 1\nBenchmarkX 1 5 ns/op\ncommit: 2\nBenchmarkX 1 6 ns/op\nBenchmarkY 1 6 ns/op\n", []string{"  X Y", "  X"}},
		"with a run of nrprof": {"cpu: A\nmethod: trap\nprogram: sim\n\nBenchmarkPhase/phase=lte 2 5 ns/op 5 self-ns/op\nBenchmarkPhase/phase=lte 2 7 ns/op 5 self-ns/op\ngoos: linux\ncpu: B\nBenchmarkX 1 5 ns/op\nBenchmarkX 1 5 ns/op\n",
			[]string{"A trap Phase/phase=lte", "B trap X", "B trap X"}},
		"a header without a program": {"cpu: A\nmethod: trap\n\nBenchmarkPhase/phase=lte 2 5 ns/op 5 self-ns/op\ncpu: A\nmethod: gear\n\nBenchmarkPhase/phase=lte 2 7 ns/op 5 self-ns/op\n",
			[]string{"A trap Phase/phase=lte", "A gear Phase/phase=lte"}},
	} {
		runs, err := ReadBench("x", []byte(c.text))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if want := oracleResults(t, c.text); !strings.Contains(c.text, partUnit) && !maps.Equal(want, results(runs)) {
			t.Errorf("%s: got results %v, the library reads %v", name, results(runs), want)
		}
		var got []string
		for _, r := range runs {
			names := map[string]bool{}
			for q := range r.Values {
				names[q.Name] = true
			}
			got = append(got, r.Labels["cpu"]+" "+r.Labels["method"]+" "+strings.Join(slices.Sorted(maps.Keys(names)), " "))
		}
		if !slices.Equal(got, c.runs) {
			t.Errorf("%s: got %q, want %q", name, got, c.runs)
		}
	}
}

// results counts the results of runs by configuration and name, oracleResults
// those that the library of benchstat reads.
func results(runs []*Run) map[string]int {
	counts := map[string]int{}
	for _, r := range runs {
		for q := range r.Values {
			name := q.Name[strings.LastIndexByte(q.Name, '.')+1:] // without the package
			counts[r.Labels["cpu"]+" "+r.Labels["method"]+" "+name]++
		}
	}
	return counts
}

func oracleResults(t *testing.T, text string) map[string]int {
	counts := map[string]int{}
	in := oracle.NewReader(strings.NewReader(text), "x")
	for in.Scan() {
		if r, ok := in.Result().(*oracle.Result); ok {
			counts[r.GetConfig("cpu")+" "+r.GetConfig("method")+" "+string(r.Name)]++
		}
	}
	if err := in.Err(); err != nil {
		t.Fatal(err)
	}
	return counts
}

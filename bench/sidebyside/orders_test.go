//go:build linux

package main

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// some returns outcomes of two matrices, on the second of which one contender
// did not finish.
func some() (outcomes, []input) {
	inputs := []input{{name: "one", rows: 1000, cols: 1000}, {name: "two", rows: 3000, cols: 3000}}
	o := outcomes{
		"one nd":    {cpu: 2, lines: map[string]float64{"lnz": 100, "flops": 50}},
		"one metis": {cpu: 1, lines: map[string]float64{"lnz": 200, "flops": 40}},
		"two nd":    {cpu: 9, lines: map[string]float64{"lnz": 90}},
		"two metis": {cpu: 3, lines: map[string]float64{"lnz": 10}},
		"two ssbtf": {failed: "stopped after 1m0s", stopped: true},
		"two btf":   {cpu: 0.6},
	}
	return o, inputs
}

func TestColumns(t *testing.T) {
	o, inputs := some()
	lnz, flops := column{"", "nd", "metis", "lnz", ""}, column{"", "nd", "metis", "flops", ""}
	for _, c := range []struct {
		k    column
		g    group
		mean float64
		n    int
	}{
		{lnz, everyMatrix, math.Sqrt(0.5 * 9), 2},
		{lnz, largerOnes, 9, 1},
		{flops, everyMatrix, 1.25, 1}, // two has none
		{column{"", "nd", "metis", "lnz", "flops"}, everyMatrix, 2.5, 1},
		{column{"", "nd", "metis", "cpu", ""}, everyMatrix, math.Sqrt(6), 2},
	} {
		if mean, n := meanOf(o, inputs, c.k, c.g); math.Abs(mean-c.mean) > 1e-12 || n != c.n {
			t.Errorf("%+v over %s: want %v of %d, got %v of %d", c.k, c.g.name, c.mean, c.n, mean, n)
		}
	}
	if worst, name := worstOf(o, inputs, lnz, everyMatrix); worst != 9 || name != "two" {
		t.Errorf("worst %v of %s", worst, name)
	}
	if mean, n := meanOf(o, inputs, column{"", "nd", "scipy", "lnz", ""}, everyMatrix); n != 0 || !math.IsNaN(mean) {
		t.Errorf("a contender that did not run: mean %v of %d", mean, n)
	}
}

// TestFailed checks that what did not finish has no figures, is told, and
// counts with the limit where it is asked for.
func TestFailed(t *testing.T) {
	o, inputs := some()
	if v := o.of(inputs[1], "ssbtf").figure("cpu"); !math.IsNaN(v) {
		t.Errorf("time of what did not finish: %v", v)
	}
	if got, want := hardRatio(o, inputs[1], "ssbtf"), 0.6/orderLimit.Seconds(); got != want {
		t.Errorf("want ratio %v, got %v", want, got)
	}
	var doc strings.Builder
	writeFailures(&doc, o, inputs)
	if !strings.Contains(doc.String(), "| two | btf_order of SuiteSparse | stopped after 1m0s") || strings.Contains(doc.String(), "| one |") {
		t.Errorf("failures:\n%s", doc.String())
	}
}

// TestTargets checks that an unknown figure is not a target that is met.
func TestTargets(t *testing.T) {
	var w targets
	w.atMost("a", 1, 1)
	w.atMost("b", 1, 1.01)
	w.atLeast("c", 1, 0.9)
	w.atMost("d", 1, math.NaN())
	w.atLeast("e", 1, math.NaN())
	w.atLeast("f", 1, 1)
	var doc strings.Builder
	w.write(&doc)
	if got := strings.Count(doc.String(), "**not met**"); got != 4 || !w[0].met || !w[5].met {
		t.Errorf("want 4 not met, got %d:\n%s", got, doc.String())
	}
}

// TestTake checks that figures of a kernel are not taken for those of another
// one whose name begins alike.
func TestTake(t *testing.T) {
	o := &outcome{lines: map[string]float64{}}
	o.take("amd", &sample{lines: map[string][]float64{"amd": {1}, "amd.lnz": {5}, "amd_graph.lnz": {7}, "amd.flops": {8}}})
	if len(o.lines) != 2 || o.figure("lnz") != 5 || o.figure("flops") != 8 {
		t.Errorf("%v", o.lines)
	}
}

// TestWatch runs a program that takes all the CPU time there is.
func TestWatch(t *testing.T) {
	if os.Getenv("NRKIT_BENCH_SPIN") != "" {
		for start := time.Now(); time.Since(start) < time.Minute; {
		}
		return
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	spin := []string{"NRKIT_BENCH_SPIN=1"}
	for _, limits := range [][2]time.Duration{{time.Hour, 300 * time.Millisecond}, {300 * time.Millisecond, time.Hour}} {
		_, err := runLimited(limits[0], limits[1], spin, false, program, "-test.run", "^TestWatch$")
		if !errors.Is(err, errStopped) || !strings.Contains(err.Error(), "300ms") {
			t.Errorf("limits %v: %v", limits, err)
		}
	}
}

func TestDistinct(t *testing.T) {
	in := []input{
		{name: "small", cols: 999, square: true, hash: 1}, {name: "a", cols: 1000, square: true, hash: 2},
		{name: "again", cols: 1000, square: true, hash: 2}, {name: "tall", cols: 1000, hash: 3},
		{name: "large", cols: 1000, square: true, nnz: 1e6, hash: 4}, {name: "mul64_rs", cols: 1000, square: true, nnz: 4e6, hash: 5},
	}
	names := func(in []input) (s string) {
		for _, x := range in {
			s += x.name + " "
		}
		return s
	}
	if got := names(distinct(in, false)); got != "a large mul64_rs " {
		t.Errorf("all: %s", got)
	}
	if got := names(distinct(in, true)); got != "a mul64_rs " {
		t.Errorf("quick: %s", got)
	}
}

func TestAddLeast(t *testing.T) {
	o, inputs := some()
	o.addLeast(inputs[0], "least", "nd", "metis", "scipy")
	if x := o.of(inputs[0], "least"); x.figure("lnz") != 100 || x.figure("flops") != 40 {
		t.Errorf("%+v", x)
	}
	o.addLeast(inputs[1], "least", "scipy")
	if x := o.of(inputs[1], "least"); !math.IsNaN(x.figure("lnz")) {
		t.Errorf("of nothing: %+v", x)
	}
}

// What was written by hand outlives the figures before it.
func TestHandwritten(t *testing.T) {
	path := filepath.Join(t.TempDir(), "RESULTS.md")
	if got := handwritten(path); got != "" {
		t.Errorf("no file: got %q", got)
	}
	const left = "\n## What is left\n\n* AMD\n"
	for text, want := range map[string]string{"# Figures\n": "", "# Figures\n" + left: left} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		if got := handwritten(path); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

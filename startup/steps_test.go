package startup

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// TestStepsOfRuns counts time steps and iterations in runs of random markers, and
// compares with all ranges within them.
func TestStepsOfRuns(t *testing.T) {
	names := []string{"run", trace.PhaseTimestep, trace.PhaseIteration, "solve"}
	all := int64(0)
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 2))
		s := &markers{runs: &Runs{}}
		s.out.isRun = s.runs.is
		var open []string
		steps, iterations := int64(0), int64(0) // in ranges called run that end
		var inside [2]int64
		for at := range int64(200) {
			if rng.IntN(2) == 0 {
				name := names[rng.IntN(len(names))]
				open = append(open, name)
				s.take(marker{action: begin, name: name}, at)
				continue
			}
			s.take(marker{action: end}, at)
			if len(open) == 0 {
				continue
			}
			name := open[len(open)-1]
			open = open[:len(open)-1]
			switch {
			case slices.Contains(open, "run") && name == trace.PhaseTimestep:
				inside[0]++
			case slices.Contains(open, "run") && name == trace.PhaseIteration:
				inside[1]++
			case !slices.Contains(open, "run") && name == "run":
				steps, iterations, inside = steps+inside[0], iterations+inside[1], [2]int64{}
			}
		}
		if slices.Contains(open, "run") { // it has no end, and what ended in it is of runs within
			continue
		}
		s.finish(200)
		got, _ := split(&s.out, 200)
		for _, run := range got.Runs {
			steps -= run.Steps
			iterations -= run.Its
			all += run.Steps
		}
		if steps != 0 || iterations != 0 {
			t.Fatalf("seed %d: %d steps and %d iterations are missing in %+v", seed, steps, iterations, got.Runs)
		}
	}
	if all < 300 {
		t.Errorf("only %d steps: too few to say anything", all)
	}
}

// TestStepsOfPrograms runs a program that says how many time steps its runs took,
// with markers around each step and without.
func TestStepsOfPrograms(t *testing.T) {
	said := measure(t, options(t, "print=nrprof:_begin_run print=nrprof:_steps_1042_2381 print=nrprof:_end print=nrprof:_begin_run print=nrprof:_steps_1000 print=nrprof:_end"))
	if s, n := said.Steps, said.Iterations; s == nil || s.Runs != 8 || s.Min != 1000 || s.Max != 1042 || n == nil || n.Runs != 4 || n.Max != 2381 {
		t.Errorf("got %+v and %+v", s, n)
	}
	ranges := "print=nrprof:_begin_run" + strings.Repeat(" print=nrprof:_begin_newton_step print=nrprof:_end", 3) + " print=nrprof:_end"
	if r := measure(t, options(t, ranges)); r.Steps != nil {
		t.Errorf("got %+v, want no steps: no range is called timestep", r.Steps)
	}
	o := options(t, ranges)
	o.Runs.Steps = []string{"newton step"}
	if r := measure(t, o); r.Steps == nil || *r.Steps != (Counted{4, 3, 3}) {
		t.Errorf("got %+v, want 3", r.Steps)
	}
	lost := measure(t, options(t, "print=nrprof:_steps_7 print=nrprof:_begin_run print=nrprof:_end"))
	if lost.Steps != nil || !strings.Contains(strings.Join(lost.Processes[0].Warnings, " "), "1 marker says how many steps a range took, while no range was open") {
		t.Errorf("got %+v, %q", lost.Steps, lost.Processes[0].Warnings)
	}
	for _, line := range []string{"nrprof: steps", "nrprof: steps many", "nrprof: steps -1", "nrprof: steps 1 2 3", "nrprof: steps 99999999999999999999"} {
		if m, ok := parseMarker(line); ok {
			t.Errorf("%q: got %+v, want no marker", line, m)
		}
	}
}

// TestCompare puts a program beside itself with twice the steps, by the document
// that it prints.
func TestCompare(t *testing.T) {
	text := func(steps int) []byte {
		r := measure(t, options(t, fmt.Sprintf("print=nrprof:_begin_run print=nrprof:_steps_%d print=nrprof:_end print=nrprof:_begin_run sleep=5 print=nrprof:_steps_%d print=nrprof:_end", steps, steps)))
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	var results []*Result
	for k, b := range [][]byte{text(100), text(200)} {
		r, err := Parse(b, fmt.Sprintf("%d.json", k))
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, r)
	}
	c := Compare(results, []string{"a.json", "b.json"})
	for k, p := range c.Programs {
		want := 100 * (k + 1)
		if p.Steps == nil || p.Steps.Min != int64(want) || p.Steps.Max != int64(want) || p.Step == nil || *p.Step != float64(p.Warm.Median)/float64(want) || p.Warm.Median <= 0 {
			t.Errorf("got %+v, want %d steps", p, want)
		}
		if p.Processes != 4 || p.Cold.Wall.Median != results[k].Cold.Wall.Median || p.Reload.First.Median != results[k].Reload.First.Median {
			t.Errorf("got %+v of %+v", p, results[k])
		}
	}
}

// TestParse reads documents that are none.
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                          "x.json:1:1: unexpected end of JSON input",
		"{\n \"schema\": 7}":        "x.json:2:12: schema: got number, want string",
		`{"schema":"phases/v1"}`:    `x.json:1:1: document of schema "phases/v1", want "startup/v1"`,
		`{"schema":"startup/v1"}`:   "x.json:1:1: a regime is missing, want cold, cache_reload, warm.after_cold and warm.after_cache_reload",
		`{"schema":"startup/v1"} ]`: "x.json:1:25: invalid character ']' after top-level value",
	} {
		_, err := Parse([]byte(text), "x.json")
		var syntax *SyntaxError
		if !errors.As(err, &syntax) || err.Error() != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// FuzzParse reads any text. What is read can be compared.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"schema":"startup/v1","cold":{},"cache_reload":{},"warm":{"after_cold":{},"after_cache_reload":{"each":{}}},"steps_per_run":{"min":0,"max":0}}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Parse(text, "x.json")
		if (r == nil) != (err != nil) {
			t.Fatalf("got %v and %v", r, err)
		}
		if r != nil {
			if _, err := json.Marshal(Compare([]*Result{r, r}, []string{"a", "b"})); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// TestStepsOfNVTX counts the ranges in runs of a trace, by the names they have
// here.
func TestStepsOfNVTX(t *testing.T) {
	const step = "0 begin timestep\n0 begin nr_iteration\n0 end\n0 begin nr_iteration\n0 end\n0 end\n"
	start := time.Unix(1000, 0)
	r, _ := ofTrace(nvtxTrace(start, []trace.Track{{Process: 1, Thread: 1, Device: -1}}, "0 begin run\n"+step+step+"0 end\n0 begin run\n"+step+"0 end\n"), start, 90_000, &Runs{})
	s, _ := split(r, 90_000)
	if len(s.Runs) != 2 || s.Runs[0].Steps != 2 || s.Runs[0].Its != 4 || s.Runs[1].Steps != 1 || s.Runs[1].Its != 2 {
		t.Errorf("got %+v, want 2 and 1 steps", s.Runs)
	}
}

package solvers_test

import (
	"bytes"
	"iter"
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/solvertest"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// change returns a trace with other blobs.
func change(c *trace.Trace, change func(x *trace.Blob) bool) *trace.Trace {
	out, blobs := *c, c.Blobs
	out.Blobs = func() iter.Seq[trace.Blob] {
		return func(yield func(trace.Blob) bool) {
			for x := range blobs() {
				x.Data = bytes.Clone(x.Data)
				if change(&x) && !yield(x) {
					return
				}
			}
		}
	}
	return &out
}

const (
	payloadSize = 28 * 8
	sortTable   = "nrkit.solvers.table"
)

// What is missing or damaged is counted, and the rest is read.
func TestDamage(t *testing.T) {
	for name, c := range map[string]struct {
		change func(x *trace.Blob) bool
		calls  int
		want   solvers.Loss
	}{
		"whole":     {func(*trace.Blob) bool { return true }, 66, solvers.Loss{}},
		"no schema": {func(x *trace.Blob) bool { return x.Sort != "nvtx.schema" }, 66, solvers.Loss{}},
		"cut": {func(x *trace.Blob) bool {
			if len(x.Data) == payloadSize && x.Data[8] == 5 { // the fifth call
				x.Data = x.Data[:payloadSize-1]
			}
			return true
		}, 65, solvers.Loss{Malformed: 1}},
		"elsewhere": {func(x *trace.Blob) bool {
			if len(x.Data) == payloadSize && x.Data[8] == 5 {
				x.Time++
			}
			return true
		}, 65, solvers.Loss{Stray: 1}},
		"of no track": {func(x *trace.Blob) bool {
			if len(x.Data) == payloadSize && x.Data[8] == 5 {
				x.Track = -1
			}
			return true
		}, 65, solvers.Loss{Malformed: 1}},
		"table": {func(x *trace.Blob) bool {
			if x.Sort == sortTable {
				x.Data[len(x.Data)-1]++ // its text does not end
			}
			return true
		}, 66, solvers.Loss{Malformed: 1, NoTable: true}},
		"no table": {func(x *trace.Blob) bool { return x.Sort != sortTable }, 66, solvers.Loss{NoTable: true}},
	} {
		trc, err := solvertest.Capture(solvertest.Integrator(5, 3))
		if err != nil {
			t.Fatal(err)
		}
		run, err := solvers.Read(change(trc, c.change))
		if err != nil {
			t.Fatal(err)
		}
		if len(run.Calls) != c.calls || run.Loss != c.want {
			t.Errorf("%s: got %d calls, %+v", name, len(run.Calls), run.Loss)
		}
		if lost := run.Loss != (solvers.Loss{}); lost != (len(run.Loss.Warnings()) > 0) {
			t.Errorf("%s: warnings %q", name, run.Loss.Warnings())
		}
	}
}

// Without a table, functions are known by the lists of this package.
func TestNoTable(t *testing.T) {
	c, err := solvertest.Capture(solvertest.Integrator(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	run, err := solvers.Read(change(c, func(x *trace.Blob) bool { return x.Sort != sortTable }))
	if err != nil {
		t.Fatal(err)
	}
	k := slices.IndexFunc(run.Calls, func(c solvers.Call) bool { return run.Functions[c.Function].Symbol == "klu_refactor" })
	if k < 0 || !run.Loss.NoTable || run.Functions[run.Calls[k].Function].Library != "klu" || run.Calls[k].Phase != solvers.PhaseRefactor {
		t.Errorf("got call %d, %+v, %+v", k, run.Functions[run.Calls[k].Function], run.Loss)
	}
}

// Tools that keep names alone, with the domain in front, have calls without data.
func TestNamesAlone(t *testing.T) {
	events := []trace.Event{{Time: 10, Name: 0}, {Time: 12, Name: 1}, {Time: 15, Kind: trace.End, Name: 1}, {Time: 20, Kind: trace.End, Name: 0}}
	c := &trace.Trace{Names: []string{solvers.Domain + ":KINSol", solvers.Domain + ":klu_factor"}, Tracks: []trace.Track{{Process: 1, Thread: 1}},
		Events: func() iter.Seq[trace.Event] { return slices.Values(events) }}
	run, err := solvers.Read(c)
	if err != nil || len(run.Calls) != 2 || run.Loss != (solvers.Loss{NoData: 2, NoTable: true}) {
		t.Fatalf("got %+v, %v", run, err)
	}
	f := run.Functions[run.Calls[1].Function]
	if f.Library != "klu" || run.Calls[1].Phase != solvers.PhaseFactor || run.Calls[0].Exclusive != 7 || run.Calls[0].Phase != solvers.PhaseNewton {
		t.Errorf("got %+v, %+v", f, run.Calls)
	}
}

// Schemas may have ids that NVTX gave, different in each process.
func TestSchemas(t *testing.T) {
	a, b := solvertest.BackslashDynamic(2), solvertest.Integrator(2, 2)
	run := read(t, a, b)
	if len(run.Calls) != 10+21 || run.Loss != (solvers.Loss{}) || len(run.Threads) != 2 || len(run.Patterns) != 2 {
		t.Errorf("got %d calls, %+v, %+v", len(run.Calls), run.Loss, run.Threads)
	}
	for k := range run.Calls {
		want := "umfpack"
		if run.Threads[run.Calls[k].Thread].Process == 200 {
			want = "klu sundials"
		}
		if f := run.Functions[run.Calls[k].Function]; !bytes.Contains([]byte(want), []byte(f.Library)) || f.Library == "" {
			t.Fatalf("call %d of process %d: %+v", k, run.Threads[run.Calls[k].Thread].Process, f)
		}
	}
}

// Payloads that come before their schema wait for it.
func TestSchemaLast(t *testing.T) {
	c, err := solvertest.Capture(solvertest.IntegratorDynamic(2, 2))
	if err != nil {
		t.Fatal(err)
	}
	blobs := c.Blobs
	c.Blobs = func() iter.Seq[trace.Blob] {
		return func(yield func(trace.Blob) bool) {
			for _, schema := range []bool{false, true} {
				for x := range blobs() {
					if (x.Sort == "nvtx.schema") == schema && !yield(x) {
						return
					}
				}
			}
		}
	}
	run, err := solvers.Read(c)
	if err != nil || len(run.Calls) != 21 || run.Loss != (solvers.Loss{}) || run.Functions[run.Calls[0].Function].Library != "sundials" {
		t.Errorf("got %+v, %v", run, err)
	}
}

// A range of the program with the name of a function is not a call of it, and the
// calls inside such a range have the parent around it.
func TestOtherRanges(t *testing.T) {
	p := &solvertest.Program{PID: 1, Functions: table()}
	th := p.Thread(1)
	th.Begin(10, "newton")
	th.Begin(20, "linear solve")
	th.Call(30, 40, "solve", solvertest.Blank())
	th.EndAlone(50) // no data
	th.End(60, solvertest.Blank())
	run := read(t, p)
	if len(run.Calls) != 2 || run.Calls[1].Parent != 0 || run.Calls[0].Exclusive != 40 || run.Loss != (solvers.Loss{}) {
		t.Errorf("got %+v", run)
	}
}

// FuzzRead reads captures with changed payloads. It does not change events: package
// trace checks them.
func FuzzRead(f *testing.F) {
	f.Add(uint64(1), []byte{0, 1, 2, 3, 255})
	f.Add(uint64(7), bytes.Repeat([]byte{0xff}, 50))
	f.Fuzz(func(t *testing.T, number uint64, noise []byte) {
		p := solvertest.Integrator(3, 2)
		p.Thread(201).Call(20, 40, "klu_solve", solvertest.Blank(solvertest.UsesFactors, 0x20))
		c, err := solvertest.Capture(p)
		if err != nil {
			t.Fatal(err)
		}
		at := 0
		run, err := solvers.Read(change(c, func(x *trace.Blob) bool {
			for k := range noise {
				if at++; len(x.Data) > 0 && uint64(at)%(number%97+2) == 0 {
					x.Data[(at*31)%len(x.Data)] ^= noise[k]
				}
			}
			if number%5 == 0 && len(noise) > 0 {
				x.Data = x.Data[:min(len(x.Data), int(noise[0]))]
			}
			return true
		}))
		if err != nil {
			t.Fatal(err)
		}
		if run == nil {
			return
		}
		solid(t, run)
	})
}

// solid checks what holds for every run.
func solid(t interface{ Fatalf(string, ...any) }, run *solvers.Run) {
	var total int64
	for k := range run.Calls {
		c := &run.Calls[k]
		total += c.Exclusive
		switch {
		case c.Exclusive < 0 || c.Recorded < 0 || c.End < c.Begin || c.Aside < -1:
			t.Fatalf("call %d: %+v", k, c)
		case c.Parent >= int32(k) || int(c.Pattern) > len(run.Patterns) || int(c.Analysis) > len(run.Analyses) ||
			int(c.Factors) > len(run.Factorisations) || int(c.Iteration) >= len(run.Iterations) || uint(c.Function) >= uint(len(run.Functions)):
			t.Fatalf("call %d: %+v", k, c)
		}
	}
	s := solvers.Summarize(run)
	var phases int64
	for _, p := range s.Phases {
		phases += p.Total
	}
	if total > s.Span || phases != total || s.Outside < 0 || s.Solver+s.Evaluation+s.Outside != s.Span {
		t.Fatalf("calls have %d ns, phases %d, threads %d: %+v", total, phases, s.Span, s)
	}
}

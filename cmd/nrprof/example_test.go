package main

import (
	"bytes"
	"testing"

	"github.com/nrkit/nrkit/internal/golden"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/chrome"
)

// A tape makes the events of a track.
type tape struct {
	names  []string
	ids    map[string]int32
	events []trace.Event
	now    int64
}

// begin opens a range; the function it returns closes it.
func (t *tape) begin(name string) (end func()) {
	id, ok := t.ids[name]
	if !ok {
		id = int32(len(t.names))
		t.ids[name], t.names = id, append(t.names, name)
	}
	t.events = append(t.events, trace.Event{Kind: trace.Begin, Name: id, Time: t.now, Index: trace.NoIndex})
	return func() { t.events = append(t.events, trace.Event{Kind: trace.End, Name: id, Time: t.now}) }
}

// spend is a range with nothing inside.
func (t *tape) spend(name string, ns int64) {
	end := t.begin(name)
	t.now += ns
	end()
}

// exampleTrace returns the transient of the manual: 40 time steps.
func exampleTrace() *trace.Trace {
	t := &tape{ids: map[string]int32{}}
	end := t.begin(trace.PhaseTransient)
	for k := range int64(40) {
		step := t.begin(trace.PhaseTimestep)
		t.spend(trace.PhasePredict, 10_000)
		for it := range 2 + k%2 {
			iteration := t.begin(trace.PhaseIteration)
			t.spend(trace.PhaseBuildSystem, 600_000+1000*k)
			linear := t.begin(trace.PhaseLinearSolve)
			if k+it == 0 {
				t.spend(trace.PhaseFactor, 4_000_000)
			} else {
				t.spend(trace.PhaseRefactor, 240_000+500*k)
			}
			t.spend(trace.PhaseSolve, 40_000)
			linear()
			t.spend(trace.PhaseConvergence, 20_000)
			iteration()
		}
		t.spend(trace.PhaseLTE, 25_000)
		t.now += 2_000
		step()
	}
	end()
	return trace.FromEvents(trace.Header{Program: "mysim"}, t.names,
		[]trace.Track{{Process: 1, Thread: 1, Device: -1, Name: "solver"}}, t.events)
}

// The trace of the manual is a file, testdata/steps.json.
func TestExampleTrace(t *testing.T) {
	var b bytes.Buffer
	if err := chrome.Write(&b, exampleTrace()); err != nil {
		t.Fatal(err)
	}
	golden.Equal(t, "steps.json", b.Bytes())
}

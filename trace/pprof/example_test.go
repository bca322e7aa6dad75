package pprof_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/google/pprof/profile"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/pprof"
)

// The profile of a trace, as go tool pprof reads it.
func ExampleWrite() {
	t := trace.FromEvents(trace.Header{Program: "solver"}, []string{trace.PhaseTransient, trace.PhaseFactor},
		[]trace.Track{{Device: -1}}, []trace.Event{
			{Kind: trace.Begin, Name: 0}, {Kind: trace.Begin, Name: 1, Time: 100},
			{Kind: trace.End, Name: 1, Time: 600}, {Kind: trace.End, Name: 0, Time: 1000}})
	var file bytes.Buffer // such as run.pb.gz
	if err := pprof.Write(&file, t); err != nil {
		log.Fatal(err)
	}
	p, err := profile.Parse(&file)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range p.Sample {
		for _, l := range s.Location {
			fmt.Print(l.Line[0].Function.Name, " ")
		}
		fmt.Println(s.Value[0], p.SampleType[0].Type+",", s.Value[1], p.SampleType[1].Unit)
	}
	// Output:
	// factor transient 1 calls, 500 nanoseconds
	// transient 1 calls, 500 nanoseconds
}

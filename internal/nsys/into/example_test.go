package into_test

import (
	"fmt"
	"log"
	"time"

	"github.com/nrkit/nrkit/internal/nsys/into"
	"github.com/nrkit/nrkit/trace"
)

// A trace that was started two seconds after the session of a report.
func ExampleOffset() {
	session := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	started := func(at time.Time) *trace.Trace { return &trace.Trace{Header: trace.Header{Start: at}} }
	ns, err := into.Offset(started(session.Add(2*time.Second)), started(session), "ring.nsys-rep")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(ns)
	// Output:
	// 2000000000
}

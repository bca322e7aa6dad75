package into

import (
	"testing"
	"time"

	"github.com/nrkit/nrkit/trace"
)

// A trace has its place in a report by the wall clock of both.
func TestOffsetIn(t *testing.T) {
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	at := func(start time.Time) *trace.Trace { return &trace.Trace{Header: trace.Header{Start: start}} }
	for _, c := range []struct {
		trace, session time.Time
		want           int64
		err            string
	}{
		{noon.Add(1234567), noon, 1234567, ""},
		{noon, noon, 0, ""},
		{noon.In(time.FixedZone("x", 3600)), noon, 0, ""},
		{noon, noon.Add(1500), 0, "r.nsys-rep: its session started 1.5µs after the trace, and a report cannot contain earlier times"},
		{noon.Add(25 * time.Hour), noon, 0, "r.nsys-rep: its session started at 2026-03-04T12:00:00Z, the trace at 2026-03-05T13:00:00Z: they do not belong to the same run"},
		{noon.Add(-25 * time.Hour), noon, 0, "r.nsys-rep: its session started at 2026-03-04T12:00:00Z, the trace at 2026-03-03T11:00:00Z: they do not belong to the same run"},
		{time.Time{}, noon, 0, "the trace does not contain its start time, so it cannot be placed in the report"},
		{noon, time.Time{}, 0, "r.nsys-rep: does not contain the start time of its session"},
	} {
		got, err := Offset(at(c.trace), at(c.session), "r.nsys-rep")
		if got != c.want || (err == nil) != (c.err == "") || err != nil && err.Error() != c.err {
			t.Errorf("%v in %v: got %d, %v; want %d, %s", c.trace, c.session, got, err, c.want, c.err)
		}
	}
}

package into

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
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

// A capture and an export are no reports; of the export there is one.
func TestCheck(t *testing.T) {
	dir := t.TempDir()
	export, other := filepath.Join(dir, "a.sqlite"), filepath.Join(dir, "b.nsys-rep")
	if err := (timelinetest.Solver{Steps: 1}).Write(export); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(other, []byte("{}"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := Check(export); err == nil || err.Error() != "--into "+export+": is an export, want a report" || hint.Of(err) != "give the .nsys-rep from which the export was made" {
		t.Errorf("got %v, %q", err, hint.Of(err))
	}
	if err := Check(other); err == nil || err.Error() != "--into "+other+": want a report of Nsight Systems" {
		t.Errorf("got %v", err)
	}
	if err := Check(filepath.Join(dir, "c")); !os.IsNotExist(err) {
		t.Errorf("got %v", err)
	}
}

// A job warns of a trace that starts after its report ends, and says what to do without an importer.
func TestNewJob(t *testing.T) {
	noon := time.Date(2026, 3, 4, 12, 0, 0, 0, time.UTC)
	tr := &trace.Trace{Header: trace.Header{Start: noon.Add(time.Second)}}
	session := &input.File{Trace: &trace.Trace{Header: trace.Header{Start: noon}, Last: 1}, Name: "r.nsys-rep"}
	_, warning, err := NewJob(tr, session, "r.nsys-rep", func(string) string { return t.TempDir() })
	if warning != "the trace starts 1s after the last event of r.nsys-rep" {
		t.Errorf("got %q", warning)
	}
	if err != nil && hint.Of(err) == "" { // this machine may have an importer
		t.Errorf("got %v without advice", err)
	}
	session.Header.Start = time.Time{}
	if _, _, err := NewJob(tr, session, "r.nsys-rep", os.Getenv); err == nil {
		t.Error("want an error: the report has no start")
	}
}

func TestCopy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "r")
	if err := os.WriteFile(path, []byte("report"), 0o666); err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := Copy(&b, path); err != nil || b.String() != "report" {
		t.Errorf("got %q, %v", &b, err)
	}
}

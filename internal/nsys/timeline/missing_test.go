package timeline_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/internal/nsys/timeline"
	"github.com/nrkit/nrkit/internal/testkit/timelinetest"
)

// What is said of lost events of the program is a warning; what is said of
// another program, or is nearly that, is none.
func TestMissing(t *testing.T) {
	const lost, none = "Not all NVTX events might have been collected.", "No NVTX events collected. Does the process use NVTX?"
	tables := timelinetest.Solver{Steps: 2, PID: 4711}.Tables()
	own, other := tables.Processes[0][0].(int64), tables.Processes[0][0].(int64)+1<<24
	row := func(severity int, text string, process int64) []any { return []any{10, 2, 3, severity, text, process} }
	tables.Diagnostics = [][]any{row(1, lost, own), row(2, none, own), row(2, lost, other)}
	if _, warnings := read(t, tables, timeline.Options{}); len(warnings) > 0 {
		t.Errorf("nothing of the program is missing: got %q", warnings)
	}
	tables.Diagnostics = append(tables.Diagnostics, row(2, lost, own), row(2, lost, own))
	want := []string{"Nsight Systems reports about the capture: " + lost + " (2 times)"}
	if _, warnings := read(t, tables, timeline.Options{}); !slices.Equal(warnings, want) {
		t.Errorf("got %q, want %q", warnings, want)
	}
	tables.Diagnostics = [][]any{row(2, lost, 0x1000000000000)} // of no process, as real exports have it
	if _, warnings := read(t, tables, timeline.Options{}); len(warnings) != 1 {
		t.Errorf("of the capture: got %q, want one", warnings)
	}
	tables = &timelinetest.Tables{Diagnostics: [][]any{row(2, lost, other)}}
	if _, warnings := read(t, tables, timeline.Options{}); len(warnings) != 2 {
		t.Errorf("an export of nothing else: got %q, want two", warnings)
	}
}

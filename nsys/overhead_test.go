package nsys_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/nsys"
)

// Kinds are those of the enumeration of the export, whose numbers are its own.
func TestActivityOverheads(t *testing.T) {
	columns := "start, end, eventClass, globalTid, correlationId, nameId, overheadType"
	rows := table("CUPTI_ACTIVITY_KIND_OVERHEAD", columns,
		[]any{10, 20, 103, threadA, 5, 2, 6}, []any{30, 31, 103, nil, nil, nil, 9})
	e := open(t, rows, table("ENUM_CUPTI_OVERHEAD_TYPE", "id, name, label", []any{6, nsys.OverheadModuleLoading, "Runtime module loading (CUDA)"}))
	got, err := e.ActivityOverheads()
	if err != nil {
		t.Fatal(err)
	}
	want := []nsys.ActivityOverhead{{Start: 10, End: 20, Thread: nsys.Thread(threadA), Kind: nsys.OverheadModuleLoading}, {Start: 30, End: 31}}
	got[1].Thread = 0 // what NULL is, is another matter
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, err := open(t, rows).ActivityOverheads(); err != nil || len(got) != 2 || got[0].Kind != "" {
		t.Errorf("without the enumeration: got %+v (%v)", got, err)
	}
	if got, err := open(t).ActivityOverheads(); err != nil || got != nil {
		t.Errorf("without the table: got %+v (%v)", got, err)
	}
}

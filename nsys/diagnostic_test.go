package nsys_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/nrkit/nrkit/nsys"
)

// Messages with their severities, whether the export has the enumeration or not.
func TestDiagnostics(t *testing.T) {
	rows := table("DIAGNOSTIC_EVENT", "timestamp INTEGER, timestampType INTEGER, source INTEGER, severity INTEGER, text TEXT, globalPid INTEGER",
		[]any{0, 1, 3, 1, "Profiling has started.", int64(-144115188075855872)},
		[]any{152326118, 2, 3, 2, "Not all NVTX events might have been collected.\n", int64(282241846476800)},
		[]any{7, 1, 1, 9, "new", nil})
	want := []nsys.Diagnostic{
		{Time: 0, Severity: "Info", Text: "Profiling has started.", Process: 0xfe00000000000000},
		{Time: 152326118, Severity: "Warning", Text: "Not all NVTX events might have been collected.", Process: 282241846476800},
		{Time: 7, Text: "new"},
	}
	got, err := open(t, rows).Diagnostics()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	want[2].Severity = "Fatal"
	got, err = open(t, rows, table("ENUM_DIAGNOSTIC_SEVERITY_LEVEL", "id, name, label", []any{9, "Fatal", "Fatal"})).Diagnostics()
	if diff := cmp.Diff(want, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if got, err := open(t).Diagnostics(); err != nil || got != nil {
		t.Errorf("without the table: got %+v (%v)", got, err)
	}
}

// What is said of lost events, and what is nearly that. The texts of real
// exports are marked.
func TestTellsLoss(t *testing.T) {
	for _, c := range []struct {
		severity, text string
		want           bool
	}{
		{nsys.DiagnosticWarning, "Not all NVTX events might have been collected.", true}, // real
		{nsys.DiagnosticWarning, "Not all CUDA events might have been collected.", true},
		{nsys.DiagnosticWarning, "CUDA profiling might have not been started correctly.", true}, // real
		{nsys.DiagnosticError, "37 events were lost.", true},
		{nsys.DiagnosticInfo, "Not all NVTX events might have been collected.", false},
		{nsys.DiagnosticWarning, "No NVTX events collected. Does the process use NVTX?", false}, // real, as those below
		{nsys.DiagnosticWarning, "No CUDA events collected. Does the process use CUDA?", false},
		{nsys.DiagnosticInfo, "Number of CUDA events collected: \t12.", false},
		{nsys.DiagnosticWarning, "Installed CUDA driver version (12.0) is not supported by this build of Nsight Systems. CUDA trace will be collected using libraries for driver version 11.7", false},
		{nsys.DiagnosticWarning, "CUDA device 0: Unified Memory cannot be traced on devices that don't support peer-to-peer transfers.Please verify that SLI/NVLink is functioning properly.", false},
	} {
		d := nsys.Diagnostic{Severity: c.severity, Text: c.text}
		if got := d.TellsLoss(); got != c.want {
			t.Errorf("%s %q: got %v", c.severity, c.text, got)
		}
	}
}

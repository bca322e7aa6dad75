package nsys

import "strings"

// DiagnosticTable is the table of what Nsight Systems says of the capture.
const DiagnosticTable = "DIAGNOSTIC_EVENT"

// Severities of diagnostics, as ENUM_DIAGNOSTIC_SEVERITY_LEVEL names them.
const (
	DiagnosticInfo    = "Info"
	DiagnosticWarning = "Warning"
	DiagnosticError   = "Error"
	DiagnosticVerbose = "Verbose"
)

// A Diagnostic is a message of Nsight Systems about the capture.
type Diagnostic struct {
	Time     int64
	Process  Process // that it is about; of no program for one about the capture
	Severity string  // one of the constants above; "" when it is not known
	Text     string
}

// Diagnostics returns them in the order of their rows.
func (e *Export) Diagnostics() ([]Diagnostic, error) {
	var list []Diagnostic
	if err := e.EachDiagnostic(func(d *Diagnostic) { list = append(list, *d) }); err != nil {
		return nil, err
	}
	return list, nil
}

// EachDiagnostic calls yield for each of them. The Diagnostic is used again for
// the next one.
func (e *Export) EachDiagnostic(yield func(*Diagnostic)) error {
	if !e.Has(DiagnosticTable) {
		return nil
	}
	// The numbers are those of every export; one may have no enumeration.
	names := map[int64]string{1: DiagnosticInfo, 2: DiagnosticWarning, 3: DiagnosticError, 4: DiagnosticVerbose}
	err := e.scan("ENUM_DIAGNOSTIC_SEVERITY_LEVEL", columns("id name"), func(r *row) error {
		id, name := r.int(0), r.text(1)
		names[id] = name
		return r.err
	})
	if err != nil {
		return err
	}
	return each(e, DiagnosticTable, columns("severity text | timestamp globalPid"), func(d *Diagnostic, r *row) {
		d.Severity, d.Text, d.Time, d.Process = names[r.int(0)], strings.TrimSpace(r.text(1)), r.time(2), Process(r.bits(3))
	}, yield)
}

// TellsLoss says whether the message is a warning or an error about events that the
// capture lacks or may lack: "Not all NVTX events might have been collected.", "CUDA
// profiling might have not been started correctly.", and messages with lost or
// dropped. A message about a program without events, such as "No NVTX events
// collected. Does the process use NVTX?", does not count.
func (d *Diagnostic) TellsLoss() bool {
	if d.Severity != DiagnosticWarning && d.Severity != DiagnosticError {
		return false
	}
	text := strings.ToLower(d.Text)
	if strings.HasPrefix(text, "not all ") && strings.Contains(text, "collected") {
		return true
	}
	for _, words := range []string{"might have not been started correctly", "events were lost", "events were dropped", "lost events", "dropped events"} {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}

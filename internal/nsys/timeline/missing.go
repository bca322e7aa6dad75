package timeline

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/trace"
)

// A Missing is what Nsight Systems says that an export may lack.
type Missing struct {
	Text  string // its words
	Count int64  // how often it says so
}

// findMissing returns what the diagnostics of an export say of lost events, in
// their order. Those about a process that t, the trace of the export, has
// nothing of do not count, as long as it has something of others: programs
// that a program starts for a moment, such as a compiler, get such messages.
func findMissing(e *nsys.Export, t *trace.Trace) ([]Missing, error) {
	var list []Missing
	err := e.EachDiagnostic(func(d *nsys.Diagnostic) {
		if !d.TellsLoss() || !concerns(d.Process, t) {
			return
		}
		k := slices.IndexFunc(list, func(m Missing) bool { return m.Text == d.Text })
		if k < 0 {
			k, list = len(list), append(list, Missing{Text: d.Text})
		}
		list[k].Count++
	})
	return list, err
}

// concerns says whether a trace has something of a process, or of none.
func concerns(p nsys.Process, t *trace.Trace) bool {
	return p.PID() == 0 || len(t.Tracks) == 0 || slices.ContainsFunc(t.Tracks, func(tr trace.Track) bool {
		return tr.Process == p.PID() || tr.Process == int64(p>>24)
	})
}

// warnMissing says so.
func warnMissing(list []Missing) []string {
	var warnings []string
	for _, m := range list {
		times := ""
		if m.Count > 1 {
			times = fmt.Sprintf(" (%d times)", m.Count)
		}
		warnings = append(warnings, fmt.Sprintf("Nsight Systems reports about the capture: %s%s", m.Text, times))
	}
	return warnings
}

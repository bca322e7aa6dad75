package diagnose

import (
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// A run on a busy machine says so before any finding, one just below the limit
// does not.
func TestBusyMachine(t *testing.T) {
	for elapsed, want := range map[int64]bool{1000: false, 1099: false, 1101: true} {
		events := []trace.Event{{Kind: trace.Begin, Index: trace.NoIndex}, {Kind: trace.Arg, Name: 1, Value: 1000, Time: elapsed}, {Kind: trace.End, Time: elapsed}}
		tr := trace.FromEvents(trace.Header{}, []string{trace.PhaseTransient, trace.ArgCPU}, []trace.Track{{Device: -1}}, events)
		r := Run(NewInput(tr, "busy.nrt"), nil)
		if got := slices.ContainsFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, "the machine was busy: ") }); got != want {
			t.Errorf("%d ns: warned %t, want %t: %q", elapsed, got, want, r.Warnings)
		}
	}
}

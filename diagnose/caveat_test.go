package diagnose

import (
	"strings"
	"testing"

	"github.com/nrkit/nrkit/trace"
)

// A sentence on shares has its caveat where they are estimated and where the
// machine was busy, with the figures as evidence.
func TestCaveat(t *testing.T) {
	s := &trace.Summary{Sample: 64, CPU: 100, CPUOf: 250, Phases: []trace.Phase{{Name: trace.PhaseSolve, ShareError: 0.02}, {Name: trace.PhaseLTE}}}
	in := &Input{Summary: s}
	const estimated, busy = ". Shares are estimated from 1 of 64 time steps, ± 2 % (standard error)", ". The machine was busy (wall-clock time is 2.50× the CPU time): run again on an idle machine"
	for name, want := range map[string]string{trace.PhaseSolve: estimated + busy, trace.PhaseLTE: busy} {
		if text, ev := in.caveat(name); text != want || len(ev) != strings.Count(want, ". ") {
			t.Errorf("%s: got %q and %d pieces of evidence, want %q", name, text, len(ev), want)
		}
	}
	s.CPUOf = 110
	if text, ev := in.caveat(trace.PhaseLTE); text != "" || len(ev) > 0 {
		t.Errorf("got %q on an idle machine", text)
	}
}

package record

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// A listener keeps warnings.
type listener struct{ warnings []string }

func (l *listener) Warn(text string) { l.warnings = append(l.warnings, text) }
func (l *listener) Note(string)      {}
func (l *listener) Hint(string)      {}

func TestRenaming(t *testing.T) {
	in := &trace.Trace{Names: []string{"step", "sim:load", "other"}}
	var l listener
	if out := (Renaming{}).apply(in, &l); out != in {
		t.Error("a trace was renamed without names")
	}
	out := Renaming{"step": trace.PhaseTimestep, "load": trace.PhaseBuildSystem, "othar": trace.PhaseLTE}.apply(in, &l)
	if !slices.Contains(out.Names, trace.PhaseTimestep) || slices.Contains(out.Names, trace.PhaseBuildSystem) {
		t.Errorf("got %v", out.Names)
	}
	want := []string{
		"--map load=build_system: no range has this name; did you mean sim:load?",
		"--map othar=lte: no range has this name; did you mean other?",
	}
	if !slices.Equal(l.warnings, want) {
		t.Errorf("got %q", l.warnings)
	}
}

// A solver function keeps its name: with another name, its ranges would be no calls.
func TestRenamingBesideCalls(t *testing.T) {
	run := &solvers.Run{Functions: []solvers.Function{{Symbol: "KSPSolve"}, {Symbol: "SNESSolve"}}, Calls: []solvers.Call{{Function: 0}}}
	var l listener
	m := Renaming{"KSPSolve": trace.PhaseLinearSolve, "SNESSolve": trace.PhaseIteration, "step": trace.PhaseTimestep}
	if got := m.beside(run, &l); len(got) != 2 || got["KSPSolve"] != "" || len(m) != 3 {
		t.Errorf("got %v", got)
	}
	if want := []string{"--map KSPSolve=linear_solve: this is a solver function that nrprof watches, and it keeps its name"}; !slices.Equal(l.warnings, want) {
		t.Errorf("got %q", l.warnings)
	}
	if got := m.beside(nil, &l); len(got) != 3 {
		t.Errorf("got %v without calls", got)
	}
}

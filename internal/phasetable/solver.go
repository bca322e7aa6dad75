package phasetable

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/solvers/calls"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// A Solver is what the calls of solver libraries in a trace add up to.
type Solver struct {
	*solvers.Summary
	Rows *calls.Table `json:"rows,omitempty"` // calls one by one; absent without `--calls`

	run *solvers.Run
}

// solverOf returns the calls in a trace; nil if it has none. An error of reading the
// calls is a warning. An error of reading the trace is in Err of the trace.
func solverOf(t *trace.Trace) (s *Solver, warnings []string) {
	run, err := solvers.Read(t)
	switch {
	case run != nil:
		s := &Solver{Summary: solvers.Summarize(run), run: run}
		return s, run.Loss.Warnings()
	case err != nil && t.Err() == nil:
		return nil, []string{fmt.Sprintf("solver calls are not listed: %v", err)}
	}
	return nil, nil
}

// Run returns the calls; nil for nil.
func (s *Solver) Run() *solvers.Run {
	if s == nil {
		return nil
	}
	return s.run
}

// Warnings returns what is doubtful about the calls; nil for nil.
func (s *Solver) Warnings() []string {
	if s.Run() == nil {
		return nil
	}
	return s.run.Loss.Warnings()
}

// Solvers returns the calls of the document, or of each of its ranks.
func (d *Document) Solvers() []*Solver {
	if d.Solver != nil {
		return []*Solver{d.Solver}
	}
	var list []*Solver
	for _, r := range d.Ranks {
		if r.Solver != nil {
			list = append(list, r.Solver)
		}
	}
	return list
}

// ListCalls adds the calls one by one.
func (d *Document) ListCalls() {
	for _, s := range d.Solvers() {
		s.Rows = calls.Of(s.run)
	}
}

// Without returns warnings without the warning that there are no iterations: the
// program has no ranges of its own, and its solver calls tell the iterations.
func (s *Solver) Without(warnings []string) []string {
	if s == nil {
		return warnings
	}
	return slices.DeleteFunc(warnings, func(w string) bool { return strings.HasPrefix(w, "no time steps and no iterations:") })
}

// outside says whether a range lies where no phase may lie because it is a call of a
// solver library, or the recording of one.
func (s *Solver) outside(p *trace.Problem) bool {
	if s == nil || p.Sort != trace.ProblemPhase && p.Sort != trace.ProblemPlace {
		return false
	}
	if p.Name == trace.PhaseRecording {
		return true
	}
	for k := range s.run.Functions {
		if s.run.Functions[k].Symbol == p.Name {
			return true
		}
	}
	return false
}

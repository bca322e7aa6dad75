package phases

import (
	"iter"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// A Table says which segments of a path name phases. The zero value knows the phases
// of package trace and their aliases.
type Table struct {
	extra map[string]string
}

// NewTable returns a table that knows more segments: extra[segment] is the phase, of
// package trace or of any name. They take precedence over the segments that are
// known by default. The map is not copied.
func NewTable(extra map[string]string) Table { return Table{extra} }

// Phase is [Table.Phase] of the zero Table.
func Phase(opName string) (phase string, ok bool) { return Table{}.Phase(opName) }

// Phase returns the phase to which an operation with the path belongs. It is the
// first segment that names a phase inside others. Phases around others (transient,
// operating_point, gmin_step, source_step, timestep, nr_iteration) count only if no
// other phase follows; then the last of them counts. So
//
//	jit(f)/transient/while/body/timestep/nr_linear_solve/solve/dot_general
//
// is linear_solve; [Table.Phases] has all of them. ok is false when no segment
// names a phase.
//
// Cost: linear in the length of the path; no memory.
func (t Table) Phase(opName string) (phase string, ok bool) {
	for p := range t.Phases(opName) {
		phase, ok = p, true
		if !Around(p) {
			return phase, true
		}
	}
	return phase, ok
}

// Phases yields the phases that the segments of a path name, the outermost
// first; one that repeats the one before it is left out.
func (t Table) Phases(opName string) iter.Seq[string] {
	return func(yield func(string) bool) {
		last := ""
		for segment := range segments(opName) {
			if p := t.segment(segment); p != "" && p != last {
				if !yield(p) {
					return
				}
				last = p
			}
		}
	}
}

// segments yields the segments of a path. A / between brackets, which hold the
// parameters of a primitive, is of a segment.
func segments(path string) iter.Seq[string] {
	return func(yield func(string) bool) {
		start, depth := 0, 0
		for i := range len(path) {
			switch path[i] {
			case '[':
				depth++
			case ']':
				depth = max(depth-1, 0)
			case '/':
				if depth > 0 {
					continue
				}
				if !yield(path[start:i]) {
					return
				}
				start = i + 1
			}
		}
		yield(path[start:])
	}
}

// segment returns the phase that a segment names, "" for none. The names of
// functions that were jitted are whatever the program called them, such as
// solve for all of it: they count when they begin with nr_, or are extra.
func (t Table) segment(s string) string {
	if i := strings.IndexByte(s, '['); i >= 0 {
		s = s[:i]
	}
	function := false
	for {
		i := strings.IndexByte(s, '(')
		if i < 0 {
			break
		}
		function = function || s[:i] == "jit" || s[:i] == "pjit"
		s = s[i+1:]
	}
	s = strings.TrimRight(s, ")")
	if p, ok := t.extra[s]; ok {
		return p
	}
	if function && !strings.HasPrefix(s, "nr_") {
		return ""
	}
	return known(s)
}

// known returns the phase that a name stands for, "" for none.
func known(name string) string {
	switch short := strings.TrimPrefix(name, "nr_"); short {
	case trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep,
		trace.PhaseTimestep, trace.PhasePredict, trace.PhaseBuildSystem, trace.PhaseLinearSolve,
		trace.PhaseFactor, trace.PhaseRefactor, trace.PhaseSolve, trace.PhaseConvergence,
		trace.PhaseLTE, trace.PhaseOutput:
		return short
	case trace.PhaseIteration: // of nr_nr_iteration
		return ""
	case "time_step":
		return trace.PhaseTimestep
	case "build_jacobian", "assemble", "device_eval", "eval_devices", "enforce_noi": // the last changes the system that was built
		return trace.PhaseBuildSystem
	case "factorize":
		return trace.PhaseFactor
	case "refactorize":
		return trace.PhaseRefactor
	case "check_convergence", "convergence_check":
		return trace.PhaseConvergence
	}
	switch name {
	case trace.PhaseIteration, "newton_iteration", "nr_step", "newton_step":
		return trace.PhaseIteration
	case "nr_update": // update is an operation of too many things
		return trace.PhaseConvergence
	}
	return ""
}

// Around reports whether a phase of package trace is one that others lie in.
func Around(phase string) bool {
	switch phase {
	case trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep,
		trace.PhaseTimestep, trace.PhaseIteration:
		return true
	}
	return false
}

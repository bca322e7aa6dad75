package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// commandBuffersOff finds profiles of another execution than the program has
// without them.
func commandBuffersOff() Rule {
	return Rule{
		ID:      "command-buffers-off-while-profiling",
		Meaning: "The profiler of JAX made XLA run command buffers thunk by thunk. The profile shows a different execution than a run without the profiler",
		Needs:   "a log of XLA (--xla-log, command_buffer_thunk=3), or a profile of JAX",
		Parts:   []Part{PartXLA},
		Check:   checkCommandBuffersOff,
	}
}

func checkCommandBuffersOff(in *Input) Outcome {
	var logged, executed int64
	if in.XLA != nil {
		logged = in.XLA.Runs.Profiled
		for _, d := range in.XLA.Runs.Devices {
			executed += d.Executions
		}
	}
	traced := in.disabledRuns()
	if logged+traced > 0 {
		f := Finding{Severity: Warning,
			Title: fmt.Sprintf("A profiler turned command buffers off in %s; without a profiler, they run as graphs", units.Plural(max(logged, traced), "execution")),
			Try: []string{
				"profile with --xla_enable_command_buffers_during_profiling in XLA_FLAGS",
				"profile with nsys or nrprof record, which leave command buffers on; measure times without any profiler",
			}}
		if logged > 0 {
			f.Evidence = append(f.Evidence, Evidence{Text: "executions thunk by thunk because of a profiler", Value: float64(logged), Unit: "executions",
				Source: in.XLASource + ": xlalog/v1 .files[].xla.command_buffer_runs.disabled_by_profiler"},
				Evidence{Text: "executions as command buffers", Value: float64(executed), Unit: "executions",
					Source: in.XLASource + ": xlalog/v1 .files[].xla.command_buffer_runs.devices[].executions"})
		}
		if traced > 0 {
			f.Evidence = append(f.Evidence, Evidence{Text: "ranges and marks of the trace that report this", Value: float64(traced), Unit: "events",
				Source: in.Source + ": CommandBuffer disabled when profiling, (disabled for profiling)"})
		}
		return Found(f)
	}
	switch g := in.graphs(); {
	case executed > 0:
		return Clear(fmt.Sprintf("XLA executed command buffers %s, and no profiler turned them off", units.Plural(executed, "time")))
	case g.launches > 0:
		return Clear(fmt.Sprintf("the trace has %s of CUDA graphs, and no message that a profiler turned command buffers off", units.Count(g.launches, "launch", "launches")))
	}
	if in.NoTrace {
		return Abstain(in.XLASource + " has no messages of command_buffer_thunk (command_buffer_thunk=3)")
	}
	return Abstain("there is no log of XLA with messages of command_buffer_thunk (--xla-log), and the trace has neither its marks nor CUDA graphs")
}

// disabledRuns counts the ranges and marks of the trace by which XLA says that it
// does not use a command buffer because of a profiler: the larger number of the
// two, since a run may have both.
func (in *Input) disabledRuns() int64 {
	marks, names := make([]bool, len(in.Trace.Names)), make([]bool, len(in.Trace.Names))
	for i, name := range in.Trace.Names {
		marks[i] = strings.Contains(name, "CommandBuffer disabled when profiling")
		names[i] = strings.Contains(name, "(disabled for profiling)")
	}
	if !slices.Contains(marks, true) && !slices.Contains(names, true) {
		return 0
	}
	var marked, named int64
	for e := range in.Trace.Events() {
		if e.Kind != trace.Begin && e.Kind != trace.Instant || uint(e.Name) >= uint(len(marks)) {
			continue
		}
		if marks[e.Name] {
			marked++
		}
		if names[e.Name] {
			named++
		}
	}
	return max(marked, named)
}

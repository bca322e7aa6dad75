package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// partialCommandBuffers finds sequences of thunks that became several command
// buffers, with thunks between them that stay out.
func partialCommandBuffers() Rule {
	return Rule{
		ID:      "partial-command-buffers",
		Meaning: "The thunks of a module or of a loop body became several command buffers. Each command buffer is launched separately, and so are the thunks between them",
		Needs:   "a log of XLA (--xla-log, command_buffer_conversion_pass=2)",
		Parts:   []Part{PartXLA},
		Check:   checkPartialBuffers,
	}
}

func checkPartialBuffers(in *Input) Outcome {
	if in.XLA == nil || in.XLA.Levels.Conversion < 2 {
		return Abstain("there is no log of XLA that reports what became part of command buffers (--xla-log, command_buffer_conversion_pass=2)")
	}
	var findings []Finding
	var passes, buffers int64
	for _, m := range in.XLA.Modules {
		var worst *vlog.Pass
		for _, p := range m.Passes {
			passes++
			buffers += int64(len(p.Buffers))
			if len(p.Buffers) > 1 && (worst == nil || isBody(p) && !isBody(worst) || isBody(p) == isBody(worst) && len(p.Buffers) > len(worst.Buffers)) {
				worst = p
			}
		}
		if worst != nil {
			findings = append(findings, in.partialFinding(m, worst))
		}
	}
	switch {
	case len(findings) > 0:
		return Found(findings...)
	case buffers == 0:
		return Clear(fmt.Sprintf("the log has %s of thunks and no command buffer", units.Plural(passes, "sequence")))
	}
	return Clear(fmt.Sprintf("%s of thunks became %s, at most one per sequence", units.Plural(passes, "sequence"), units.Plural(buffers, "command buffer")))
}

// isBody says whether a pass is on a part of a module, such as the body of a
// loop.
func isBody(p *vlog.Pass) bool { return p.Nested != nil && *p.Nested }

// partialFinding describes the pass of a module.
func (in *Input) partialFinding(m *vlog.Module, p *vlog.Pass) Finding {
	var thunks int64
	for _, b := range p.Buffers {
		thunks += int64(len(b.Thunks))
	}
	severity, where := Info, "The thunks of "+m.Name
	if isBody(p) {
		severity, where = Warning, "The body of a loop, or a branch, of "+m.Name
	}
	source := fmt.Sprintf("%s: line %d, xlalog/v1 .files[].xla.modules[] | select(.name==%q)", in.XLASource, p.Line, m.Name)
	f := Finding{Severity: severity,
		Title: fmt.Sprintf("%s became %s instead of one", where, units.Plural(len(p.Buffers), "command buffer")),
		Evidence: []Evidence{
			{Text: "command buffers of the sequence", Value: float64(len(p.Buffers)), Unit: "command buffers", Source: source + ".passes[].command_buffers"},
			{Text: "thunks in these command buffers", Value: float64(thunks), Unit: "thunks", Source: source + ".passes[].command_buffers[].thunks"},
		}}
	for _, r := range p.Reasons[:min(len(p.Reasons), 4)] {
		f.Evidence = append(f.Evidence, Evidence{Text: "stays out: " + reasonText(r.Thunk, r.Kind, r.Command), Value: float64(r.Count), Unit: "messages", Source: source + ".passes[].reasons"})
	}
	var silent int64
	var text string
	for i := range m.Blockers {
		if b := &m.Blockers[i]; b.Thunk == vlog.SilentCall && b.InBody == isBody(p) && b.Certainty != vlog.Possible {
			silent++
			text = fmt.Sprintf("stays out (%s): %s", b.Certainty, blockerText(b))
		}
	}
	if silent > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: text, Value: float64(silent), Unit: "places", Source: source + `.blockers[] | select(.thunk_kind=="custom_call")`})
	}
	f.Try = []string{
		"register FFI handlers with the trait kCmdBufferCompatible; XLA writes no message if this trait is missing",
		"enable the types of commands that stay out (--xla_gpu_enable_command_buffer=+CUBLAS,+CUSTOM_CALL,…), and lower --xla_gpu_graph_min_graph_size",
		"move callbacks, and copies to the host, out of the loop",
	}
	return f
}

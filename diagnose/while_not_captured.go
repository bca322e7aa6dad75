package diagnose

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/xla/hlo"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// whileNotCaptured finds loops of XLA that the host runs, each iteration of
// which reads the condition back.
func whileNotCaptured() Rule {
	return Rule{
		ID:      "while-not-captured",
		Meaning: "A while loop did not become part of a command buffer. The host runs the loop, and waits for its condition in each iteration if the trip count is unknown",
		Needs:   "a log of XLA (--xla-log, command_buffer_conversion_pass=2,while_thunk=3), or the optimised HLO (--hlo)",
		Parts:   []Part{PartXLA, PartHLO},
		Check:   checkWhile,
	}
}

// A hostWhile is what a log of XLA says of loops outside of command buffers.
type hostWhile struct {
	loops, iterations int64 // without a known trip count, that the host ran
	out               int64 // that the compiler left out
	in                int64 // that it took in
	blockers          []string
	waits             conditionWaits
}

func checkWhile(in *Input) Outcome {
	w, levels := in.hostWhiles(), vlog.Levels{}
	if in.XLA != nil {
		levels = in.XLA.Levels
	}
	risky, all := in.riskyLoops()
	switch {
	case w.iterations > 0:
		return Found(in.whileFinding(&w, risky))
	case levels.While >= 3:
		return Clear(fmt.Sprintf("the host ran no loop of unknown trip count; the compiler left %s out of command buffers", units.Plural(w.out, "loop")))
	case w.out > 0:
		return Found(in.whileFinding(&w, risky))
	case w.in > 0:
		return Clear(fmt.Sprintf("%s became part of command buffers, and no loop was left out", units.Plural(w.in, "loop")))
	case all > 0 && len(risky) == 0:
		return Clear(fmt.Sprintf("the HLO has %s; each loop has a known trip count or is in a command buffer", units.Plural(all, "loop")))
	case len(risky) == 0:
		return Abstain("neither a log of XLA (--xla-log) nor the HLO (--hlo) has a loop")
	}
	if s := in.predicateLoop(); s != nil {
		return Found(in.whileFinding(&w, risky))
	}
	return Abstain(fmt.Sprintf("the HLO has %s of unknown trip count; whether the host runs them shows in a log of XLA (--xla-log), or in a trace that waits for 1 to 8 bytes in each iteration",
		units.Plural(len(risky), "loop")))
}

// hostWhiles returns what the log of XLA says.
func (in *Input) hostWhiles() hostWhile {
	var w hostWhile
	if in.XLA == nil {
		return w
	}
	w.waits = in.loggedWaits()
	for _, g := range in.XLA.Loops {
		if !g.TripCount {
			w.loops += g.Host.Loops
			w.iterations += g.Host.Iterations
		}
	}
	for _, m := range in.XLA.Modules {
		for _, c := range m.Control {
			switch {
			case c.Kind != "while" || c.Certainty == vlog.Possible:
			case c.Converted:
				w.in++
			default:
				w.out++
				w.block(c.Why)
			}
		}
		for _, p := range m.Passes {
			for _, r := range p.Reasons {
				if isBody(p) {
					w.block(r)
				}
			}
		}
		for _, b := range m.Blockers {
			if b.InBody && b.Certainty != vlog.Possible {
				w.add(blockerText(&b))
			}
		}
	}
	return w
}

// block takes the reason why a loop stays out.
func (w *hostWhile) block(r *vlog.Reason) {
	if r == nil {
		w.add("a thunk without a message in its body, for example a custom call that is not registered for command buffers")
		return
	}
	w.add(reasonText(r.Thunk, r.Kind, r.Command))
}

func (w *hostWhile) add(text string) {
	if !slices.Contains(w.blockers, text) {
		w.blockers = append(w.blockers, text)
	}
}

// blockerText says what a blocker is.
func blockerText(b *vlog.Blocker) string {
	if b.Thunk != vlog.SilentCall {
		return reasonText(b.Thunk, b.Kind, b.Command)
	}
	text := "a custom call that is not registered for command buffers"
	if b.After != "" && b.Before != "" {
		text += fmt.Sprintf(" (between %s and %s)", b.After, b.Before)
	}
	return text
}

// reasonText says why thunks of a kind stay out.
func reasonText(thunk string, kind vlog.Kind, command string) string {
	switch kind {
	case vlog.Disabled:
		return fmt.Sprintf("%s (the type %s is not enabled)", thunk, command)
	case vlog.Unsupported:
		return thunk + " (no command for this kind of thunk)"
	case vlog.TooSmall:
		return thunk + " (too few thunks for a command buffer)"
	case vlog.Filtered:
		return thunk + " (excluded by the filter of collectives)"
	}
	return thunk
}

// riskyLoops returns the loops of the HLO that wait each time unless they are
// captured, and how many loops there are in modules that would show it.
func (in *Input) riskyLoops() (list []*hlo.While, all int) {
	for _, m := range in.HLO {
		if !m.Optimized {
			continue
		}
		for i := range m.Whiles {
			if w := &m.Whiles[i]; w.Reachable {
				all++
				if w.Syncs {
					list = append(list, w)
				}
			}
		}
	}
	return list, all
}

// predicateLoop returns the dearest loop of the trace in which a thread waits
// for a scalar each time, nil when there is none.
func (in *Input) predicateLoop() *syncLoop {
	loops, _ := in.syncLoops()
	for i := range loops {
		if loops[i].kind == scalarWait {
			return &loops[i]
		}
	}
	return nil
}

// whileFinding puts together what log, HLO and trace say.
func (in *Input) whileFinding(w *hostWhile, risky []*hlo.While) Finding {
	f := Finding{Severity: Warning}
	source := in.XLASource + ": xlalog/v1 .files[].xla."
	switch {
	case w.iterations > 0:
		f.Title = fmt.Sprintf("The host ran %s of %s outside of command buffers, and read the condition back in each iteration", units.Plural(w.iterations, "iteration"), units.Plural(w.loops, "loop"))
	case w.out > 0:
		f.Title = fmt.Sprintf("%s did not become part of a command buffer", units.Plural(w.out, "loop"))
	default:
		f.Title = fmt.Sprintf("The HLO has %s of unknown trip count, and the host waits for a scalar repeatedly", units.Plural(len(risky), "loop"))
	}
	if w.iterations > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "iterations that the host ran in loops of unknown trip count", Value: float64(w.iterations), Unit: "iterations",
			Source: source + "loops[] | select(.known_trip_count|not).host.iterations"})
	}
	if w.out > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "loops that the compiler left out of command buffers", Value: float64(w.out), Unit: "loops",
			Source: source + `modules[].control_flow[] | select(.kind=="while" and (.converted|not))`})
	}
	for _, loop := range risky[:min(len(risky), 3)] {
		f.Evidence = append(f.Evidence, Evidence{Text: loopText(loop), Value: float64(loop.BodyOps), Unit: "operations in its body", Source: fmt.Sprintf("HLO, line %d: hlo/v1 .modules[].whiles[] | select(.name==%q)", loop.Line, loop.Name)})
	}
	in.addWaits(&f, w)
	for _, text := range w.blockers[:min(len(w.blockers), 4)] {
		f.Try = append(f.Try, "change what keeps the loop out of a command buffer: "+text)
	}
	f.Try = append(f.Try, "enable loops in command buffers: --xla_gpu_enable_command_buffer=+WHILE,+CONDITIONAL, with CUDA 12.3 or later and a driver for it",
		"register FFI handlers in the loop body with the trait kCmdBufferCompatible, or run a fixed number of iterations (jax.lax.fori_loop), which needs no condition")
	return f
}

// loopText says which loop of the HLO it is, and what its body calls.
func loopText(w *hlo.While) string {
	text := "loop " + w.Name + " of unknown trip count"
	if w.OpName != "" {
		text += " (" + w.OpName + ")"
	}
	if len(w.CustomCalls) > 0 {
		text += ", whose body calls " + strings.Join(w.CustomCalls[:min(len(w.CustomCalls), 3)], ", ")
	}
	return text
}

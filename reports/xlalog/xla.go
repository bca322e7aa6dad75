package xlalog

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/log/vlog"
)

// modules adds what the compilations say of command buffers.
func (r *report) modules(l *vlog.Log) {
	if len(l.Modules) == 0 {
		return
	}
	t := newRows("module", ">line", ">passes", ">command buffers", ">thunks in them", "enabled")
	blockers := newRows("module", "stays out", "why", ">messages", "certainty", ">line")
	control := newRows("module", "loop or conditional", "in a command buffer", "why", "certainty", ">line")
	for _, m := range l.Modules {
		buffers, thunks := 0, 0
		for _, p := range m.Passes {
			buffers += len(p.Buffers)
			for _, b := range p.Buffers {
				thunks += len(b.Thunks)
			}
		}
		name := moduleName(m)
		t.add(name, line(m.Line), units.Integer(len(m.Passes)), units.Integer(buffers), units.Integer(thunks), strings.Join(m.Enabled, " "))
		for _, c := range m.Removed {
			blockers.add(name, c.Command, fmt.Sprintf("toolkit %s and driver %s are too old", c.Toolkit, c.Driver), "1", string(vlog.Logged), line(c.Line))
		}
		for _, b := range m.Blockers {
			blockers.add(name, blocked(b), why(b), messages(b), string(b.Certainty), line(b.Line))
		}
		for _, c := range m.Control {
			control.add(name, controlName(c), yes(c.Converted), controlWhy(c), string(c.Certainty), line(c.Line))
		}
	}
	r.heading("Command buffers")
	r.Add(t.finish("Passes: the first pass is on the module. Each further pass is on a part that did not become part of a command buffer as a whole."))
	if len(blockers.Rows) > 0 {
		r.heading("What stays out of command buffers")
		r.Add(blockers.finish("A thunk in a loop can cause several messages, because the pass looks at the thunk again."))
	}
	if len(control.Rows) > 0 {
		r.heading("Loops and conditionals")
		r.Add(control.finish(""))
	}
}

// moduleName writes the name of a module and which compilation of it this is.
func moduleName(m *vlog.Module) string {
	name := m.Name
	if name == "" {
		name = "(start not in the log)"
	}
	if m.Nth > 1 {
		name += " #" + strconv.Itoa(m.Nth)
	}
	return name
}

// line writes the number of a line.
func line(n int64) string {
	if n == 0 {
		return "–"
	}
	return strconv.FormatInt(n, 10)
}

// messages writes how many there are on what stays out.
func messages(b vlog.Blocker) string {
	if b.Messages == 0 {
		return "–"
	}
	return units.Integer(b.Messages)
}

// blocked writes what stays out.
func blocked(b vlog.Blocker) string {
	if b.Thunk != vlog.SilentCall {
		return b.Thunk
	}
	return "custom call"
}

// why writes why a thunk stays out.
func why(b vlog.Blocker) string {
	if b.Thunk == vlog.SilentCall {
		text := "no message: for example an FFI handler without command buffer support"
		switch {
		case b.After != "":
			text += fmt.Sprintf(", between %s and %s", b.After, b.Before)
		case b.InBody && b.Certainty == vlog.Likely:
			text += ", in the body or condition of a loop"
		}
		return text
	}
	return reason(b.Kind, b.Command, "")
}

// reason words a reason.
func reason(kind vlog.Kind, command, text string) string {
	switch kind {
	case vlog.Unsupported:
		return "no command for this kind"
	case vlog.Disabled:
		return command + " is not enabled"
	case vlog.Filtered:
		return "excluded by the filter of collectives"
	case vlog.TooSmall:
		return "too few thunks for a command buffer"
	case vlog.Split:
		return "starts another command buffer, because it writes an output again"
	}
	if text != "" {
		return text
	}
	return string(kind)
}

// controlName writes the kind and the name of a loop or conditional.
func controlName(c vlog.Control) string {
	switch {
	case c.Name != "":
		return c.Name
	case c.Kind == "control":
		return "loop or conditional"
	}
	return c.Kind
}

// controlWhy writes why a loop or conditional stays out.
func controlWhy(c vlog.Control) string {
	switch {
	case c.Converted:
		return "–"
	case c.Why == nil:
		return "no message: something in it stays out silently, for example a custom call"
	}
	return c.Why.Thunk + ": " + reason(c.Why.Kind, c.Why.Command, c.Why.Text)
}

// loops adds the loops that the host ran.
func (r *report) loops(l *vlog.Log) {
	if len(l.Loops) == 0 {
		return
	}
	t := newRows(">device", ">depth", ">nth", "trip count", "run", ">loops", ">iterations", ">min", ">max", ">most often", ">unfinished", ">line")
	for _, g := range l.Loops {
		for _, c := range []struct {
			run    string
			counts *vlog.LoopCounts
		}{{"by the host", &g.Host}, {"in place of a command buffer", &g.Replaced}} {
			if n := c.counts; n.Loops > 0 {
				t.add(device(g.Device), units.Integer(g.Depth), units.Integer(g.Nth), known(g.TripCount), c.run, units.Integer(n.Loops), units.Integer(n.Iterations),
					units.Integer(n.Min), units.Integer(n.Max), often(n), units.Integer(n.Unfinished), line(g.First))
			}
		}
	}
	r.heading("While loops at run time")
	if text := verdict(l); text != "" {
		r.Add(reports.Paragraph(text))
	}
	r.Add(t.finish("Each iteration of a loop of unknown trip count copies its condition to the host and waits for the copy. " +
		"In place of a command buffer: during a warm-up, or because a profiler was active."))
}

// verdict says what loops that the host ran and what compilation shows have to do
// with each other, "" where nothing.
func verdict(l *vlog.Log) string {
	loops, iterations := l.HostLoops()
	if loops == 0 {
		return ""
	}
	text := fmt.Sprintf("The host ran %s (%s) outside of command buffers.", units.Plural(loops, "loop"), units.Plural(iterations, "iteration"))
	silent, shown := 0, false
	for _, m := range l.Modules {
		for _, c := range m.Control {
			shown = shown || !c.Converted
			if !c.Converted && c.Why == nil {
				silent++
			}
		}
	}
	switch {
	case silent > 0:
		return text + fmt.Sprintf(" At compilation, %s stayed out without a message. A possible cause is a custom call that is not registered as compatible with command buffers.",
			loopsOrConditionals(silent))
	case !shown:
		return text + " The log does not say why."
	}
	return text
}

// device writes the number of a device.
func device(d int) string {
	if d == vlog.NoDevice {
		return "–"
	}
	return strconv.Itoa(d)
}

// known says whether a trip count is.
func known(b bool) string {
	if b {
		return "known"
	}
	return "unknown"
}

// often writes the number of iterations that most loops took.
func often(c *vlog.LoopCounts) string {
	var most vlog.Bin
	for _, b := range c.Histogram {
		if b.Loops > most.Loops {
			most = b
		}
	}
	if most.Loops == 0 {
		return "–"
	}
	return fmt.Sprintf("%s (%s×)", units.Integer(most.Iterations), units.Integer(most.Loops))
}

// runs adds what happened to command buffers at run time.
func (r *report) runs(l *vlog.Log) {
	runs := &l.Runs
	if l.Levels.CommandBuffer == 0 {
		return
	}
	r.heading("Command buffers at run time")
	f := reports.Facts()
	f.Append("warm-ups", units.Integer(runs.WarmUps))
	if runs.Profiled > 0 {
		f.Append("disabled by a profiler", fmt.Sprintf("%s, first on line %d", units.Plural(runs.Profiled, "time"), runs.FirstProfiled.Line))
	}
	f.Append("evictions", fmt.Sprintf("%s, of %s", units.Integer(runs.Evictions), units.Plural(runs.Evicted, "command buffer")))
	r.Add(f)
	if len(runs.Devices) == 0 {
		return
	}
	t := newRows(">device", ">executions", ">recorded", ">in", ">updated", ">in", ">after one execution")
	for _, d := range runs.Devices {
		t.add(device(d.Device), units.Integer(d.Executions), units.Integer(d.Recordings), units.Duration(d.RecordNS),
			units.Integer(d.Updates), units.Duration(d.UpdateNS), units.Integer(d.FrequentUpdates))
	}
	r.Add(t.finish(""))
}

// loopsOrConditionals writes a number of what may be either.
func loopsOrConditionals(n int) string {
	if n == 1 {
		return "a loop or conditional"
	}
	return units.Integer(n) + " loops or conditionals"
}

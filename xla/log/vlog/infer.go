package vlog

import (
	"slices"
	"strings"
)

// infer works out what the order of the messages says. level2 says that the log
// has messages on thunks; without them there is nothing to infer.
func (m *Module) infer(level2 bool) {
	m.Blockers, m.Control = []Blocker{}, []Control{}
	blockers := map[reasonKey]int{}
	for _, pass := range m.Passes {
		pass.normalise()
		if !pass.inner || level2 {
			nested := pass.inner
			pass.Nested = &nested
		}
		if !level2 {
			continue
		}
		if pass.inner {
			m.Control = append(m.Control, pass.control())
		}
		m.Control = append(m.Control, pass.converted()...)
		m.logged(pass, blockers)
	}
	if level2 {
		asynchronous := m.asynchronous()
		for _, pass := range m.Passes {
			m.silent(pass, asynchronous)
		}
	}
	slices.SortStableFunc(m.Control, func(a, b Control) int { return int(a.Line - b.Line) })
}

// normalise makes lists that are empty lists, as documents have them.
func (pass *Pass) normalise() {
	if pass.Buffers == nil {
		pass.Buffers = []*Buffer{}
	}
	if pass.Reasons == nil {
		pass.Reasons = []*Reason{}
	}
}

// control returns what a nested pass says of the loop or conditional around.
func (pass *Pass) control() Control {
	c := Control{Line: pass.Line, Kind: "control", Why: pass.before, Certainty: Likely}
	if pass.before != nil {
		switch pass.before.Thunk {
		case "kWhile":
			c.Kind, c.Certainty = "while", Logged
		case "kConditional":
			c.Kind, c.Certainty = "conditional", Logged
		}
	}
	return c
}

// converted returns the loops and conditionals in the command buffers of pass,
// which show by their names alone.
func (pass *Pass) converted() []Control {
	var list []Control
	for _, b := range pass.Buffers {
		for _, name := range b.Thunks {
			for _, kind := range [...]string{"while", "conditional"} {
				if isInstruction(name, kind) {
					list = append(list, Control{Line: b.Line, Kind: kind, Name: name, Converted: true, Certainty: Likely})
				}
			}
		}
	}
	return list
}

// isInstruction reports whether name is one that XLA gives an instruction with
// that opcode: while, while.3.
func isInstruction(name, opcode string) bool {
	rest, ok := strings.CutPrefix(strings.TrimPrefix(name, "%"), opcode)
	return ok && (rest == "" || rest[0] == '.')
}

// A reasonKey identifies a blocker.
type reasonKey struct {
	kind           Kind
	thunk, command string
}

// logged adds the reasons of pass to the blockers, whose numbers in the list are
// in blockers.
func (m *Module) logged(pass *Pass, blockers map[reasonKey]int) {
	for _, r := range pass.Reasons {
		key := reasonKey{r.Kind, r.Thunk, r.Command}
		if k, ok := blockers[key]; ok {
			m.Blockers[k].Messages += r.Count
			continue
		}
		blockers[key] = len(m.Blockers)
		m.Blockers = append(m.Blockers, Blocker{Thunk: r.Thunk, Kind: r.Kind, Command: r.Command, Messages: r.Count, Certainty: Logged, Line: r.First})
	}
}

// silent adds what stays out without a message.
//
// The pass looks at one thunk after the other. Of a thunk that stays out there is
// a message first; then, if it is a loop or conditional, the pass on its parts;
// then the thunks that were collected before it are put together. So where some
// were put together, nothing was said since the time before, and the pass goes
// on, there is a thunk that stayed out and said nothing. And where a pass on a
// part begins without a message before it, what stays out is in that part.
//
// Where something is asynchronous, the end of an async pair may be what stayed out.
// Which sequence a command buffer is of is known as long as there is one. Of a
// part it is known where one of the module itself follows, as its number shows.
func (m *Module) silent(pass *Pass, asynchronous bool) {
	if pass.inner && pass.before == nil {
		m.Blockers = append(m.Blockers, Blocker{Thunk: SilentCall, Certainty: Likely, Line: pass.Line, InBody: true})
	}
	known := !pass.inner || pass.ended
	certainty := Certain
	if !known || asynchronous {
		certainty = Possible
	}
	said := false
	for k, s := range pass.steps {
		switch {
		case s.reason != nil || s.nested:
			said = true
			continue
		case !said && k+1 < len(pass.steps) && (known || !pass.steps[k+1].nested):
			b := Blocker{Thunk: SilentCall, Certainty: certainty, Line: s.line, InBody: pass.inner}
			b.After, b.Before = around(s, pass.steps[k+1])
			m.Blockers = append(m.Blockers, b)
		}
		said = false
	}
}

// around returns the last thunk of one command buffer and the first of the
// next, "" where one of the two is none.
func around(s, next step) (after, before string) {
	if s.buffer == nil || next.buffer == nil || len(s.buffer.Thunks) == 0 || len(next.buffer.Thunks) == 0 || s.buffer.Cut {
		return "", ""
	}
	return s.buffer.Thunks[len(s.buffer.Thunks)-1], next.buffer.Thunks[0]
}

// asynchronous reports whether the module has async pairs or collectives that
// stay out, whose ends are left out without a message.
func (m *Module) asynchronous() bool {
	for _, pass := range m.Passes {
		for _, r := range pass.Reasons {
			if r.Command == "COLLECTIVES" || r.Kind == Filtered || strings.Contains(r.Thunk, "Async") || r.Thunk == "kRaggedAllToAll" {
				return true
			}
		}
	}
	return false
}

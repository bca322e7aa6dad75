package vlog

import (
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
)

// A compiler is the compilation that a thread is at.
type compiler struct {
	module  *Module // nil before the first
	stack   []*Pass // passes that are not known to have ended, the outermost first
	removed []RemovedCommand
	reason  *Reason // the message right before, nil when it was another
}

// config takes the start of a pass: on a module, or on a part of the one that
// is being compiled.
func (p *Parser) config(c *compiler, e *Event) {
	pass := &Pass{Place: placeOf(e), before: c.reason}
	c.reason = nil
	if p.continues(c, e, pass) {
		c.removed = nil // the same again
		pass.inner = true
		p.add(c.stack[len(c.stack)-1], step{nested: true, line: e.Line})
		c.stack = append(c.stack, pass)
		if p.passes++; p.passes > maxPasses {
			p.log.Dropped.Passes++
			return
		}
		c.module.Passes = append(c.module.Passes, pass)
		return
	}
	c.module, c.stack = p.newModule(strings.Clone(e.Module), pass), []*Pass{pass}
	c.module.Enabled, c.module.Collectives = e.Commands, e.Collectives
	c.module.Removed = append(c.module.Removed, c.removed...)
	c.removed = nil
}

// continues reports whether a pass is on a part of the module that the thread is
// at. A loop that is not enabled gets a message, so that a pass without one
// before it, where neither loops nor conditionals are enabled, is that of a new
// compilation.
func (p *Parser) continues(c *compiler, e *Event, pass *Pass) bool {
	m := c.module
	if m == nil || m.closed || m.Name != e.Module {
		return false
	}
	return pass.before != nil || slices.Contains(e.Commands, "WHILE") || slices.Contains(e.Commands, "CONDITIONAL")
}

// newModule returns a module whose first pass is pass.
func (p *Parser) newModule(name string, pass *Pass) *Module {
	m := &Module{Place: pass.Place, Name: name, Passes: []*Pass{pass}, Removed: []RemovedCommand{}, hashes: map[uint64]bool{}}
	if len(p.log.Modules) >= maxModules {
		p.log.Dropped.Modules++
		return m
	}
	p.log.Modules = append(p.log.Modules, m)
	return m
}

// pass returns the innermost pass that is open; one without a name where the log
// lacks its start.
func (p *Parser) pass(c *compiler, e *Event) *Pass {
	if c.module == nil || c.module.closed {
		pass := &Pass{Place: placeOf(e)}
		c.module, c.stack = p.newModule("", pass), []*Pass{pass}
	}
	return c.stack[len(c.stack)-1]
}

// stays takes a message on a thunk that stays out.
func (p *Parser) stays(c *compiler, e *Event) {
	pass := p.pass(c, e)
	text := e.Reason
	if e.Kind == Split { // has the number of an allocation
		text = ""
	}
	r := pass.known[reasonID{e.Kind, e.Thunk, e.Command, text}]
	if r == nil {
		r = &Reason{Kind: e.Kind, Thunk: strings.Clone(e.Thunk), Command: strings.Clone(e.Command), Text: strings.Clone(text), First: e.Line}
		if p.reasons++; p.reasons <= maxReasons {
			pass.keep(r)
		} else {
			p.log.Dropped.Reasons++
		}
	}
	r.Count++
	if e.Kind == TooSmall { // these were put together before something that stays out, or at the end
		c.reason = nil
		p.add(pass, step{small: true, line: e.Line})
		return
	}
	c.reason = r
	p.add(pass, step{reason: r, line: e.Line})
}

// A reasonID identifies a reason within its pass.
type reasonID struct {
	kind                 Kind
	thunk, command, text string
}

// keep adds a reason that is new.
func (pass *Pass) keep(r *Reason) {
	if pass.known == nil {
		pass.known = map[reasonID]*Reason{}
	}
	pass.known[reasonID{r.Kind, r.Thunk, r.Command, r.Text}] = r
	pass.Reasons = append(pass.Reasons, r)
}

// add appends a step, unless the last one says the same.
func (p *Parser) add(pass *Pass, s step) {
	if n := len(pass.steps); n > 0 {
		last := pass.steps[n-1]
		if last.small && s.small || last.reason != nil && s.reason != nil {
			return
		}
	}
	if p.steps++; p.steps > maxSteps {
		p.log.Dropped.Reasons++
		return
	}
	pass.steps = append(pass.steps, s)
}

// create takes a command buffer.
func (p *Parser) create(c *compiler, e *Event) {
	p.pass(c, e)
	c.reason = nil
	if p.buffers >= maxBuffers {
		p.log.Dropped.Buffers++
		return
	}
	p.buffers++
	hash := hashOf(e)
	if c.module.hashes[hash] {
		p.again(c, e)
	}
	c.module.hashes[hash] = true
	c.pop(idOf(e.Name))
	b := &Buffer{Line: e.Line, Name: strings.Clone(e.Name), Cut: e.Cut}
	b.Thunks = p.keep(e.Thunks)
	b.Cut = b.Cut || len(b.Thunks) < len(e.Thunks)
	pass := c.stack[len(c.stack)-1]
	pass.Buffers = append(pass.Buffers, b)
	p.add(pass, step{buffer: b, line: e.Line})
}

// pop ends the passes that a command buffer with that number cannot be of: thunks
// are numbered in their order. Where the one that remains is that on the module,
// the buffer is what was collected before the part whose pass is the next, and
// all since was of that part.
func (c *compiler) pop(id int64) {
	for len(c.stack) > 1 && id >= 0 && id < c.stack[len(c.stack)-1].lastID() {
		if len(c.stack) == 2 {
			c.stack[1].ended = true
		}
		c.stack = c.stack[:len(c.stack)-1]
	}
}

// keep returns a copy of the names that there is room for.
func (p *Parser) keep(names []string) []string {
	kept := make([]string, 0, min(len(names), maxNames-p.names))
	for k, name := range names {
		if p.names >= maxNames || p.text+len(name) > maxText {
			p.log.Dropped.Names += int64(len(names) - k)
			break
		}
		p.names++
		p.text += len(name)
		kept = append(kept, strings.Clone(name))
	}
	return kept
}

// again takes the passes since the last command buffer for those of a new
// compilation: a command buffer that was there has come again, and thunks are
// unique in a module.
func (p *Parser) again(c *compiler, e *Event) {
	old := c.module
	var last int64
	for _, pass := range old.Passes {
		for _, b := range pass.Buffers {
			last = max(last, b.Line)
		}
	}
	at := slices.IndexFunc(old.Passes, func(pass *Pass) bool { return pass.Line > last })
	if at <= 0 { // the log lacks the start of the pass
		pass := &Pass{Place: placeOf(e)}
		c.module, c.stack = p.newModule(old.Name, pass), []*Pass{pass}
		return
	}
	moved := old.Passes[at:]
	old.Passes = slices.Clip(old.Passes[:at])
	c.module = p.newModule(old.Name, moved[0])
	c.module.Passes = moved
	c.module.Enabled, c.module.Collectives, c.module.Removed = old.Enabled, old.Collectives, slices.Clone(old.Removed)
	moved[0].inner, moved[0].before = false, nil
	c.stack = slices.Clone(moved)
}

// lastID returns the number of the last command buffer of pass, -1 when there is
// none.
func (pass *Pass) lastID() int64 {
	if n := len(pass.Buffers); n > 0 {
		return idOf(pass.Buffers[n-1].Name)
	}
	return -1
}

// idOf returns the number in command_buffer_7, the number of its first thunk; -1
// without a number.
func idOf(name string) int64 {
	number, ok := strings.CutPrefix(name, "command_buffer_")
	if !ok {
		return -1
	}
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil || id < 0 {
		return -1
	}
	return id
}

// hashOf returns what a command buffer is told from others by: its name, or the
// names of its thunks.
func hashOf(e *Event) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(e.Name)) // never fails
	if e.Name == "" {
		_, _ = h.Write([]byte(strings.Join(e.Thunks, ", ")))
	}
	return h.Sum64()
}

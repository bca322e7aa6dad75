package vlog

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// This file has a model of XLA that writes logs: the pass that makes command
// buffers, in the order in which command_buffer_conversion_pass.cc works, and
// loops of while_thunk.cc. It knows what the parser has to find.

// A style is how a program writes prefixes.
type style int

const (
	tsl style = iota
	tslThreads
	absl
)

// A writer writes the lines of one thread.
type writer struct {
	lines  []string
	style  style
	thread int
	us     int
}

// log writes a message.
func (w *writer) log(file, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	w.us++
	switch w.style {
	case tsl:
		w.lines = append(w.lines, fmt.Sprintf("2026-03-11 02:59:55.%06d: I xla/backends/gpu/runtime/%s:7] %s", w.us, file, message))
	case tslThreads:
		w.lines = append(w.lines, fmt.Sprintf("2026-03-11 02:59:55.%06d: I %7d xla/backends/gpu/runtime/%s:7] %s", w.us, w.thread, file, message))
	case absl:
		w.lines = append(w.lines, fmt.Sprintf("I0311 02:59:55.%06d %7d %s:7] %s", w.us, w.thread, file, message))
	}
}

// A sort is what the pass does with a thunk.
type sort int

const (
	fine   sort = iota // becomes part of a command buffer
	logged             // stays out, with a message
	silent             // stays out without one
	loop
)

// A thunk is one of a module.
type thunk struct {
	sort sort
	name string
	id   int
	body []*thunk
}

// A compilation is a module being compiled.
type compilation struct {
	*writer
	name    string
	enabled string
	named   bool // command buffers have names
	least   int  // thunks in a command buffer

	cause    map[int]sort   // of each flush that something stopped, by line
	outLoops int            // that stay out
	why      map[int]sort   // of the passes on parts, by line: logged or silent
	order    [][]string     // names of the sequences
	flushes  map[int]string // the last thunk of each, by line
}

// sequence returns random thunks.
func sequence(r *rand.Rand, depth int, id *int) []*thunk {
	var list []*thunk
	for range r.IntN(7) {
		t := &thunk{sort: sort(r.IntN(4))}
		if r.IntN(2) == 0 {
			t.sort = fine
		}
		if t.sort == loop && depth > 2 {
			t.sort = fine
		}
		if t.sort == loop {
			t.body = sequence(r, depth+1, id)
		}
		t.id = *id
		*id++
		t.name = fmt.Sprintf("loop_add_fusion.%d", t.id)
		if t.sort == loop {
			t.name = fmt.Sprintf("while.%d", t.id)
		}
		list = append(list, t)
	}
	return list
}

// converts reports whether t becomes part of a command buffer, and writes why
// not.
func (c *compilation) converts(t *thunk) bool {
	switch t.sort {
	case logged:
		c.log(conversionFile, "Unsupported thunk kind: kCopy")
		return false
	case silent:
		return false
	case loop:
		if !strings.Contains(c.enabled, "WHILE") {
			c.log(conversionFile, "Thunk kind kWhile lowering is not enabled by the user for type WHILE")
			return false
		}
		for _, b := range t.body {
			if !c.converts(b) {
				return false
			}
		}
	}
	return true
}

// pass runs the pass on a sequence.
func (c *compilation) pass(list []*thunk) {
	c.log(conversionFile, "Module %s CommandBufferConfig: enabled_commands: [%s]", c.name, c.enabled)
	var names []string
	for _, t := range list {
		names = append(names, t.name)
	}
	c.order = append(c.order, names)
	var pending []*thunk
	for _, t := range list {
		before := len(c.lines)
		if c.converts(t) {
			pending = append(pending, t)
			continue
		}
		why := silent
		if len(c.lines) > before {
			why = logged
		}
		if t.sort == loop {
			c.outLoops++
			c.why[len(c.lines)+1] = why
			c.pass(t.body)
			why = loop
		}
		c.flush(pending, why, true)
		pending = nil
	}
	c.flush(pending, fine, false)
}

// flush puts thunks together.
func (c *compilation) flush(list []*thunk, why sort, stopped bool) {
	if len(list) == 0 {
		return
	}
	if len(list) < c.least {
		for range list {
			c.log(conversionFile, "Thunk kind kKernel is not lowered to command buffer because command size is less than the min graph size")
		}
	} else {
		var names []string
		for _, t := range list {
			names = append(names, t.name)
		}
		name := ""
		if c.named {
			name = fmt.Sprintf("command_buffer_%d ", list[0].id)
		}
		c.log(conversionFile, "Creating command buffer thunk %swith the following thunks: %s", name, strings.Join(names, ", "))
		c.flushes[len(c.lines)] = names[len(names)-1]
	}
	if stopped {
		c.cause[len(c.lines)] = why
	}
}

// compile writes the compilation of a random module.
func compile(w *writer, r *rand.Rand, name string) *compilation {
	c := &compilation{writer: w, name: name, enabled: "FUSION, WHILE, CUSTOM_CALL", named: r.IntN(3) > 0, least: 1 + r.IntN(2),
		cause: map[int]sort{}, why: map[int]sort{}, flushes: map[int]string{}}
	if r.IntN(4) == 0 {
		c.enabled = "FUSION"
	}
	id := 1
	c.pass(sequence(r, 0, &id))
	return c
}

// A loopNode is a loop of a program, or a command buffer with loops in it.
type loopNode struct {
	buffer    bool
	tripCount bool
	n         int // iterations; random below where 0
	body      []*loopNode
	warm      bool
}

// A truth is what the host ran: loops and iterations by place.
type truth map[string][2]int64

// key names a place.
func key(device, depth, nth int, tripCount bool, mode Mode) string {
	return fmt.Sprintf("device %d depth %d nth %d %t %s", device, depth, nth, tripCount, mode)
}

// An execution runs loops on a device.
type execution struct {
	*writer
	r      *rand.Rand
	device int
	label  string // before messages
	truth  truth
	mode   Mode
	counts map[string]map[int64]int64
}

// program returns random loops.
func program(r *rand.Rand, depth int) []*loopNode {
	var list []*loopNode
	for range 1 + r.IntN(3) {
		n := &loopNode{tripCount: r.IntN(2) == 0}
		if n.tripCount {
			n.n = r.IntN(5)
		}
		if depth < 2 && r.IntN(2) == 0 {
			n.body = program(r, depth+1)
			if n.tripCount {
				n.n += 2 // once alone hides that loops lie in it
			}
		}
		list = append(list, n)
	}
	if depth > 0 && r.IntN(3) == 0 { // last, so that the loop around is heard of before other loops
		list = append(list, &loopNode{buffer: true, body: program(r, 3)})
	}
	return list
}

// run runs loops, the first of which is the nth of its iteration.
func (x *execution) run(list []*loopNode, depth int) {
	for nth, n := range list {
		x.node(n, depth, nth)
	}
}

// node runs one loop or command buffer.
func (x *execution) node(n *loopNode, depth, nth int) {
	switch {
	case n.buffer && n.warm:
		x.log(bufferFile, "Execute command buffer on device #%d; num_executions=1", x.device)
		return
	case n.buffer:
		n.warm = true
		x.log(bufferFile, "Executing warm up iteration of command buffer thunk")
		old := x.mode
		x.mode = Replaced
		for k, b := range n.body {
			x.node(b, depth, nth+k)
		}
		x.mode = old
		return
	}
	iterations := n.n
	if !n.tripCount {
		iterations = x.r.IntN(4)
		if len(n.body) > 0 && n.body[len(n.body)-1].buffer {
			iterations++
		}
	}
	if depth == 0 { // nothing counts them
		nth = 0
	}
	k := key(x.device, depth, nth, n.tripCount, x.mode)
	sum := x.truth[k]
	x.truth[k] = [2]int64{sum[0] + 1, sum[1] + int64(iterations)}
	if x.counts[k] == nil {
		x.counts[k] = map[int64]int64{}
	}
	x.counts[k][int64(iterations)]++
	if n.tripCount {
		x.log(whileFile, "%sExecuting WhileThunk for %d iterations", x.label, iterations)
		for i := range iterations {
			x.log(whileFile, "%sExecuting iteration # %d (Device: %d)", x.label, i, x.device)
			x.run(n.body, depth+1)
		}
		return
	}
	for i := 0; ; i++ {
		x.log(whileFile, "%sExecuting WhileThunk condition computation; iter=%d", x.label, i)
		if i == iterations {
			x.log(whileFile, "%scondition_result = 0", x.label)
			x.log(whileFile, "%sBreak WhileThunk loop; iter=%d", x.label, i)
			return
		}
		x.log(whileFile, "%scondition_result = 1", x.label)
		x.log(whileFile, "%sExecuting WhileThunk body computation; iter=%d", x.label, i)
		x.run(n.body, depth+1)
	}
}

// execute writes the execution of a random program.
func execute(w *writer, r *rand.Rand, device int) *execution {
	x := &execution{writer: w, r: r, device: device, label: fmt.Sprintf("[%d] ", device), truth: truth{}, mode: Host, counts: map[string]map[int64]int64{}}
	x.run(program(r, 0), 0)
	return x
}

package vlog

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/logline"
)

// A Parser takes the lines of a log.
type Parser struct {
	// OnEvent, if set, is called with each message that is known. The event is
	// not used afterwards.
	OnEvent func(*Event)

	log       *Log
	compilers map[int64]*compiler
	runners   map[int64]*runner
	lanes     map[laneKey]*lane
	groups    map[groupKey]*LoopGroup
	unknown   map[string]*FileCount
	other     map[string]*FileCount
	waiting   *logline.Prefix // of a message of a known file that begins on the next line

	waitingLine int64

	passes, reasons, steps, buffers, names, text int // that are kept
}

// NewParser returns a parser of one log.
func NewParser() *Parser {
	return &Parser{
		log:       &Log{Modules: []*Module{}, Sample: []Loop{}, Runs: Runs{Devices: []*DeviceRuns{}}},
		compilers: map[int64]*compiler{},
		runners:   map[int64]*runner{},
		lanes:     map[laneKey]*lane{},
		groups:    map[groupKey]*LoopGroup{},
		unknown:   map[string]*FileCount{},
		other:     map[string]*FileCount{},
	}
}

// Read reads a log. All errors come from r: no text is an error.
func Read(r io.Reader) (*Log, error) {
	p := NewParser()
	if err := logline.Each(r, func(l logline.Line) { p.Feed(l) }); err != nil {
		return nil, err
	}
	return p.Finish(), nil
}

// Feed takes the next line, and reports whether XLA wrote it: whether it has a
// prefix of TSL or absl that names no file of Python, or goes on with a message
// that had nothing but a prefix.
func (p *Parser) Feed(l logline.Line) bool {
	prefix, message, ok := logline.ParsePrefix(l.Text)
	if ok && strings.HasSuffix(prefix.File, ".py") { // the logger of Python
		ok = false
	}
	if !ok {
		return p.waiting != nil && p.follows(l)
	}
	p.abandon()
	p.log.Messages++
	if prefix.Thread != NoThread {
		p.log.Threads = true
	}
	if message == "" && isKnown(prefix.Base()) {
		p.waiting, p.waitingLine = &prefix, l.Number
		return true
	}
	p.message(l, &prefix, message)
	return true
}

// follows takes a line after a prefix without a message, and reports whether it
// is that message.
func (p *Parser) follows(l logline.Line) bool {
	prefix := p.waiting
	if _, _, ok := parse(prefix.Base(), strings.TrimRight(l.Text, " \t")); !ok {
		p.abandon()
		return false
	}
	p.waiting = nil
	p.message(l, prefix, l.Text)
	return true
}

// abandon gives up on the message that begins on the next line.
func (p *Parser) abandon() {
	if p.waiting != nil {
		count(p.unknown, p.waiting.Base(), p.waitingLine)
		p.waiting = nil
	}
}

// isKnown reports whether base is one of the three files.
func isKnown(base string) bool {
	return base == conversionFile || base == whileFile || base == bufferFile
}

// message takes a message with its prefix.
func (p *Parser) message(l logline.Line, prefix *logline.Prefix, message string) {
	base := prefix.Base()
	e, known, ok := parse(base, strings.TrimRight(message, " \t"))
	switch {
	case !known:
		if !count(p.other, base, l.Number) {
			p.log.OtherRest++
		}
		return
	case !ok:
		count(p.unknown, base, l.Number)
		return
	}
	stamp := prefix.Time
	e.Line, e.Time, e.Thread, e.File, e.Source = l.Number, &stamp, prefix.Thread, base, prefix.Source
	p.log.Known++
	if l.Cut > 0 {
		p.log.Cut++
		e.Cut = true
		if n := len(e.Thunks); n > 0 {
			e.Thunks = e.Thunks[:n-1] // may lack its end
		}
	}
	p.event(&e)
	if p.OnEvent != nil {
		p.OnEvent(&e)
	}
}

// count adds a message of base. It reports false where there is no room for
// another file.
func count(files map[string]*FileCount, base string, line int64) bool {
	f := files[base]
	if f == nil {
		if len(files) >= maxFiles {
			return false
		}
		f = &FileCount{File: strings.Clone(base), First: line}
		files[f.File] = f
	}
	f.Count++
	return true
}

// event takes a message that is known.
func (p *Parser) event(e *Event) {
	c, r := p.compilerOf(e.Thread), p.runnerOf(e.Thread)
	switch e.File {
	case conversionFile:
		p.log.Levels.Conversion = max(p.log.Levels.Conversion, e.Level)
		p.conversionEvent(c, e)
	case whileFile:
		p.log.Levels.While = max(p.log.Levels.While, e.Level)
		c.close()
		n := p.laneOf(e)
		p.adopt(n, e)
		p.loopEvent(r, n, e)
	case bufferFile:
		p.log.Levels.CommandBuffer = max(p.log.Levels.CommandBuffer, e.Level)
		c.close()
		p.runEvent(r, e)
	}
}

// conversionEvent takes a message of command_buffer_conversion_pass.cc.
func (p *Parser) conversionEvent(c *compiler, e *Event) {
	switch e.Kind {
	case Config:
		p.config(c, e)
	case Removed:
		if !slices.ContainsFunc(c.removed, func(r RemovedCommand) bool { return r.Command == e.Command }) && len(c.removed) < maxWords {
			c.removed = append(c.removed, RemovedCommand{strings.Clone(e.Command), strings.Clone(e.Toolkit), strings.Clone(e.Driver), e.Line})
		}
	case Create:
		p.create(c, e)
	case Graph: // nothing that Create does not say
	default:
		p.stays(c, e)
	}
}

// close says that the thread does not compile any more.
func (c *compiler) close() {
	if c.module != nil {
		c.module.closed = true
	}
}

// EndModule says that the compilations of modules whose names match have ended,
// which another log may know. The next module of the same name is a new compilation.
func (p *Parser) EndModule(match func(name string) bool) {
	for _, c := range p.compilers {
		if c.module != nil && match(c.module.Name) {
			c.module.closed = true
		}
	}
}

// compilerOf returns the compilation that a thread is at.
func (p *Parser) compilerOf(thread int64) *compiler {
	c := p.compilers[thread]
	if c == nil {
		c = &compiler{}
		if len(p.compilers) >= maxThreads {
			p.log.Dropped.Threads++
			return c
		}
		p.compilers[thread] = c
	}
	return c
}

// runnerOf returns what a thread does with command buffers.
func (p *Parser) runnerOf(thread int64) *runner {
	r := p.runners[thread]
	if r == nil {
		r = &runner{device: NoDevice}
		if len(p.runners) < maxThreads {
			p.runners[thread] = r
		}
	}
	return r
}

// Finish returns the result for the log. No line may follow.
func (p *Parser) Finish() *Log {
	p.abandon()
	l := p.log
	keys := slices.SortedFunc(maps.Keys(p.lanes), func(a, b laneKey) int {
		return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.device, b.device))
	})
	for _, key := range keys {
		p.close(p.lanes[key], 0, 0)
	}
	l.Loops = make([]*LoopGroup, 0, len(p.groups))
	for _, g := range p.groups {
		g.Host.finish()
		g.Replaced.finish()
		l.Loops = append(l.Loops, g)
	}
	slices.SortFunc(l.Loops, func(a, b *LoopGroup) int {
		return cmp.Or(cmp.Compare(a.Device, b.Device), cmp.Compare(a.Depth, b.Depth), cmp.Compare(a.Nth, b.Nth), cmp.Compare(a.First, b.First))
	})
	slices.SortFunc(l.Sample, func(a, b Loop) int { return cmp.Compare(a.Line, b.Line) })
	l.Unrecognised, l.Other = sortedCounts(p.unknown), sortedCounts(p.other)
	p.finishModules()
	l.Warnings = l.warnings()
	return l
}

// finishModules infers what the order of messages says, and numbers modules of
// one name.
func (p *Parser) finishModules() {
	nth := map[string]int{}
	for _, m := range p.log.Modules {
		nth[m.Name]++
		m.Nth = nth[m.Name]
		m.infer(p.log.Levels.Conversion >= 2)
		if m.Enabled == nil {
			m.Enabled = []string{}
		}
	}
}

// sortedCounts returns the files with most messages first.
func sortedCounts(files map[string]*FileCount) []FileCount {
	list := make([]FileCount, 0, len(files))
	for _, f := range files {
		list = append(list, *f)
	}
	slices.SortFunc(list, func(a, b FileCount) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.File, b.File))
	})
	return list
}

// warnings says what is doubtful.
func (l *Log) warnings() []string {
	w := []string{}
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	for _, f := range l.Unrecognised {
		add("%d messages of %s are unknown, the first on line %d: the log may be from another version of XLA", f.Count, f.File, f.First)
	}
	if l.Unplaced > 0 {
		text := "lines are missing"
		if !l.Threads {
			text += ", or lines of several threads are mixed (set TF_CPP_LOG_THREAD_ID=1 to distinguish threads)"
		}
		add("%d messages of loops match no open loop: %s", l.Unplaced, text)
	}
	if l.Levels.Conversion == 1 {
		add("the log does not say why thunks stay out of command buffers; set TF_CPP_VMODULE=command_buffer_conversion_pass=2")
	}
	if l.Levels.While == 2 {
		add("the log does not have loops of unknown trip count; set TF_CPP_VMODULE=while_thunk=3")
	}
	if l.Cut > 0 {
		add("%d messages were longer than %d bytes and were cut", l.Cut, logline.DefaultLimit)
	}
	if d := l.Dropped; d != (Dropped{}) {
		add("the log is too large to keep everything: %d modules, %d passes, %d reasons, %d command buffers, %d names of thunks, %d loops and %d messages of threads were dropped",
			d.Modules, d.Passes, d.Reasons, d.Buffers, d.Names, d.Loops, d.Threads)
	}
	return w
}

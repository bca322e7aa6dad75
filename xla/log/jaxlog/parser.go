package jaxlog

import (
	"cmp"
	"io"
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
	functions map[string]*Function
	open      map[string][]*Compilation // without an end, by function
	early     map[string]*Compilation   // of which the log has messages on the cache alone
	sites     map[string]*TracingSite
	errors    map[string]*Error
	reasons   map[NotWrittenReason]*NotWrittenCount
	miss      *tracing
	misses    int64 // of the tracing cache

	last     string // message
	lastHead head

	cacheMisses int64
	visible     bool // a miss of the persistent cache, or what follows one, is in the log
	disabled    bool // the log says that the cache is
	used        bool // the log shows that it is not
	shapeBytes  int
}

// NewParser returns a parser of one log.
func NewParser() *Parser {
	return &Parser{
		log:       &Log{Compilations: []*Compilation{}, Functions: []*Function{}},
		functions: map[string]*Function{},
		open:      map[string][]*Compilation{},
		early:     map[string]*Compilation{},
		sites:     map[string]*TracingSite{},
		errors:    map[string]*Error{},
		reasons:   map[NotWrittenReason]*NotWrittenCount{},
	}
}

// Read reads a log. All errors come from r: no text is an error.
func Read(r io.Reader) (*Log, error) {
	p := NewParser()
	err := logline.Each(r, func(l logline.Line) {
		if prefix, _, ok := logline.ParsePrefix(l.Text); ok && !strings.HasSuffix(prefix.File, ".py") {
			return // of XLA; may stand between the lines of an explanation
		}
		p.Feed(l)
	})
	if err != nil {
		return nil, err
	}
	return p.Finish(), nil
}

// Feed takes the next line, and reports whether JAX wrote it.
func (p *Parser) Feed(l logline.Line) bool {
	if p.explain(l.Text) {
		return true
	}
	h, message, ok := splitHead(l.Text)
	e := &Event{Line: l.Number, Time: h.stamp}
	if !ok || !e.parse(strings.TrimRight(message, " \t")) {
		p.endMiss()
		return false
	}
	echo := message == p.last && (h.bare != p.lastHead.bare || (h.stamp != nil && p.lastHead.stamp != nil && *h.stamp == *p.lastHead.stamp))
	if echo && p.miss == nil {
		p.log.Echoes++
		p.last = ""
		return true
	}
	p.endMiss()
	p.last, p.lastHead = message, h
	p.log.Messages++
	p.event(e, h.level)
	if p.OnEvent != nil {
		p.OnEvent(e)
	}
	return true
}

// event takes a message that is known.
func (p *Parser) event(e *Event, lv level) {
	switch e.Kind {
	case CacheMiss, CacheWrite, NotWritten:
		p.visible = p.visible || e.Kind == CacheMiss
		fallthrough
	case TracingMiss:
		if lv == unknownLevel || lv == warningLevel { // at other levels they come without the flag
			p.log.ExplainsMisses = true
		}
	}
	switch e.Kind {
	case TracingMiss:
		p.miss = &tracing{event: e}
	case CacheHit, CacheMiss, CacheWrite, NotWritten:
		p.cacheEvent(e)
	case CacheError:
		p.cacheError(e)
	default:
		p.step(e)
	}
}

// function returns the record of a function, nil where there is no room.
func (p *Parser) function(name string) *Function {
	key := keyOf(name)
	f := p.functions[key]
	if f == nil {
		if len(p.functions) >= maxFunctions {
			p.log.Dropped.Functions++
			return nil
		}
		f = &Function{Name: strings.Clone(unwrap(name)), key: strings.Clone(key), hashes: map[uint64]bool{}, traced: none}
		p.functions[f.key] = f
	}
	return f
}

// step takes a message on one of the steps to an executable.
func (p *Parser) step(e *Event) {
	f := p.function(e.Function)
	if f == nil {
		return
	}
	switch e.Kind {
	case Traced:
		f.Traces++
		f.traced = e.NS
	case Compiling:
		c := p.begin(f, e)
		c.TraceNS, f.traced = f.traced, none
		p.keepShapes(c, e)
	case Lowered:
		if c := p.latest(f.key); c != nil && c.LowerNS == none {
			c.LowerNS = e.NS
		}
	case Compiled:
		p.end(f, p.take(f, e), e)
	}
}

// begin opens a compilation.
func (p *Parser) begin(f *Function, e *Event) *Compilation {
	c := newCompilation(e)
	c.Function, c.key = f.Name, f.key
	list := append(p.open[f.key], c)
	if len(list) > maxOpen {
		p.unfinished(f, list[0])
		list = slices.Delete(list, 0, 1)
	}
	p.open[f.key] = list
	return c
}

// latest returns the compilation of a function that began last and has no end,
// or nil if every compilation has an end. If several compilations of one function
// run at the same time, nothing says to which of them a message belongs.
func (p *Parser) latest(key string) *Compilation {
	list := p.open[key]
	if len(list) == 0 {
		return nil
	}
	return list[len(list)-1]
}

// take returns the compilation that e is the end of.
func (p *Parser) take(f *Function, e *Event) *Compilation {
	early := p.early[f.key]
	delete(p.early, f.key)
	c := p.latest(f.key)
	switch {
	case c == nil && early != nil:
		early.Function = f.Name
		return early
	case c == nil:
		c = p.begin(f, e)
	}
	p.open[f.key] = p.open[f.key][:len(p.open[f.key])-1]
	return c
}

// newCompilation returns one of which nothing but its first message is known.
func newCompilation(e *Event) *Compilation {
	return &Compilation{Line: e.Line, Time: e.Time, TraceNS: none, LowerNS: none, CompileNS: none, Basis: NoHit}
}

// keepShapes keeps the types of a compilation, where there is room.
func (p *Parser) keepShapes(c *Compilation, e *Event) {
	if !e.HasShapes {
		return
	}
	bytes := 0
	for _, s := range e.Shapes {
		bytes += len(s) + 16
	}
	if p.shapeBytes+bytes > maxShapeBytes {
		p.log.Dropped.Shapes++
		return
	}
	p.shapeBytes += bytes
	c.Shapes, c.HasShapes = e.Shapes, true
}

// end takes the end of a compilation and says what it was.
func (p *Parser) end(f *Function, c *Compilation, e *Event) {
	c.EndLine, c.EndTime, c.CompileNS = e.Line, e.Time, e.NS
	before := f.Cold.Count + f.CacheReload.Count + f.Recompilation.Count
	c.Nth = int(before) + 1
	switch {
	case c.hit:
		c.Class, c.Basis = CacheReload, HitLogged
	case before > 0:
		c.Class = Recompilation
	default:
		c.Class = Cold
	}
	if c.missed && !c.hit {
		c.Basis = MissLogged
	}
	c.compare(f, before > 0)
	p.log.Totals.of(c.Class).add(e.NS)
	f.of(c.Class).add(e.NS)
	p.record(c)
}

// of returns the sum of a class.
func (f *Function) of(c Class) *Sum {
	switch c {
	case Cold:
		return &f.Cold
	case CacheReload:
		return &f.CacheReload
	}
	return &f.Recompilation
}

// compare says how the types of c differ from those before, and keeps them.
func (c *Compilation) compare(f *Function, again bool) {
	if !c.HasShapes {
		f.last, f.known = nil, false
		return
	}
	if again && f.known {
		c.Changed, c.ChangedCount = changes(f.last, c.Shapes)
	}
	hash := hashOf(c.Shapes)
	c.SameShapes = f.hashes[hash]
	if !c.SameShapes {
		f.Shapes++
		if len(f.hashes) < maxHashes {
			f.hashes[hash] = true
		}
	}
	f.last, f.known = c.Shapes, true
}

// record keeps a compilation, where there is room.
func (p *Parser) record(c *Compilation) {
	if len(p.log.Compilations) >= maxCompilations {
		p.log.Dropped.Compilations++
		return
	}
	p.log.Compilations = append(p.log.Compilations, c)
}

// unfinished takes a compilation that will have no end.
func (p *Parser) unfinished(f *Function, c *Compilation) {
	p.log.Totals.Unfinished++
	f.Unfinished++
	p.record(c)
}

// Finish returns the result for the log. No line may follow.
func (p *Parser) Finish() *Log {
	p.endMiss()
	l := p.log
	var rest []*Compilation
	for _, list := range p.open {
		rest = append(rest, list...)
	}
	slices.SortFunc(rest, func(a, b *Compilation) int { return cmp.Compare(a.Line, b.Line) })
	for _, c := range rest {
		p.unfinished(p.functions[c.key], c)
	}
	for _, f := range p.functions {
		if f.Cold.Count+f.CacheReload.Count+f.Recompilation.Count+f.Unfinished > 0 {
			l.Functions = append(l.Functions, f)
		}
	}
	slices.SortFunc(l.Functions, func(a, b *Function) int {
		return cmp.Or(cmp.Compare(b.NS(), a.NS()), cmp.Compare(a.Name, b.Name), cmp.Compare(a.key, b.key))
	})
	p.finishCache()
	p.finishTracing()
	l.Warnings = l.warnings()
	return l
}

// finishTracing says what is known of the tracing cache.
func (p *Parser) finishTracing() {
	t := &p.log.Tracing
	t.Sites = make([]*TracingSite, 0, len(p.sites))
	for _, s := range p.sites {
		t.Sites = append(t.Sites, s)
	}
	slices.SortFunc(t.Sites, func(a, b *TracingSite) int {
		return cmp.Or(cmp.Compare(b.Misses, a.Misses), cmp.Compare(a.First, b.First))
	})
	if p.log.ExplainsMisses || p.misses > 0 {
		misses := p.misses
		t.Misses = &misses
	}
}

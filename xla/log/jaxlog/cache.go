package jaxlog

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
)

// cacheEvent takes a message on the persistent cache.
func (p *Parser) cacheEvent(e *Event) {
	cache := &p.log.Cache
	c := p.compilationOf(e)
	if c != nil && e.Key != "" {
		c.Key = strings.Clone(e.Key)
	}
	switch e.Kind {
	case CacheHit:
		cache.Hits++
		p.used = true
		if c != nil {
			c.hit = true
		}
		return
	case CacheMiss:
		p.cacheMisses++
		p.used = true
	case CacheWrite:
		cache.Writes++
		p.used = true
		if c != nil {
			c.Written = true
		}
	case NotWritten:
		reason := reasonOf(e.Reason)
		p.notWritten(reason, e)
		p.used = p.used || reason != CacheDisabled
		p.disabled = p.disabled || reason == CacheDisabled
		if c != nil {
			c.NotWritten = reason
		}
	}
	if c != nil {
		c.missed = true // an entry is written after a miss alone
	}
}

// compilationOf returns the compilation that a message is of, nil where it names
// none. Where the log lacks its start, this message is the first.
func (p *Parser) compilationOf(e *Event) *Compilation {
	module := e.Module
	if module == "" { // a key is the module and a hash
		if at := strings.LastIndexByte(e.Key, '-'); at > 0 {
			module = e.Key[:at]
		}
	}
	if module == "" {
		return nil
	}
	stripped, whole := keysOfModule(module)
	for _, key := range [...]string{stripped, whole} {
		if c := p.latest(key); c != nil {
			return c
		}
	}
	c := p.early[stripped]
	if c == nil && len(p.early) < maxFunctions {
		c = newCompilation(e)
		p.early[strings.Clone(stripped)] = c
	}
	return c
}

// notWritten counts an entry that was not written.
func (p *Parser) notWritten(reason NotWrittenReason, e *Event) {
	n := p.reasons[reason]
	if n == nil {
		n = &NotWrittenCount{Reason: reason, First: e.Line, Text: strings.Clone(e.Reason)}
		p.reasons[reason] = n
	}
	n.Count++
}

// reasonOf returns the reason that a text gives.
func reasonOf(text string) NotWrittenReason {
	switch {
	case strings.HasPrefix(text, "it took < "):
		return FastCompile
	case strings.Contains(text, "its size"):
		return SmallEntry
	case strings.Contains(text, "host callbacks"):
		return HostCallbacks
	case strings.HasPrefix(text, "process_id != 0"):
		return OtherProcess
	case strings.HasPrefix(text, "cache is disabled"):
		return CacheDisabled
	}
	return OtherReason
}

// cacheError counts an error of the cache.
func (p *Parser) cacheError(e *Event) {
	text := e.Reason
	if e.Module != "" {
		text += " (" + e.Module + ")"
	}
	n := p.errors[text]
	if n == nil {
		if len(p.errors) >= maxErrors {
			p.log.Cache.ErrorsRest++
			return
		}
		n = &Error{Text: strings.Clone(text), First: e.Line}
		p.errors[n.Text] = n
	}
	n.Count++
}

// finishCache says what is known of the persistent cache.
func (p *Parser) finishCache() {
	l, cache := p.log, &p.log.Cache
	cache.NotWritten, cache.Errors = []NotWrittenCount{}, []Error{}
	for _, n := range p.reasons {
		cache.NotWritten = append(cache.NotWritten, *n)
	}
	slices.SortFunc(cache.NotWritten, func(a, b NotWrittenCount) int { return cmp.Compare(a.First, b.First) })
	for _, e := range p.errors {
		cache.Errors = append(cache.Errors, *e)
	}
	slices.SortFunc(cache.Errors, func(a, b Error) int {
		return cmp.Or(cmp.Compare(a.First, b.First), cmp.Compare(a.Text, b.Text))
	})
	ended := l.Totals.Cold.Count + l.Totals.CacheReload.Count + l.Totals.Recompilation.Count
	switch {
	case p.used:
		cache.State = CacheOn
	case p.disabled, l.ExplainsMisses && ended > 0:
		cache.State = CacheOff
	default:
		cache.State = CacheUnknown
	}
	switch allHit := ended > 0 && ended == l.Totals.CacheReload.Count; {
	case cache.State == CacheOff:
	case p.visible, cache.State == CacheOn && l.ExplainsMisses, allHit:
		misses := p.cacheMisses
		cache.Misses = &misses
	}
}

// warnings says what is doubtful, and what the log cannot show.
func (l *Log) warnings() []string {
	w := []string{}
	add := func(format string, args ...any) { w = append(w, fmt.Sprintf(format, args...)) }
	t := l.Totals
	if t.Cold.Count+t.Recompilation.Count > 0 && l.Cache.Misses == nil && l.Cache.State != CacheOff {
		add("the log cannot show misses of the persistent cache; set JAX_EXPLAIN_CACHE_MISSES=1, since JAX_LOG_COMPILES=1 alone shows only hits")
	}
	if l.Messages > 0 && l.Tracing.Misses == nil {
		add("the log cannot show misses of the tracing cache; set JAX_EXPLAIN_CACHE_MISSES=1")
	}
	if d := l.Dropped; d != (Dropped{}) {
		add("the log is too large to keep everything: %d compilations, messages of %d functions, %d lists of types and %d tracing misses were dropped",
			d.Compilations, d.Functions, d.Shapes, d.Sites)
	}
	return w
}

// hashOf returns a hash that identifies a list of types.
func hashOf(shapes []string) uint64 {
	h := fnv.New64a()
	for _, s := range shapes {
		_, _ = h.Write([]byte(s)) // never fails
		_, _ = h.Write([]byte{0})
	}
	return h.Sum64()
}

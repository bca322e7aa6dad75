package xlalog

import (
	"fmt"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/reports"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// compilations adds what was compiled.
func (r *report) compilations(l *jaxlog.Log) {
	if len(l.Functions) == 0 {
		return
	}
	f := reports.Facts()
	for _, c := range []struct {
		name string
		sum  jaxlog.Sum
	}{{"cold", l.Totals.Cold}, {"reloaded from the cache", l.Totals.CacheReload}, {"compiled again", l.Totals.Recompilation}} {
		f.Append(c.name, fmt.Sprintf("%s in %s", units.Integer(c.sum.Count), units.Duration(c.sum.NS)))
	}
	if n := l.Totals.Unfinished; n > 0 {
		f.Append("without an end", units.Integer(n))
	}
	t := newRows("function", ">cold", ">reloaded", ">again", ">compile time", ">traces", ">lists of types")
	for _, fn := range l.Functions {
		t.add(fn.Name, units.Integer(fn.Cold.Count), units.Integer(fn.CacheReload.Count), units.Integer(fn.Recompilation.Count),
			units.Duration(fn.NS()), units.Integer(fn.Traces), units.Integer(fn.Shapes))
	}
	r.heading("Compilation")
	r.Add(f, t.finish(""))
	r.again(l)
}

// again adds the functions that were compiled more than once.
func (r *report) again(l *jaxlog.Log) {
	t := newRows("function", ">nth", ">line", ">compile time", "what changed")
	for _, c := range l.Compilations {
		if c.Class == jaxlog.Recompilation {
			t.add(c.Function, units.Integer(c.Nth), line(c.EndLine), units.Duration(c.CompileNS), changed(c))
		}
	}
	if len(t.Rows) > 0 {
		r.heading("Compiled again")
		r.Add(t.finish(""))
	}
}

// changed writes what is another than in the compilation before.
func changed(c *jaxlog.Compilation) string {
	switch {
	case c.SameShapes && c.ChangedCount == 0:
		return "not the types, but the function behind this name, a static argument, the sharding or the configuration"
	case c.SameShapes:
		return fmt.Sprintf("%s; these types had been compiled before", units.Plural(c.ChangedCount, "type"))
	case len(c.Changed) == 0:
		return "unknown: the types are not in the log"
	}
	const shown = 3
	var parts []string
	for _, ch := range c.Changed[:min(shown, len(c.Changed))] {
		parts = append(parts, fmt.Sprintf("argument %d: %s → %s", ch.Argument, orNone(ch.Before), orNone(ch.Now)))
	}
	text := strings.Join(parts, ", ")
	if c.ChangedCount > shown {
		text += fmt.Sprintf(", and %d more", c.ChangedCount-shown)
	}
	return text
}

// orNone writes an argument that may be missing.
func orNone(s string) string {
	if s == "" {
		return "none"
	}
	return s
}

// caches adds what the caches had.
func (r *report) caches(l *jaxlog.Log) {
	if l.Messages == 0 {
		return
	}
	f := reports.Facts()
	c := &l.Cache
	f.Append("persistent cache", string(c.State))
	if c.State != jaxlog.CacheOff {
		f.Append("hits", units.Integer(c.Hits))
		f.Append("misses", orUnknown(c.Misses))
		f.Append("written", units.Integer(c.Writes))
	}
	for _, n := range c.NotWritten {
		f.Append("not written", fmt.Sprintf("%s: %s", units.Integer(n.Count), n.Text))
	}
	for _, e := range c.Errors {
		f.Append("error", fmt.Sprintf("%s: %s", units.Integer(e.Count), e.Text))
	}
	f.Append("tracing cache misses", orUnknown(l.Tracing.Misses))
	r.heading("Caches")
	r.Add(f)
	if len(l.Tracing.Sites) == 0 {
		return
	}
	t := newRows("tracing cache miss at", "function", ">misses", ">time", "causes", ">line")
	for _, s := range l.Tracing.Sites {
		var causes []string
		for _, c := range s.Causes {
			causes = append(causes, strings.ReplaceAll(string(c), "_", " "))
		}
		cost := "–"
		if s.CostNS > 0 {
			cost = units.Duration(s.CostNS)
		}
		t.add(s.Site, s.Function, units.Integer(s.Misses), cost, strings.Join(causes, ", "), line(s.First))
	}
	r.Add(t.finish(""))
}

// orUnknown writes a count that may not be known.
func orUnknown(n *int64) string {
	if n == nil {
		return "unknown: the log cannot show them"
	}
	return units.Integer(*n)
}

package jaxlog

import (
	"time"

	"github.com/nrkit/nrkit/internal/logline"
)

// An Event is one message that is known.
type Event struct {
	Line      int64          // in the log, from 1
	Time      *logline.Stamp // nil where none is printed
	Kind      Kind
	Function  string   // as printed: f, jit(f)
	Module    string   // jit_f
	Key       string   // in the persistent cache
	Shapes    []string // float32[4,512]
	HasShapes bool     // Shapes is the whole list
	Site      string   // FILE:LINE:COL (function)
	Reason    string
	NS        int64 // -1 if the message has no time
}

// A Class says where an executable came from.
type Class string

// Classes.
const (
	// Cold: the first compilation of a function of that name in the log, without
	// a hit in the persistent cache.
	Cold Class = "cold"
	// CacheReload: a hit in the persistent cache.
	CacheReload Class = "cache_reload"
	// Recompilation: a function of that name had been compiled before, and there
	// was no hit.
	Recompilation Class = "recompilation"
)

// A Basis says which messages in the log decided a class.
type Basis string

// Bases.
const (
	HitLogged  Basis = "hit"  // a hit is in the log
	MissLogged Basis = "miss" // a miss, or that the entry was or was not written
	// NoHit: neither is. JAX before 2024 logs hits as INFO, which JAX_LOG_COMPILES
	// does not show.
	NoHit Basis = "no_hit"
)

// A Log is what JAX says in a log.
type Log struct {
	Messages int64 `json:"messages"` // number of known messages

	// number of messages that came twice in a row, from two handlers; each pair
	// counts once
	Echoes int64 `json:"echoes"`

	// true if the log shows that the program ran with JAX_EXPLAIN_CACHE_MISSES;
	// otherwise misses are unknown
	ExplainsMisses bool `json:"explains_misses"`

	Totals Totals `json:"totals"` // sums over all compilations

	// compilations in the order of their ends, then compilations without an end;
	// at most 20,000
	Compilations []*Compilation `json:"compilations"`

	Functions []*Function `json:"functions"`        // compilations by name of the function, most compile time first
	Cache     Cache       `json:"persistent_cache"` // the persistent cache

	// the tracing cache, which is in memory; a miss means that Python runs the
	// function again
	Tracing Tracing `json:"tracing_cache"`

	Dropped  Dropped  `json:"dropped"`  // numbers of items that were not kept for lack of room
	Warnings []string `json:"warnings"` // warnings as sentences
}

// Totals are sums by class.
type Totals struct {
	Cold          Sum   `json:"cold"`          // first compilations of a function in the log, without a cache hit
	CacheReload   Sum   `json:"cache_reload"`  // loads from the persistent cache
	Recompilation Sum   `json:"recompilation"` // further compilations of a function, without a cache hit
	Unfinished    int64 `json:"unfinished"`    // number of compilations without an end: only lowered, or the log ends
}

// A Sum is a number of compilations with their time: the time of XLA, or the time to
// load them from the cache.
type Sum struct {
	Count int64 `json:"count"`      // number of compilations
	NS    int64 `json:"compile_ns"` // time of XLA for them, or time to load them from the cache
}

// add counts one compilation.
func (s *Sum) add(ns int64) { s.Count, s.NS = s.Count+1, min(s.NS+ns, maxTotal) }

// of returns the sum of a class.
func (t *Totals) of(c Class) *Sum {
	switch c {
	case Cold:
		return &t.Cold
	case CacheReload:
		return &t.CacheReload
	}
	return &t.Recompilation
}

// A Compilation is one executable that JAX asked XLA for.
type Compilation struct {
	Line     int64          `json:"line"`               // line of its first message, from 1
	Time     *logline.Stamp `json:"time,omitempty"`     // time of its first message; absent if not printed
	EndLine  int64          `json:"end_line"`           // line of its last message; 0 without an end
	EndTime  *logline.Stamp `json:"end_time,omitempty"` // time of its last message; absent without an end or if not printed
	Function string         `json:"function"`           // name of the function, `f` of `jit(f)`

	// `cold`: the first compilation of this function without a cache hit.
	// `cache_reload`: a hit in the persistent cache. `recompilation`: a later one
	// without a hit. "" without an end
	Class Class `json:"class"`

	// what `class` relies on. `hit`: a hit is in the log. `miss`: a miss is in the
	// log, or a line on writing the entry. `no_hit`: neither; JAX before 2024 may
	// hide hits
	Basis Basis `json:"basis"`

	Nth       int      `json:"nth"`              // number, from 1, of the finished compilation among functions of this name
	Shapes    []string `json:"shapes,omitempty"` // types of the arguments; absent if the log does not contain all
	HasShapes bool     `json:"has_shapes"`       // true if `shapes` is complete

	// arguments whose type differs from the compilation before; at most 100.
	// Absent for the first compilation, and if types are unknown
	Changed []Change `json:"changed,omitempty"`

	ChangedCount int `json:"changed_count"` // number of arguments whose type differs from the compilation before; 0 if unknown

	// true if a function of this name was compiled for the same types before
	//
	// It is another function, or another static argument, sharding or
	// configuration.
	SameShapes bool `json:"same_shapes"`

	TraceNS    int64            `json:"trace_ns"`              // time to trace, including functions that it calls; −1 if not in the log
	LowerNS    int64            `json:"lower_ns"`              // time to lower; −1 if not in the log
	CompileNS  int64            `json:"compile_ns"`            // time to compile, or to load from the cache; −1 if not in the log
	Key        string           `json:"key,omitempty"`         // key in the persistent cache; absent if not in the log
	Written    bool             `json:"written"`               // true if the entry was written to the persistent cache
	NotWritten NotWrittenReason `json:"not_written,omitempty"` // reason why the entry was not written; absent if not in the log

	key         string // of the function
	hit, missed bool
}

// A Function is all of the functions of one name.
type Function struct {
	Name          string `json:"name"`          // name of the function
	Cold          Sum    `json:"cold"`          // first compilations without a cache hit
	CacheReload   Sum    `json:"cache_reload"`  // loads from the persistent cache
	Recompilation Sum    `json:"recompilation"` // further compilations without a cache hit
	Traces        int64  `json:"traces"`        // number of traces, including traces as a part of other functions
	Shapes        int    `json:"shapes"`        // number of different lists of argument types
	Unfinished    int64  `json:"unfinished"`    // number of compilations without an end

	key    string
	last   []string // types of the last compilation
	known  bool     // last is one
	hashes map[uint64]bool
	traced int64 // time of the last trace that no compilation has taken, or none
}

// NS returns the compile time of all.
func (f *Function) NS() int64 { return f.Cold.NS + f.CacheReload.NS + f.Recompilation.NS }

// A CacheState says whether the persistent cache was in use.
type CacheState string

// States of the cache.
const (
	CacheOn      CacheState = "on"
	CacheOff     CacheState = "off"     // inferred: misses would be in the log, and neither one nor a hit is
	CacheUnknown CacheState = "unknown" // nothing in the log shows
)

// Cache is what the log says about the persistent cache.
type Cache struct {
	// `on`; `off`: inferred, because the log would show misses and shows neither
	// misses nor hits; `unknown`
	State CacheState `json:"state"`

	Hits       int64             `json:"hits"`             // number of hits
	Misses     *int64            `json:"misses,omitempty"` // number of misses; absent if the log cannot show them
	Writes     int64             `json:"writes"`           // number of written entries
	NotWritten []NotWrittenCount `json:"not_written"`      // entries that were not written, by reason
	Errors     []Error           `json:"errors"`           // errors of the cache, by text
	ErrorsRest int64             `json:"errors_rest"`      // number of errors with further texts, for lack of room
}

// A NotWrittenReason says why an entry was not written to the cache.
type NotWrittenReason string

// Reasons.
const (
	FastCompile   NotWrittenReason = "fast_compile"   // below jax_persistent_cache_min_compile_time_secs, 1 s unless set
	SmallEntry    NotWrittenReason = "small_entry"    // below jax_persistent_cache_min_entry_size_bytes
	HostCallbacks NotWrittenReason = "host_callbacks" // the function calls Python, as jax.debug.print does
	OtherProcess  NotWrittenReason = "other_process"  // only process 0 writes
	CacheDisabled NotWrittenReason = "cache_disabled"
	OtherReason   NotWrittenReason = "other"
)

// A NotWrittenCount counts entries that were not written for one reason.
type NotWrittenCount struct {
	// `fast_compile`, `small_entry`, `host_callbacks`, `other_process`,
	// `cache_disabled` or `other`
	Reason NotWrittenReason `json:"reason"`

	Count int64  `json:"count"`      // number of entries
	First int64  `json:"first_line"` // line of the first message, from 1
	Text  string `json:"first_text"` // text of the first message
}

// An Error counts errors of the cache.
type Error struct {
	Text  string `json:"text"`       // text of the error
	Count int64  `json:"count"`      // number of errors with this text
	First int64  `json:"first_line"` // line of the first error, from 1
}

// Dropped counts what was not kept for lack of room.
type Dropped struct {
	Compilations int64 `json:"compilations"` // number of compilations; `totals` counts them
	Functions    int64 `json:"functions"`    // number of messages on further functions
	Shapes       int64 `json:"shapes"`       // number of lists of types
	Sites        int64 `json:"sites"`        // number of tracing misses at further sites
}

// The room there is. A log of any length takes no more than this.
const (
	maxCompilations = 20000
	maxFunctions    = 20000
	maxHashes       = 1024     // lists of types of a function
	maxShapeBytes   = 64 << 20 // text of types
	maxSites        = 4096
	maxExample      = 64 // lines of an explanation
	maxOpen         = 64 // compilations of a name without an end
	maxErrors       = 100
)

// A Window is what was compiled in a span of time.
type Window struct {
	// Known is false if that is not certain: a compilation has no time, or some were
	// dropped.
	Known  bool
	Totals Totals
}

// Steady reports whether no compilation was made, loaded or begun.
func (w Window) Steady() bool { return w.Known && w.Totals == Totals{} }

// Within returns what was compiled from one instant to another: each compilation
// some of whose time lies between. The log has times of its zone. Times of absl have
// no year and count as unknown.
func (l *Log) Within(from, to time.Time, zone *time.Location) Window {
	w := Window{Known: l.Dropped.Compilations == 0}
	for _, c := range l.Compilations {
		begin, ok := c.begin(zone)
		end, finished := begin, false
		if c.EndTime != nil {
			end, finished = c.EndTime.In(zone)
		}
		if !ok || (c.EndLine > 0 && !finished) {
			w.Known = false
			continue
		}
		switch {
		case end.Before(from) || begin.After(to):
		case c.EndLine == 0:
			w.Totals.Unfinished++
		default:
			w.Totals.of(c.Class).add(max(0, c.CompileNS))
		}
	}
	return w
}

// begin returns when a compilation began.
func (c *Compilation) begin(zone *time.Location) (time.Time, bool) {
	switch {
	case c.Time != nil && c.Line != c.EndLine:
		return c.Time.In(zone)
	case c.EndTime != nil: // there is no other message
		t, ok := c.EndTime.In(zone)
		return t.Add(-time.Duration(max(0, c.CompileNS))), ok
	}
	return time.Time{}, false
}

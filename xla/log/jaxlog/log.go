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
	Messages int64 `json:"messages"` // that are known
	// Echoes counts messages that came twice in a row, from two handlers.
	Echoes int64 `json:"echoes"`
	// ExplainsMisses says that the program ran with JAX_EXPLAIN_CACHE_MISSES: a
	// message that comes with it alone is in the log. Without, nothing can be
	// said of misses.
	ExplainsMisses bool `json:"explains_misses"`
	// Totals are the sums of all compilations.
	Totals Totals `json:"totals"`
	// Compilations are those of the log in the order of their ends; then those
	// without an end.
	Compilations []*Compilation `json:"compilations"`
	Functions    []*Function    `json:"functions"` // with most compile time first
	Cache        Cache          `json:"persistent_cache"`
	Tracing      Tracing        `json:"tracing_cache"`
	Dropped      Dropped        `json:"dropped"`
	Warnings     []string       `json:"warnings"`
}

// Totals are sums by class.
type Totals struct {
	Cold          Sum   `json:"cold"`
	CacheReload   Sum   `json:"cache_reload"`
	Recompilation Sum   `json:"recompilation"`
	Unfinished    int64 `json:"unfinished"` // only lowered, or the log ends
}

// A Sum is a number of compilations with their time: the time of XLA, or the time to
// load them from the cache.
type Sum struct {
	Count int64 `json:"count"`
	NS    int64 `json:"compile_ns"`
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
	Line     int64          `json:"line"` // of its first message
	Time     *logline.Stamp `json:"time,omitempty"`
	EndLine  int64          `json:"end_line"` // 0 where it does not end
	EndTime  *logline.Stamp `json:"end_time,omitempty"`
	Function string         `json:"function"` // f of jit(f)
	Class    Class          `json:"class"`    // "" where it does not end
	Basis    Basis          `json:"basis"`
	// Nth counts the compilations of functions of this name that have ended, from 1.
	Nth int `json:"nth"`
	// Shapes are the types of the arguments; absent where the log has not all.
	Shapes    []string `json:"shapes,omitempty"`
	HasShapes bool     `json:"has_shapes"`
	// Changed are the arguments whose type is another one than in the compilation
	// before, a hundred at most, and ChangedCount how many there are; both absent
	// for the first one and where the types are not known.
	Changed      []Change `json:"changed,omitempty"`
	ChangedCount int      `json:"changed_count"`
	// SameShapes says that a function of this name was compiled for the same types
	// before: it is another function, or another static argument, sharding or
	// configuration.
	SameShapes bool `json:"same_shapes"`
	// The times of the steps, -1 where the log has none.
	TraceNS   int64 `json:"trace_ns"` // with that of functions that it calls
	LowerNS   int64 `json:"lower_ns"`
	CompileNS int64 `json:"compile_ns"` // also the time to load from the cache
	// Key is that of the persistent cache.
	Key     string `json:"key,omitempty"`
	Written bool   `json:"written"` // to the persistent cache
	// NotWritten is why not, where the log says.
	NotWritten NotWrittenReason `json:"not_written,omitempty"`

	key         string // of the function
	hit, missed bool
}

// A Function is all of the functions of one name.
type Function struct {
	Name          string `json:"name"`
	Cold          Sum    `json:"cold"`
	CacheReload   Sum    `json:"cache_reload"`
	Recompilation Sum    `json:"recompilation"`
	Traces        int64  `json:"traces"` // also as a part of others
	Shapes        int    `json:"shapes"` // different lists of types
	Unfinished    int64  `json:"unfinished"`

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
	State CacheState `json:"state"`
	Hits  int64      `json:"hits"`
	// Misses is absent where the log cannot show them.
	Misses     *int64            `json:"misses,omitempty"`
	Writes     int64             `json:"writes"`
	NotWritten []NotWrittenCount `json:"not_written"`
	Errors     []Error           `json:"errors"`
	ErrorsRest int64             `json:"errors_rest"` // of further texts than there is room for
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
	Reason NotWrittenReason `json:"reason"`
	Count  int64            `json:"count"`
	First  int64            `json:"first_line"`
	Text   string           `json:"first_text"`
}

// An Error counts errors of the cache.
type Error struct {
	Text  string `json:"text"`
	Count int64  `json:"count"`
	First int64  `json:"first_line"`
}

// Dropped counts what was not kept for lack of room.
type Dropped struct {
	Compilations int64 `json:"compilations"` // counted in Totals all the same
	Functions    int64 `json:"functions"`    // messages of further ones
	Shapes       int64 `json:"shapes"`       // lists
	Sites        int64 `json:"sites"`        // tracing misses at further ones
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

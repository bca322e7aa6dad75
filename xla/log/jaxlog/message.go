package jaxlog

import (
	"math"
	"strconv"
	"strings"
)

// A Kind says what a message is about.
type Kind string

// The kinds of messages, and which fields of [Event] they set.
const (
	Traced      Kind = "traced"       // Function, NS
	Lowered     Kind = "lowered"      // to MLIR; Function, NS
	Compiling   Kind = "compiling"    // Function, Shapes
	Compiled    Kind = "compiled"     // also where the executable came from the cache; Function, NS
	CacheHit    Kind = "cache_hit"    // Module, Key
	CacheMiss   Kind = "cache_miss"   // Module, Key
	CacheWrite  Kind = "cache_write"  // Module, Key
	NotWritten  Kind = "not_written"  // Module or Key where known, Reason
	CacheError  Kind = "cache_error"  // Module where known, Reason
	TracingMiss Kind = "tracing_miss" // Site, NS where known
)

// none is a time that a message does not have.
const none int64 = -1

// parse reads a message that begins with one of the openings.
func (e *Event) parse(m string) bool {
	e.NS = none
	if rest, ok := strings.CutPrefix(m, "Finished tracing "); ok {
		return e.traced(strings.TrimPrefix(rest, "+ transforming "))
	}
	if rest, ok := strings.CutPrefix(m, "Finished jaxpr to MLIR module conversion "); ok {
		e.Kind = Lowered
		return e.timed(rest)
	}
	if rest, ok := strings.CutPrefix(m, "Finished XLA compilation of "); ok {
		e.Kind = Compiled
		return e.timed(rest)
	}
	if rest, ok := strings.CutPrefix(m, "Compiling "); ok {
		return e.compiling(rest)
	}
	if rest, ok := strings.CutPrefix(m, "TRACING CACHE MISS at "); ok {
		return e.tracingMiss(rest)
	}
	return e.cache(m)
}

// timed reads "F in T sec".
func (e *Event) timed(rest string) bool {
	rest, ok := strings.CutSuffix(strings.TrimRight(rest, " "), " sec")
	at := strings.LastIndex(rest, " in ")
	if !ok || at <= 0 {
		return false
	}
	e.Function = rest[:at]
	e.NS, ok = parseSeconds(rest[at+len(" in "):])
	return ok && len(e.Function) <= maxName
}

// maxName is the length up to which names are taken for ones.
const maxName = 2000

// maxSeconds is a year: no compilation takes longer.
const maxSeconds = 366 * 86400

// parseSeconds reads seconds as nanoseconds.
func parseSeconds(text string) (int64, bool) {
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || !(x >= 0 && x <= maxSeconds) {
		return none, false
	}
	return int64(math.Round(x * 1e9)), true
}

// traced reads "F for pjit in T sec"; "for jit" in later versions, nothing in
// some earlier ones.
func (e *Event) traced(rest string) bool {
	e.Kind = Traced
	if !e.timed(rest) {
		return false
	}
	if at := strings.LastIndex(e.Function, " for "); at > 0 && isWord(e.Function[at+len(" for "):]) {
		e.Function = e.Function[:at]
	}
	return true
}

// compiling reads "F with global shapes and types [S, …]. Argument mapping: …",
// with "for" before "with" in some earlier versions, and "F (id) for N devices
// with args [S, …]. (num_replicas=N)" of pmap.
func (e *Event) compiling(rest string) bool {
	e.Kind = Compiling
	name, shapes, ok := strings.Cut(rest, " with global shapes and types ")
	if !ok {
		if name, shapes, ok = strings.Cut(rest, " devices with args "); !ok {
			return false
		}
		open := strings.LastIndex(name, " (")
		if open < 0 || !strings.Contains(name[open:], ") for ") {
			return false
		}
		name = name[:open]
	}
	e.Function = strings.TrimSuffix(name, " for")
	e.Shapes, e.HasShapes = shapesOf(shapes)
	return e.Function != "" && len(e.Function) <= maxName
}

// tracingMiss reads "FILE:LINE:COL (F) because:", with a cost before "because"
// in some versions, and without it in others.
func (e *Event) tracingMiss(rest string) bool {
	e.Kind = TracingMiss
	rest, ok := strings.CutSuffix(strings.TrimRight(rest, " "), ":")
	if !ok {
		return false
	}
	rest = strings.TrimSuffix(rest, " because")
	if site, cost, ok := strings.Cut(rest, " costing "); ok {
		ms, err := strconv.ParseFloat(strings.TrimSuffix(cost, " ms"), 64)
		if err != nil || !(ms >= 0 && ms <= 1000*maxSeconds) {
			return false
		}
		e.NS, rest = int64(math.Round(ms*1e6)), site
	}
	e.Site = rest
	return rest != "" && len(rest) <= maxName
}

// cache reads the messages on the persistent cache.
func (e *Event) cache(m string) bool {
	for _, c := range [...]struct {
		opening string
		kind    Kind
	}{
		{"Persistent compilation cache hit for ", CacheHit},
		{"PERSISTENT COMPILATION CACHE HIT for ", CacheHit},
		{"PERSISTENT COMPILATION CACHE MISS for ", CacheMiss},
	} {
		if rest, ok := strings.CutPrefix(m, c.opening); ok {
			e.Kind = c.kind
			if rest, ok = e.module(rest); !ok {
				return false
			}
			return rest == "" || e.key(rest, " with key ")
		}
	}
	if rest, ok := strings.CutPrefix(m, "Writing "); ok {
		e.Kind = CacheWrite
		module, key, ok := strings.Cut(rest, " to persistent compilation cache")
		e.Module = module
		return ok && module != "" && len(module) <= maxName && (key == "" || e.key(key, " with key "))
	}
	if rest, ok := strings.CutPrefix(m, "Not writing "); ok {
		return e.notWritten(strings.TrimPrefix(rest, "persistent "))
	}
	return e.cacheError(m)
}

// module takes 'M' off text.
func (e *Event) module(text string) (rest string, ok bool) {
	if !strings.HasPrefix(text, "'") {
		return "", false
	}
	e.Module, rest, ok = strings.Cut(text[1:], "'")
	return rest, ok && e.Module != "" && len(e.Module) <= maxName
}

// key reads the key after opening, quoted or not, with or without a full stop.
func (e *Event) key(text, opening string) bool {
	key, ok := strings.CutPrefix(text, opening)
	e.Key = strings.Trim(strings.TrimSuffix(key, "."), "'")
	return ok && e.Key != "" && len(e.Key) <= maxName && !strings.ContainsAny(e.Key, " '")
}

// notWritten reads "cache entry for 'M' because R", "cache entry with key K
// since R" and "cache entry since R".
func (e *Event) notWritten(text string) bool {
	e.Kind = NotWritten
	rest, ok := strings.CutPrefix(text, "cache entry ")
	if !ok {
		return false
	}
	if module, ok := strings.CutPrefix(rest, "for "); ok {
		if rest, ok = e.module(module); !ok {
			return false
		}
		e.Reason, ok = strings.CutPrefix(rest, " because ")
		return ok && e.Reason != "" && len(e.Reason) <= maxName
	}
	head, reason, ok := strings.Cut(" "+rest, " since ")
	e.Reason = reason
	return ok && reason != "" && len(reason) <= maxName && (head == "" || e.key(head, " with key "))
}

// cacheError reads "Error reading persistent compilation cache entry for 'M':
// E", the same of writing, and that there is no key.
func (e *Event) cacheError(m string) bool {
	e.Kind = CacheError
	if reason, ok := strings.CutPrefix(m, "compile_or_get_cached: "); ok {
		e.Reason = reason
		return reason != "" && len(reason) <= maxName
	}
	for _, verb := range [...]string{"reading", "writing"} {
		rest, ok := strings.CutPrefix(m, "Error "+verb+" persistent compilation cache entry for ")
		if !ok {
			continue
		}
		if rest, ok = e.module(rest); !ok {
			return false
		}
		e.Reason, ok = strings.CutPrefix(rest, ": ")
		e.Reason = verb + ": " + e.Reason[:min(len(e.Reason), maxName)]
		return ok
	}
	return false
}

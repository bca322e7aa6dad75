package diagnose

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
)

// cacheMiss finds compilations that the persistent cache could have saved.
func cacheMiss() Rule {
	return Rule{
		ID:      "persistent-cache-miss",
		Meaning: "The persistent cache of JAX was enabled but did not contain a compiled function",
		Needs:   "a log of JAX that shows misses (--jax-log, JAX_LOG_COMPILES=1 and JAX_EXPLAIN_CACHE_MISSES=1)",
		Parts:   []Part{PartJAX},
		Check:   checkCacheMiss,
	}
}

func checkCacheMiss(in *Input) Outcome {
	l := in.JAX
	switch {
	case l == nil || l.Messages == 0:
		return Abstain("there is no log of JAX (--jax-log)")
	case l.Cache.State == jaxlog.CacheOff:
		return Abstain("the persistent cache was off, so it had no hits and no misses")
	}
	var misses, unwritten, ns int64
	var worst *jaxlog.Compilation
	for _, c := range l.Compilations {
		if c.Basis != jaxlog.MissLogged || c.EndLine == 0 {
			continue
		}
		misses++
		ns += max(c.CompileNS, 0)
		if !c.Written {
			unwritten++
		}
		if worst == nil || c.CompileNS > worst.CompileNS {
			worst = c
		}
	}
	if misses == 0 && l.Cache.Misses == nil {
		return Abstain("the log cannot show misses; run with JAX_EXPLAIN_CACHE_MISSES=1")
	}
	if in.small(ns) {
		return Clear(fmt.Sprintf("the log has %s and %s; compiling after misses took %s", units.Plural(l.Cache.Hits, "hit"), units.Count(misses, "miss", "misses"), in.shareText(ns)))
	}
	source := in.JAXSource + ": xlalog/v1 .files[].jax."
	f := Finding{Severity: in.losing(), Cost: in.saving(ns),
		Title: fmt.Sprintf("The persistent cache missed %s and hit %s; compiling after the misses took %s, longest for %s", units.Plural(misses, "time"), units.Plural(l.Cache.Hits, "time"), units.Duration(ns), worst.Function),
		Evidence: []Evidence{
			{Text: "time of compilations after a miss", Value: float64(ns), Unit: UnitNS, Source: source + `compilations[] | select(.basis=="miss").compile_ns`},
			{Text: "misses", Value: float64(misses), Unit: "compilations", Source: source + `compilations[] | select(.basis=="miss")`},
			{Text: "hits", Value: float64(l.Cache.Hits), Unit: "compilations", Source: source + "persistent_cache.hits"},
			{Text: "misses whose executable was not written to the cache; the next run will miss again", Value: float64(unwritten), Unit: "compilations", Source: source + "persistent_cache.not_written"},
		}}
	for _, n := range l.Cache.NotWritten {
		f.Try = append(f.Try, tryNotWritten(n.Reason)...)
	}
	f.Try = append(f.Try, "fill the cache in one run, and measure the next run",
		"keep the program the same: other constants, another order of devices or other versions change the cache key")
	f.Try = slices.Compact(f.Try)
	return Found(f)
}

// tryNotWritten says what may help where an entry was not written.
func tryNotWritten(reason jaxlog.NotWrittenReason) []string {
	switch reason {
	case jaxlog.FastCompile:
		return []string{"set jax_persistent_cache_min_compile_time_secs=0: by default, compilations below 1 s are not written"}
	case jaxlog.SmallEntry:
		return []string{"set jax_persistent_cache_min_entry_size_bytes=0"}
	case jaxlog.HostCallbacks:
		return []string{"remove callbacks such as jax.debug.print from the function: JAX does not cache a function that calls Python"}
	}
	return nil
}

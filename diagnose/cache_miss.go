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
		Meaning: "the persistent cache of JAX is in use, and had not what was compiled",
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
		return Abstain("the persistent cache was off, so that it had neither hits nor misses")
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
		return Abstain("the log cannot show misses (JAX_EXPLAIN_CACHE_MISSES=1)")
	}
	if in.small(ns) {
		return Clear(fmt.Sprintf("%s and %s, for which the compiler took %s", units.Plural(l.Cache.Hits, "hit"), plural(misses, "miss", "misses"), in.shareText(ns)))
	}
	source := in.JAXSource + ": xlalog/v1 .files[].jax."
	f := Finding{Severity: in.losing(), Cost: in.saving(ns),
		Title: fmt.Sprintf("The persistent cache missed %s and hit %s: compiling took %s, most of it %s", units.Plural(misses, "time"), units.Plural(l.Cache.Hits, "time"), units.Duration(ns), worst.Function),
		Evidence: []Evidence{
			{Text: "time of compilations after a miss", Value: float64(ns), Unit: UnitNS, Source: source + `compilations[] | select(.basis=="miss").compile_ns`},
			{Text: "misses", Value: float64(misses), Unit: "compilations", Source: source + `compilations[] | select(.basis=="miss")`},
			{Text: "hits", Value: float64(l.Cache.Hits), Unit: "compilations", Source: source + "persistent_cache.hits"},
			{Text: "misses whose executable was not written, so that the next run misses again", Value: float64(unwritten), Unit: "compilations", Source: source + "persistent_cache.not_written"},
		}}
	for _, n := range l.Cache.NotWritten {
		f.Try = append(f.Try, tryNotWritten(n.Reason)...)
	}
	f.Try = append(f.Try, "run once more with the cache filled before measuring",
		"keep the program the same: what changes its HLO, such as constants, order of devices or versions, changes the key")
	f.Try = slices.Compact(f.Try)
	return Found(f)
}

// tryNotWritten says what may help where an entry was not written.
func tryNotWritten(reason jaxlog.NotWrittenReason) []string {
	switch reason {
	case jaxlog.FastCompile:
		return []string{"set jax_persistent_cache_min_compile_time_secs=0: compilations below 1 s are not kept unless it says so"}
	case jaxlog.SmallEntry:
		return []string{"set jax_persistent_cache_min_entry_size_bytes=0"}
	case jaxlog.HostCallbacks:
		return []string{"take callbacks such as jax.debug.print out of the function: what calls Python is not kept"}
	}
	return nil
}

// plural writes a number of things whose plural is irregular.
func plural(n int64, one, more string) string {
	if n == 1 {
		return units.Integer(n) + " " + one
	}
	return units.Integer(n) + " " + more
}

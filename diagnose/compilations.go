package diagnose

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/xla/log/jaxlog"
	"github.com/nrkit/nrkit/xla/phases"
)

// A compilation is one that a trace or a log has.
type compilation struct {
	Interval
	name string // of the function or module, "" where not told
}

// compiles returns the module that a range of this name compiles. XLA calls such
// ranges XlaCompile and what lies in them XlaCompile with more letters; they are
// there when the compiler runs, not when an executable comes from a cache.
func compiles(name string) (module string, ok bool) {
	if t, ok := phases.ParseTSL(name); ok {
		return t.Module(), strings.HasPrefix(t.Kind, phases.KindCompile)
	}
	return "", strings.HasPrefix(strings.TrimPrefix(name, "TSL:"), phases.KindCompile)
}

// tracedCompilations returns the outermost ranges in which XLA compiles; known
// is false where the trace has no ranges of XLA that would show them.
func (in *Input) tracedCompilations() (list []compilation, known bool) {
	modules := map[int32]string{}
	for i, name := range in.Trace.Names {
		if in.Trace.Sort(int32(i)) != "" {
			continue
		}
		if module, ok := compiles(name); ok {
			modules[int32(i)] = module
			known = true
		} else if t, ok := phases.ParseTSL(name); ok && (t.Kind == phases.KindModule || t.Kind == phases.KindThunk) {
			known = true
		}
	}
	if len(modules) == 0 {
		return nil, known
	}
	last := map[int32]int{} // by track, the compilation that ended last
	for r := range in.Trace.Ranges() {
		module, ok := modules[r.Name]
		if !ok {
			continue
		}
		c := compilation{Interval{r.Start, r.End}, module}
		if k, ok := last[r.Track]; ok && list[k].Start >= r.Start { // it lies in this one
			if c.name == "" {
				c.name = list[k].name
			}
			list[k] = c
			continue
		}
		last[r.Track] = len(list)
		list = append(list, c)
	}
	return list, true
}

// zoneStep is of what all offsets of zones from UTC are multiples.
const zoneStep = 15 * time.Minute

// zoneOf returns the zone of a log of JAX, which the log does not name: that in
// which its first compilation is nearest to the start of the trace. ok is false
// where log and trace together are so long that two zones would do.
func (in *Input) zoneOf() (zone *time.Location, ok bool) {
	var first, last time.Time
	for _, c := range in.JAX.Compilations {
		if c.EndTime == nil || c.EndTime.NoYear {
			return nil, false
		}
		if c.EndTime.Absolute {
			return time.UTC, true
		}
		at := c.EndTime.Wall
		if first.IsZero() || at.Before(first) {
			first = at
		}
		if at.After(last) {
			last = at
		}
	}
	if first.IsZero() || in.Trace.Header.Start.IsZero() || last.Sub(first)+time.Duration(in.Span()) >= zoneStep/2 {
		return nil, false
	}
	start := in.Trace.Header.Start.Add(time.Duration(in.Start()))
	offset := first.Sub(start).Round(zoneStep)
	if offset < -12*time.Hour || offset > 14*time.Hour {
		return nil, false
	}
	return time.FixedZone(zoneName(offset), int(offset/time.Second)), true
}

// zoneName writes a zone as its offset.
func zoneName(offset time.Duration) string {
	sign := '+'
	if offset < 0 {
		sign, offset = '-', -offset
	}
	return fmt.Sprintf("UTC%c%02d:%02d", sign, offset/time.Hour, offset%time.Hour/time.Minute)
}

// loggedCompilations returns what the log of JAX says that the compiler did, on
// the clock of the trace, without what came from the persistent cache; known is
// false where the log has not all, or its times cannot be those of the trace.
func (in *Input) loggedCompilations() (list []compilation, zone string, known bool) {
	if in.JAX == nil || in.JAX.Messages == 0 || in.JAX.Dropped.Compilations > 0 {
		return nil, "", false
	}
	if len(in.JAX.Compilations) == 0 {
		return nil, "", true
	}
	z, ok := in.zoneOf()
	if !ok {
		return nil, "", false
	}
	for _, c := range in.JAX.Compilations {
		if c.Class == jaxlog.CacheReload || c.EndTime == nil {
			continue
		}
		t, ok := c.EndTime.In(z)
		if !ok || c.CompileNS < 0 {
			return nil, "", false
		}
		end := int64(t.Sub(in.Trace.Header.Start))
		list = append(list, compilation{Interval{end - c.CompileNS, end}, c.Function})
	}
	return list, z.String(), true
}

// measured returns the time from the end of the first time step, or of the first
// iteration where there are no steps, to the end of the last one; ok is false
// where there are not two.
func (in *Input) measured() (window Interval, unit string, ok bool) {
	for _, unit := range []string{trace.PhaseTimestep, trace.PhaseIteration} {
		first, last, n := int64(math.MaxInt64), int64(math.MinInt64), 0
		for r := range in.Trace.Ranges() {
			if in.Trace.Names[r.Name] == unit && in.Trace.Sort(r.Name) == "" {
				first, last = min(first, r.End), max(last, r.End)
				n++
			}
		}
		if n >= 2 {
			return Interval{first, last}, unit, true
		}
	}
	return Interval{}, "", false
}

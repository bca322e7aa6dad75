package startup

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
)

// warn says what is doubtful.
func (r *Result) warn() {
	add := func(format string, args ...any) { r.Warnings = append(r.Warnings, fmt.Sprintf(format, args...)) }
	list := r.counting(add)
	if len(list) == 0 {
		return
	}
	if few := min(r.Cold.Processes, r.Reload.Processes); few < Needed() {
		add("too few samples: an interval at level %v needs %d processes per regime, there are %d cold and %d reload",
			r.Confidence, Needed(), r.Cold.Processes, r.Reload.Processes)
	}
	r.warnOfRanges(list, add)
	r.warnOfCaches(list, add)
	r.warnOfProcesses(list)
}

// counting returns the processes that count, and tells which source they have.
func (r *Result) counting(add func(string, ...any)) []*Process {
	var list []*Process
	sources := map[Source]int{}
	for _, p := range r.Processes {
		if !p.Failed() {
			list = append(list, p)
			sources[p.source]++
		}
	}
	switch {
	case sources[NVTX] > 0 && sources[Markers] > 0:
		r.Source = NVTX
		add("%s NVTX ranges and %d printed markers: parts from NVTX ranges and parts from markers may differ in meaning", units.Count(sources[NVTX], "process has", "processes have"), sources[Markers])
	case sources[NVTX] > 0:
		r.Source = NVTX
	case sources[Markers] > 0:
		r.Source = Markers
	}
	return list
}

func (r *Result) warnOfRanges(list []*Process, add func(string, ...any)) {
	without, few, runs, batched := 0, 0, map[int]int{}, 0
	for _, p := range list {
		switch {
		case p.Ranges == 0:
			without++
		case len(p.Runs) == 0:
			few++
		}
		runs[len(p.Runs)]++
		if p.source == Markers && p.markers > 2 && p.batches == 1 {
			batched++
		}
	}
	if without > 0 {
		add("%s no ranges: their time cannot be divided into parts", have(without, len(list)))
	}
	if few > 0 {
		add("%s ranges, but no range is a run: name the range of a run with --run-range", have(few, len(list)))
	}
	if len(runs) > 1 {
		add("processes do not have the same number of runs")
	}
	if batched > 0 {
		add("%s all markers at the same time: the program must flush its output after each marker", have(batched, len(list)))
	}
	if n := r.Warm.AfterCold.Compiled + r.Warm.AfterReload.Compiled; n > 0 {
		add("%s compiled or loaded code: not counted as warm", units.Plural(n, "later run"))
	}
	for k, f := range []*Fresh{r.Cold, r.Reload} {
		for _, x := range f.Phases {
			if len(x.Values) < f.Processes-without {
				add("%q is in %d of %d %s processes", x.Name, len(x.Values), f.Processes, [...]string{"cold", "reload"}[k])
			}
		}
	}
}

// have says how many processes have something.
func have(n, of int) string {
	if n == of && n > 1 {
		return "all processes have"
	}
	if n == 1 {
		return fmt.Sprintf("1 process of %d has", of)
	}
	return fmt.Sprintf("%d of %d processes have", n, of)
}

func (r *Result) warnOfCaches(list []*Process, add func(string, ...any)) {
	var empty, hits, again int
	var fast int64
	for _, p := range list {
		fast = max(fast, p.fast)
		made, loaded := p.compiled()
		if p.Regime == Cold && p.Cache.Files == 0 {
			empty++
		}
		if p.Regime == Cold && loaded > 0 {
			hits++
		}
		if p.Regime == Reload && made > 0 {
			again++
		}
	}
	if empty > 0 && empty == r.Cold.Processes {
		add("cold processes leave no file in their cache folders: there is nothing to reload, so reload processes are cold, too")
	}
	if hits > 0 {
		add("%s loaded compiled code: a cache lies outside the folders that nrprof empties, or they read what they have just written; --cache-env names the variable of a cache", units.Count(hits, "cold process", "cold processes"))
	}
	if again > 0 {
		add("%s compiled code that was not in a cache", units.Count(again, "reload process", "reload processes"))
	}
	if fast > 0 {
		add("%s took less than the minimum time for which JAX writes a cache entry: JAX_PERSISTENT_CACHE_MIN_COMPILE_TIME_SECS=0 caches all", units.Plural(fast, "compilation"))
	}
}

// compiled counts what a process compiled and what it loaded.
func (p *Process) compiled() (made, loaded int64) {
	add := func(c *Compiled) {
		if c != nil {
			made, loaded = made+c.Made(), loaded+c.CacheReload.Count
		}
	}
	add(p.Compiled)
	for k := range p.Runs {
		add(p.Runs[k].Compiled)
	}
	return made, loaded
}

// warnOfProcesses adds the warnings of processes, each text once.
func (r *Result) warnOfProcesses(list []*Process) {
	var texts []string
	count := map[string]int{}
	for _, p := range list {
		for _, w := range p.Warnings {
			if !slices.Contains(texts, w) {
				texts = append(texts, w)
			}
			count[w]++
		}
	}
	for _, w := range texts {
		if n := count[w]; n > 1 {
			w += fmt.Sprintf(" (%d processes)", n)
		}
		r.Warnings = append(r.Warnings, w)
	}
}

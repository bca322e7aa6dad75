package startup

import (
	"encoding/json"
	"fmt"
	"slices"
)

// Schema names the JSON form of a Result.
const Schema = "startup/v1"

// A Result is the result of a session: startup/v1.
type Result struct {
	Schema  string   `json:"schema"`
	Command []string `json:"command"`

	// how runs were recognised: `nvtx`, `markers`, or "" if no counted process had
	// a range
	Source Source `json:"source"`

	Pairs      int      `json:"pairs"`  // requested number of pairs of processes
	Failed     int      `json:"failed"` // number of processes that failed or did not start
	Confidence float64  `json:"confidence"`
	Variables  []string `json:"cache_variables"` // that had a folder of the session

	Steps      *Counted `json:"steps_per_run,omitempty"`      // time steps per run, over all counted processes; absent if unknown for all runs
	Iterations *Counted `json:"iterations_per_run,omitempty"` // iterations per run, over all counted processes; absent if unknown for all runs

	Cold   *Fresh `json:"cold"`            // processes with empty caches
	Reload *Fresh `json:"cache_reload"`    // processes that load from the caches of the cold process before
	Warm   Warm   `json:"warm"`            // second and later runs, by the regime of their process
	Saved  Saved  `json:"saved_by_caches"` // cold process minus reload process, by pair

	Processes []*Process `json:"processes"` // the processes, in the order in which they ran
	Warnings  []string   `json:"warnings"`  // warnings as sentences

	// identity of the machine and the program before the first process: a document
	// key/v1, see docs/key.md. Absent if unknown
	Key json.RawMessage `json:"key,omitempty"`

	EndKey json.RawMessage `json:"end_key,omitempty"` // identity of the machine and the program after the last process, as for `key`
}

// A Fresh is the processes of one regime. An estimate is absent if no process has
// the part.
type Fresh struct {
	Processes int       `json:"processes"`      // number of processes that count
	Failed    int       `json:"failed"`         // number of processes that failed or did not start
	Wall      *Estimate `json:"wall,omitempty"` // time from the start of the process to its end

	// time from the start of the process to the end of its first run; absent
	// without runs
	ToResult *Estimate `json:"to_first_result,omitempty"`

	Before       *Estimate `json:"before_first_range,omitempty"` // time before the first range; absent without ranges
	Phases       []Phase   `json:"phases"`                       // phases outside of runs, by place and in the order of their begins
	First        *Estimate `json:"first_run,omitempty"`          // time of the first run; absent without runs
	LaterRuns    *Estimate `json:"later_runs_total,omitempty"`   // total time of all later runs of a process; absent without later runs
	Unattributed *Estimate `json:"unattributed,omitempty"`       // time between the first and the last range in no range; absent without ranges
	After        *Estimate `json:"after_last_range,omitempty"`   // time after the last range; absent without ranges

	// first run minus second run, by process, if the second run is warm; absent
	// otherwise
	OneTime *Estimate `json:"first_minus_second,omitempty"`

	CompiledFirst   *CompiledIn `json:"compiled_in_first_run,omitempty"` // compilations in the first run; absent without a log
	CompiledOutside *CompiledIn `json:"compiled_outside_runs,omitempty"` // compilations outside of runs; absent without a log
	Cache           []CacheSize `json:"cache_after"`                     // contents of the caches at the end of each counted process
}

// A Phase is a Part over processes. Its values come from the processes that have the
// part.
type Phase struct {
	Name  string `json:"name"`  // name of the ranges
	Place Place  `json:"place"` // `before` the first run, `between` runs, or `after` the last run
	*Estimate
}

// A CompiledIn is what JAX compiled in one part of several processes.
type CompiledIn struct {
	Processes int       `json:"processes"`    // number of processes with a log
	MadeMin   int64     `json:"compiled_min"` // fewest compiled executables in a process
	MadeMax   int64     `json:"compiled_max"` // most compiled executables in a process
	LoadedMin int64     `json:"reloaded_min"` // fewest executables loaded from the cache in a process
	LoadedMax int64     `json:"reloaded_max"` // most executables loaded from the cache in a process
	Time      *Estimate `json:"time"`         // time to compile and load, by process
}

// Warm is the later runs, apart by the processes in which they are.
type Warm struct {
	AfterCold   *WarmRuns `json:"after_cold"`         // later runs of cold processes
	AfterReload *WarmRuns `json:"after_cache_reload"` // later runs of reload processes
}

// WarmRuns are the second and later runs of the processes of one regime, without the
// runs in which something was compiled or loaded.
type WarmRuns struct {
	Runs []NthRun  `json:"runs"`           // estimates by number of the run, for at most 20 runs
	Each *Estimate `json:"each,omitempty"` // median warm run of each process; absent without warm runs

	// number of later runs that compiled or loaded executables; no estimate
	// contains them
	Compiled int `json:"not_warm"`
}

// A NthRun is one run over processes.
type NthRun struct {
	Number int `json:"run"` // number of the run, from 2
	*Estimate
}

// maxRuns is how many warm runs have an estimate of their own.
const maxRuns = 20

// Saved is the time that a reload process saves compared with the cold process
// before it.
type Saved struct {
	Wall *Estimate `json:"wall,omitempty"` // difference of the time from start to end; absent without pairs that count

	// difference of the time from start to the end of the first run; absent
	// without such pairs
	ToResult *Estimate `json:"to_first_result,omitempty"`

	First *Estimate `json:"first_run,omitempty"` // difference of the time of the first run; absent without such pairs
}

// result says what processes took.
func (s *Session) result(list []*Process) *Result {
	r := &Result{Schema: Schema, Command: s.o.Command, Pairs: s.o.Repeat, Confidence: Confidence, Variables: s.variables, Processes: list, Warnings: []string{}}
	r.fill()
	return r
}

// fill makes all that follows from the processes.
func (r *Result) fill() {
	r.Cold, r.Warm.AfterCold = r.regime(Cold)
	r.Reload, r.Warm.AfterReload = r.regime(Reload)
	r.Failed = r.Cold.Failed + r.Reload.Failed
	r.Steps = countOver(r.Processes, func(x *Run) int64 { return x.Steps })
	r.Iterations = countOver(r.Processes, func(x *Run) int64 { return x.Its })
	var wall, result, first []int64
	for _, p := range r.Processes {
		k := slices.IndexFunc(r.Processes, func(q *Process) bool { return q.Pair == p.Pair && q.Regime == Reload })
		if p.Regime != Cold || p.Failed() || k < 0 || r.Processes[k].Failed() {
			continue
		}
		q := r.Processes[k]
		wall = append(wall, p.WallNS-q.WallNS)
		if len(p.Runs) > 0 && len(q.Runs) > 0 {
			a, b := &p.Runs[0], &q.Runs[0]
			result = append(result, a.StartNS+a.NS-b.StartNS-b.NS)
			first = append(first, a.NS-b.NS)
		}
	}
	r.Saved = Saved{estimate(wall), estimate(result), estimate(first)}
	r.warn()
}

// regime gathers the processes of one regime. Runs after the first are warm, and
// nothing of them enters the regime of their process.
func (r *Result) regime(of Regime) (*Fresh, *WarmRuns) {
	f, w := &Fresh{Phases: []Phase{}, Cache: []CacheSize{}}, &WarmRuns{Runs: []NthRun{}}
	var list []*Process
	for _, p := range r.Processes {
		switch {
		case p.Regime != of:
		case p.Failed():
			f.Failed++
		default:
			list = append(list, p)
			f.Cache = append(f.Cache, p.Cache)
		}
	}
	f.Processes = len(list)
	f.fill(list)
	w.fill(list)
	return f, w
}

// over returns the estimate of a figure of processes, of those that have it.
func over(list []*Process, figure func(*Process) (ns int64, ok bool)) *Estimate {
	var values []int64
	for _, p := range list {
		if ns, ok := figure(p); ok {
			values = append(values, ns)
		}
	}
	return estimate(values)
}

func (f *Fresh) fill(list []*Process) {
	f.Wall = over(list, func(p *Process) (int64, bool) { return p.WallNS, true })
	f.Before = over(list, func(p *Process) (int64, bool) { return p.BeforeNS, p.Ranges > 0 })
	f.Unattributed = over(list, func(p *Process) (int64, bool) { return p.UnattributedNS, p.Ranges > 0 })
	f.After = over(list, func(p *Process) (int64, bool) { return p.AfterNS, p.Ranges > 0 })
	f.ToResult = over(list, func(p *Process) (int64, bool) {
		if len(p.Runs) == 0 {
			return 0, false
		}
		return p.Runs[0].StartNS + p.Runs[0].NS, true
	})
	f.First = over(list, func(p *Process) (int64, bool) { return p.nth(1) })
	f.LaterRuns = over(list, func(p *Process) (sum int64, ok bool) {
		for k := 2; k <= len(p.Runs); k++ {
			sum += p.Runs[k-1].NS
		}
		return sum, len(p.Runs) > 1
	})
	f.OneTime = over(list, func(p *Process) (int64, bool) {
		if len(p.Runs) < 2 || p.Runs[1].Compiled.Count() > 0 {
			return 0, false
		}
		return p.Runs[0].NS - p.Runs[1].NS, true
	})
	f.fillPhases(list)
	f.CompiledFirst = compiledIn(list, func(p *Process) *Compiled {
		if len(p.Runs) == 0 {
			return nil
		}
		return p.Runs[0].Compiled
	})
	f.CompiledOutside = compiledIn(list, func(p *Process) *Compiled { return p.Compiled })
}

// nth returns the time of a run, counted from 1.
func (p *Process) nth(k int) (int64, bool) {
	if k > len(p.Runs) {
		return 0, false
	}
	return p.Runs[k-1].NS, true
}

// fillPhases gathers the phases in the order in which processes have them.
func (f *Fresh) fillPhases(list []*Process) {
	for _, p := range list {
		for _, part := range p.Parts {
			if slices.ContainsFunc(f.Phases, func(x Phase) bool { return x.Name == part.Name && x.Place == part.Place }) {
				continue
			}
			f.Phases = append(f.Phases, Phase{part.Name, part.Place, over(list, func(p *Process) (int64, bool) { return p.part(part.Name, part.Place) })})
		}
	}
	order := []Place{Before, Between, After}
	slices.SortStableFunc(f.Phases, func(a, b Phase) int { return slices.Index(order, a.Place) - slices.Index(order, b.Place) })
}

// part returns the time of a phase.
func (p *Process) part(name string, place Place) (int64, bool) {
	k := slices.IndexFunc(p.Parts, func(x Part) bool { return x.Name == name && x.Place == place })
	if k < 0 {
		return 0, false
	}
	return p.Parts[k].NS, true
}

// compiledIn gathers what was compiled in a part, nil where no log says.
func compiledIn(list []*Process, of func(*Process) *Compiled) *CompiledIn {
	var c CompiledIn
	var times []int64
	for _, p := range list {
		x := of(p)
		if x == nil {
			continue
		}
		made, loaded := x.Made(), x.CacheReload.Count
		if c.Processes == 0 {
			c.MadeMin, c.LoadedMin = made, loaded
		}
		c.Processes++
		c.MadeMin, c.MadeMax = min(c.MadeMin, made), max(c.MadeMax, made)
		c.LoadedMin, c.LoadedMax = min(c.LoadedMin, loaded), max(c.LoadedMax, loaded)
		times = append(times, x.Cold.NS+x.Recompilation.NS+x.CacheReload.NS)
	}
	if c.Processes == 0 {
		return nil
	}
	c.Time = estimate(times)
	return &c
}

// fill gathers the warm runs of processes.
func (w *WarmRuns) fill(list []*Process) {
	most := 0
	var each []int64
	for _, p := range list {
		var warm []int64
		for k := 2; k <= len(p.Runs); k++ {
			if p.Runs[k-1].Compiled.Count() > 0 {
				w.Compiled++
				continue
			}
			warm = append(warm, p.Runs[k-1].NS)
		}
		if len(warm) > 0 {
			each = append(each, median(warm))
		}
		most = max(most, len(p.Runs))
	}
	w.Each = estimate(each)
	for k := 2; k <= min(most, maxRuns+1); k++ {
		e := over(list, func(p *Process) (int64, bool) {
			ns, ok := p.nth(k)
			return ns, ok && p.Runs[k-1].Compiled.Count() == 0
		})
		if e != nil {
			w.Runs = append(w.Runs, NthRun{k, e})
		}
	}
}

// Why says why a process failed, with its number and regime.
func (r *Result) Why(p *Process) string {
	return fmt.Sprintf("process %d (%s): %s", p.Number, p.Regime.Word(), p.Why())
}

// Word is the regime as people say it.
func (r Regime) Word() string {
	if r == Reload {
		return "reload"
	}
	return string(r)
}

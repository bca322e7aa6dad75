package diagnose

import (
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// most is the share of the trace from which on startup dominates: where it is
// more than half, even a solver that takes no time does not make the whole
// twice as fast (Amdahl).
const most = 0.5

// smallStartup is the share of startup that matters little: a run with less
// describes the solver to 10 %. The advice names the number of steps for it.
const smallStartup = 0.1

// startupDominates finds traces in which a program spends at least half of the time
// on what it does once: the calls before its first work on a device and cold ones later, calls that
// make memory and modules, an operating point before a transient, and what the first
// units take longer than steady ones.
func startupDominates() Rule {
	return Rule{
		ID:      "startup-dominates",
		Meaning: "What the program does once takes at least half of the trace: contexts, loading of code, allocation, the operating point, the first steps",
		Needs:   "calls of the CUDA or HIP API, or at least two time steps or iterations",
		Check:   checkStartup,
	}
}

// A startup is what was found of it, in ns.
type startup struct {
	setup   int64  // wall-clock time in which a call ran that sets up, or code was loaded
	calls   int64  // of the calls
	number  int64  // of them
	worst   string // function of the longest
	longest int64
	loads   int64 // of loading and compiling code, as the driver tells it

	cold *coldLog // calls that start up, whatever their names

	once   int64 // operating point before a transient
	first  int64 // first units, beyond steady ones
	warmUp int64 // those until they settle, likewise
	unit   string
	steady trace.Regime
}

func checkStartup(in *Input) Outcome {
	s, known := findStartup(in)
	if !known {
		return Abstain("the trace has no calls of the CUDA or HIP API, and too few time steps or iterations to separate the first from the rest")
	}
	// Calls that set up may lie in the first units: of both sums the larger is
	// startup at least.
	phases := s.once + s.first + s.warmUp
	ns := min(max(s.setup, phases), in.Span())
	if part := share(ns, in.Span()); part < most {
		return Clear(fmt.Sprintf("startup takes %s of %s", units.Share(part), units.Duration(in.Span())))
	}
	return Found(Finding{Severity: Warning, Cost: in.Cost(ns), Title: s.title(in, ns), Evidence: s.evidence(in), Try: s.tries(s.setup >= phases)})
}

// title says how much startup is, and its longest call.
func (s *startup) title(in *Input, ns int64) string {
	title := fmt.Sprintf("Startup takes at least %s of the trace, %s of %s", units.Percent(float64(ns), float64(in.Span())), units.Duration(ns), units.Duration(in.Span()))
	worst, longest := s.worst, s.longest
	for k := range s.cold.kinds {
		if c := &s.cold.kinds[k]; c.longest > longest {
			worst, longest = c.worst, c.longest
		}
	}
	if share(longest, ns) >= worth {
		title += fmt.Sprintf("; its longest call, %s, takes %s", worst, units.Duration(longest))
	}
	return title
}

// tries says what helps, against calls or against first units.
func (s *startup) tries(calls bool) []string {
	var list []string
	first, launches := s.cold.kinds[firstCalls].ns, max(s.loads, s.cold.kinds[coldLaunches].ns)
	if calls && share(first, s.setup) >= worth {
		list = append(list, "create the context before the measurement (cudaFree(0) or cudaInitDevice), and use one process for several runs")
	}
	if calls && share(launches, s.setup) >= worth {
		list = append(list, "compile for the architecture of the GPU (nvcc -arch), so that the driver compiles nothing, and load code before the measurement (CUDA_MODULE_LOADING=EAGER)")
	}
	if calls && share(s.calls, s.setup) >= most {
		list = append(list, "allocate memory once and keep it, or allocate from a pool (cudaMallocAsync); managed and page-locked memory take longest")
	}
	if calls {
		list = append(list, "start the measurement after the first run: nrprof nsys --capture nvtx=RANGE, or --capture cuda-profiler-api with cudaProfilerStart in the program")
	} else if need := s.stepsNeeded(); need > 0 {
		list = append(list, fmt.Sprintf("run more steps: from about %s on, startup is below %s", units.Plural(need, unitWord(s.unit)), units.Share(smallStartup)))
	}
	return append(list, "compare only the steady regimes, which nrprof phases lists separately")
}

// findStartup adds startup up; false when nothing of the trace could show it.
func findStartup(in *Input) (*startup, bool) {
	s := &startup{}
	calls, known := s.addCalls(in)
	loads := in.loading()
	s.loads, known = covered(loads), known || in.Loading != nil
	s.cold = in.coldCalls()
	for _, list := range []*spill.Sorter[Interval]{calls, s.cold.kinds[firstCalls].times, s.cold.kinds[coldLaunches].times, s.cold.kinds[coldOthers].times} {
		for x := range list.All() {
			loads.Add(*x)
		}
	}
	s.setup = covered(loads)
	loads.Free()
	calls.Free()
	if sum := slowest(in); sum.Regimes != nil && sum.Regimes.Steady.Units > 0 {
		known = true
		r := sum.Regimes
		s.unit, s.steady = r.Unit, r.Steady
		s.first = beyond(r.Cold, float64(r.Cold.Total), r.Steady)
		// A step from which other programs took the processor is no startup: the mean
		// of the warm-up counts as far as nine tenths of its units are not longer.
		s.warmUp = beyond(r.WarmUp, float64(r.WarmUp.Units)*min(r.WarmUp.Mean, float64(r.WarmUp.P90)), r.Steady)
		for _, p := range sum.Phases {
			if p.Name == trace.PhaseOperatingPoint && r.Unit == trace.PhaseTimestep {
				s.once = p.Total
			}
		}
	}
	return s, known
}

// beyond returns by how much units that took so long in all are longer than as many
// steady ones.
func beyond(x trace.Regime, total float64, steady trace.Regime) int64 {
	return max(int64(total-float64(x.Units)*steady.Mean), 0)
}

// slowest returns the summary of the rank that took longest, or of the whole
// where there is one file.
func slowest(in *Input) *trace.Summary {
	sum := in.Summary
	for i, r := range in.Ranks {
		if i == 0 || r.Summary.RootNS > sum.RootNS {
			sum = r.Summary
		}
	}
	return sum
}

// addCalls adds the calls that set up and lie in no unit but the first of their
// thread, and returns when they ran; false when there are no calls at all.
func (s *startup) addCalls(in *Input) (*spill.Sorter[Interval], bool) {
	t := in.Trace
	sets := make([]bool, len(t.Names))
	list, known := in.intervals(), false
	for i, name := range t.Names {
		switch t.Sort(int32(i)) {
		case trace.SortAPI, trace.SortSync:
			known = true
			sets[i] = setsUp(trace.CallName(name))
		}
	}
	if !slices.Contains(sets, true) {
		return list, known
	}
	unit := unitName(t)
	ended := make([]int, len(t.Tracks)) // units by track
	for r, open := range t.Ranges() {
		if r.Name == unit {
			ended[r.Track]++
		}
		if !sets[r.Name] || ended[r.Track] > 0 && open.Inside(r.Track, unit) {
			continue
		}
		list.Add(Interval{r.Start, r.End})
		if r.End-r.Start > s.longest {
			s.longest, s.worst = r.End-r.Start, trace.CallName(t.Names[r.Name])
		}
	}
	s.number, s.calls = list.Len(), covered(list)
	return list, true
}

// unitName returns the name of what happens again and again; -1 for nothing.
func unitName(t *trace.Trace) int32 {
	if k := slices.Index(t.Names, trace.PhaseTimestep); k >= 0 {
		return int32(k)
	}
	return int32(slices.Index(t.Names, trace.PhaseIteration))
}

// loading returns when the driver loaded or compiled code, without what lies in
// any unit but the first of a thread: who loads is not told.
func (in *Input) loading() *spill.Sorter[Interval] {
	all, list := in.intervals(), in.intervals()
	defer all.Free()
	if len(in.Loading) == 0 {
		return list
	}
	unit := unitName(in.Trace)
	later := in.intervals()
	defer later.Free()
	ended := make([]int, len(in.Trace.Tracks))
	for r := range in.Trace.Ranges() {
		if r.Name == unit && unit >= 0 {
			if ended[r.Track]++; ended[r.Track] > 1 {
				later.Add(Interval{r.Start, r.End})
			}
		}
	}
	for _, o := range in.Loading {
		in.clip(o, all)
	}
	open := sweep(later)
	for x := range all.All() {
		if !open.open(x.Start) {
			list.Add(*x)
		}
	}
	return list
}

// evidence lists what there is.
func (s *startup) evidence(in *Input) []Evidence {
	var list []Evidence
	for k, text := range [...]string{
		firstCalls:   "calls before the first device work of the process, which may create the context (%s, the longest is %s)",
		coldLaunches: "first launches of a kernel, graph or memory set, in which the driver may load code (%s, the longest is %s)",
		coldOthers:   "first calls of a function, at least ten times as long as later calls (%s, the longest is %s)",
	} {
		if c := &s.cold.kinds[k]; c.calls > 0 {
			list = append(list, Evidence{"time in " + fmt.Sprintf(text, units.Plural(c.calls, "call"), c.worst), float64(c.ns), UnitNS, in.Source + ": ranges of calls (nrprof stats cuda_api_trace)"})
		}
	}
	for _, u := range in.usages() {
		if u.waste > 0 && share(u.waste, u.whole()) >= worth {
			list = append(list, Evidence{fmt.Sprintf("idle time of %s during these calls, between its first work and its last", u.name()), float64(u.waste), UnitNS,
				in.Source + ": work on devices (nrprof stats cuda_gpu_trace)"})
		}
	}
	if s.calls > 0 {
		list = append(list, Evidence{fmt.Sprintf("time in calls that set up memory, modules, contexts, streams or graphs (%s, the longest is %s)", units.Plural(s.number, "call"), s.worst), float64(s.calls), UnitNS,
			in.Source + ": ranges of these names (nrprof stats cuda_api_sum)"})
	}
	if s.loads > 0 {
		list = append(list, Evidence{"time in which the driver loaded or compiled code", float64(s.loads), UnitNS, in.Loading[0].Source})
	}
	for _, x := range []struct {
		ns        int64
		text, key string
	}{
		{s.once, "time of the operating point before the transient", ".phases[] | select(.name==\"operating_point\").total_ns"},
		{s.first, "extra time of the first " + unitWord(s.unit) + ", compared with a steady " + unitWord(s.unit), ".regimes.cold.total_ns, .regimes.steady.mean_ns"},
		{s.warmUp, "extra time of the warm-up, compared with steady " + unitWord(s.unit) + "s", ".regimes | .warm_up.units * (([.warm_up.mean_ns, .warm_up.p90_ns] | min) - .steady.mean_ns)"},
	} {
		if x.ns > 0 {
			list = append(list, in.Phases(x.text, float64(x.ns), UnitNS, x.key))
		}
	}
	if s.unit != "" {
		list = append(list, in.Phases("steady "+unitWord(s.unit)+"s", float64(s.steady.Units), unitWord(s.unit)+"s", ".regimes.steady.units"))
	}
	return list
}

// stepsNeeded returns from how many steady units on startup is small; 0 without
// steady units.
func (s *startup) stepsNeeded() int64 {
	if s.steady.Mean <= 0 {
		return 0
	}
	return int64(float64(s.once+s.first+s.warmUp)*(1/smallStartup-1)/s.steady.Mean) + 1
}

// unitWord writes a unit for a person.
func unitWord(name string) string {
	switch name {
	case trace.PhaseTimestep:
		return "time step"
	case trace.PhaseIteration:
		return "iteration"
	}
	return name
}

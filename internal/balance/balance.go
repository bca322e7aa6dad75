package balance

import (
	"math"
	"strings"

	"github.com/nrkit/nrkit/trace"
)

// A Rank is one of several traces of a job.
type Rank struct {
	Number  int32 // as Track.Rank
	Summary *trace.Summary
}

// A Spread is how long something took in the ranks. Times are ns.
type Spread struct {
	Ranks   int     `json:"ranks"`    // number of ranks that have it
	Min     int64   `json:"min_ns"`   // shortest time
	MinRank int32   `json:"min_rank"` // first rank with the shortest time
	Mean    float64 `json:"mean_ns"`  // mean time of these ranks
	Max     int64   `json:"max_ns"`   // longest time
	MaxRank int32   `json:"max_rank"` // first rank with the longest time: the slowest

	// `max_ns` minus `mean_ns`: the most that perfect balance would save
	//
	// Source: L. DeRose, B. Homer, D. Johnson, Euro-Par 2007 (imbalance time).
	Lag float64 `json:"lag_ns"`

	// `mean_ns` divided by `max_ns`; 1 if both are 0
	//
	// The ratio is the load balance of the POP metrics.
	Balance float64 `json:"balance"`
}

// A Phase is the totals of a phase in the ranks.
type Phase struct {
	Name   string `json:"name"`   // name of the phase
	Totals Spread `json:"totals"` // total time of the phase
}

// add takes the time of one more rank.
func (s *Spread) add(rank int32, ns int64) {
	if s.Ranks == 0 || ns < s.Min {
		s.Min, s.MinRank = ns, rank
	}
	if s.Ranks == 0 || ns > s.Max {
		s.Max, s.MaxRank = ns, rank
	}
	s.Ranks++
	s.Mean += (float64(ns) - s.Mean) / float64(s.Ranks)
	s.Lag = math.Max(float64(s.Max)-s.Mean, 0)
	s.Balance = 1
	if s.Max > 0 {
		s.Balance = s.Mean / float64(s.Max)
	}
}

// A Result compares the ranks of a job.
type Result struct {
	// self time of all phases in which ranks do not wait for each other. Ranges
	// that contain others (`timestep` …) do not count, nor names with words for
	// collectives and waits (`mpi_`, `nccl`, `barrier`, `wait`, `sync`, `reduce`
	// …)
	Busy Spread `json:"busy"`

	Phases []Phase `json:"phases"` // total time per phase, in the order of the first rank that has the phase

	// the phase in whose self time the slowest rank exceeds the mean of all ranks
	// most; null if it exceeds the mean in no phase
	Cause *Cause `json:"cause"`
}

// A Cause is the phase in whose self time the rank that is busy longest is
// furthest above the mean of all ranks, of which one without the phase took no
// time for it.
type Cause struct {
	Phase string  `json:"phase"`   // name of the phase
	Self  int64   `json:"self_ns"` // self time in the slowest rank
	Mean  float64 `json:"mean_ns"` // mean self time of all ranks
	Lag   float64 `json:"lag_ns"`  // `self_ns` minus `mean_ns`
}

// Of compares ranks.
//
// Cost: O(ranks × phases).
func Of(ranks []Rank) *Result {
	r := &Result{Phases: []Phase{}}
	totals := map[string]int{} // place in r.Phases
	for _, k := range ranks {
		busy := int64(0)
		for _, p := range k.Summary.Phases {
			i, ok := totals[p.Name]
			if !ok {
				i = len(r.Phases)
				totals[p.Name] = i
				r.Phases = append(r.Phases, Phase{Name: p.Name})
			}
			r.Phases[i].Totals.add(k.Number, p.Total)
			if !Waits(p.Name) {
				busy += p.Self
			}
		}
		r.Busy.add(k.Number, busy)
	}
	r.Cause = cause(ranks, r)
	return r
}

// cause returns what the slowest rank is slow in.
func cause(ranks []Rank, r *Result) *Cause {
	sum, slowest := map[string]float64{}, map[string]int64{} // self times by phase
	for _, k := range ranks {
		for _, p := range k.Summary.Phases {
			sum[p.Name] += float64(p.Self)
			if k.Number == r.Busy.MaxRank {
				slowest[p.Name] = p.Self
			}
		}
	}
	var worst *Cause
	for _, p := range r.Phases {
		if Waits(p.Name) {
			continue
		}
		c := &Cause{Phase: p.Name, Self: slowest[p.Name], Mean: sum[p.Name] / float64(len(ranks))}
		c.Lag = float64(c.Self) - c.Mean
		if c.Lag > 0 && (worst == nil || c.Lag > worst.Lag) {
			worst = c
		}
	}
	return worst
}

// Waits says whether ranks that are early wait in the self time of ranges of that
// name: it is of a collective operation or a wait, by the words in it, or of a
// range made of phases, between which waits without a name lie.
func Waits(name string) bool {
	switch name {
	case trace.PhaseTransient, trace.PhaseOperatingPoint, trace.PhaseGminStep, trace.PhaseSourceStep, trace.PhaseTimestep, trace.PhaseIteration:
		return true
	}
	lower := strings.ToLower(name)
	for _, word := range [...]string{"wait", "barrier", "sync", "mpi_", "mpi:", "nccl", "recv", "reduce", "gather", "bcast", "broadcast", "alltoall", "idle", "lock"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return false
}

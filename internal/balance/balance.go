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
	Ranks   int     `json:"ranks"` // that have it
	Min     int64   `json:"min_ns"`
	MinRank int32   `json:"min_rank"` // the first of those
	Mean    float64 `json:"mean_ns"`  // of the ranks that have it
	Max     int64   `json:"max_ns"`
	MaxRank int32   `json:"max_rank"` // the first of those

	// Lag is max minus mean: what the slowest takes longer, and what perfect
	// balance would save at most. Balance is mean by max, 1 when there is nothing.
	//
	// Source: L. DeRose, B. Homer, D. Johnson, Euro-Par 2007 (imbalance time);
	// the ratio is the load balance of the POP metrics.
	Lag     float64 `json:"lag_ns"`
	Balance float64 `json:"balance"`
}

// A Phase is the totals of a phase in the ranks.
type Phase struct {
	Name   string `json:"name"`
	Totals Spread `json:"totals"`
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
	Busy   Spread  `json:"busy"`   // self time of the phases that do not wait, over all of them
	Phases []Phase `json:"phases"` // in the order of the first rank that has it
	Cause  *Cause  `json:"cause"`  // nil where the slowest rank is in no phase longer than the mean
}

// A Cause is the phase in whose self time the rank that is busy longest is
// furthest above the mean of all ranks, of which one without the phase took no
// time for it.
type Cause struct {
	Phase string  `json:"phase"`
	Self  int64   `json:"self_ns"` // of that rank
	Mean  float64 `json:"mean_ns"`
	Lag   float64 `json:"lag_ns"` // self minus mean
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

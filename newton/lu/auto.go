package lu

import "slices"

// An auto chooses between one goroutine and several for each refactorisation, by the
// times of those before. All times are nanoseconds.
//
// Several goroutines work in trials. A trial has a balance: what it gained so far
// over the serial time, counted in serial times and at most trialMost. It starts with
// trialStart and ends when nothing is left. Then one goroutine works until that took
// restFactor times what the trial lost. So what Auto loses over one goroutine stays
// below 1/restFactor of the time, apart from the first trial. A trial that gains goes on
// for ever, and survives single refactorisations that take long.
//
// The serial time is the median of the last serial refactorisations. In a trial, one of
// serialEvery is serial to keep the median current.
type auto struct {
	now func() int64

	serial  [7]int64 // the last serial times, the latest at count-1
	count   int      // of serial times so far
	median  int64    // of them
	trial   bool     // several goroutines work
	balance int64
	gain    int64 // of the trial, not limited
	runs    int   // of the trial since a serial time was measured
	rest    int64 // serial time until the next trial
}

const (
	serialFirst = 3   // serial refactorisations before the first trial
	serialEvery = 128 // of a trial, one is serial
	trialStart  = 2   // serial times that a trial may lose before it gained any
	trialMost   = 8   // serial times that it may lose afterwards
	restFactor  = 100 // serial time after a trial that lost, for what it lost
	restLeast   = 10  // the same, after a trial that gained as a whole
)

// several reports whether the next refactorisation is by several goroutines.
func (a *auto) several() bool {
	switch {
	case a.count < serialFirst:
		return false
	case a.trial:
		return a.runs < serialEvery
	case a.rest > 0:
		return false
	}
	a.trial, a.balance, a.gain, a.runs = true, trialStart*a.median, 0, 0
	return true
}

// took takes into account that a refactorisation by several goroutines, or by one, took
// so long.
func (a *auto) took(several bool, ns int64) {
	if !several {
		a.tookSerial(ns)
		return
	}
	a.runs++
	a.gain += a.median - ns
	a.balance = min(a.balance+a.median-ns, trialMost*a.median)
	if a.balance >= 0 {
		return
	}
	a.trial = false
	if a.gain < 0 {
		a.rest = -restFactor * a.gain
	} else {
		a.rest = restLeast * (trialMost*a.median - a.balance)
	}
}

// tookSerial is took for one goroutine.
func (a *auto) tookSerial(ns int64) {
	a.serial[a.count%len(a.serial)] = ns
	a.count++
	sorted := a.serial
	known := sorted[:min(a.count, len(sorted))]
	slices.Sort(known)
	a.median = known[len(known)/2]
	a.runs = 0
	if !a.trial {
		a.rest -= ns
	}
}

// LearnFrom makes Auto of s begin with the times that Auto of another Solver measured:
// a Solver of the same matrix, whose pivots did not do. Otherwise s measures again, which takes
// some refactorisations. Unless both Solvers have [Auto] and goroutines, it does nothing.
// The other may be nil and is not modified.
func (s *Solver) LearnFrom(other *Solver) {
	if other == nil || s.team == nil || other.team == nil || s.team.auto == nil || other.team.auto == nil {
		return
	}
	*s.team.auto = *other.team.auto
}

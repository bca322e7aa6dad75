package trace

import (
	"math"
	"slices"
)

// An Estimate says what the timed steps of a sampled trace stand for. All views
// of a trace that scale anything scale by it, so that they agree.
//
// The first step stands for itself. In the other steps, the clean steps, in which
// the thread kept the processor, are the sample. A step that was preempted counts as
// a step that was not timed. The time of all these steps is known: it is the time of
// the ranges around them, without the first step and other ranges. The time of a
// phase in these steps is therefore estimated by a ratio: its share of the time of
// the clean steps, multiplied by the time of all these steps [1]. Calls of phases
// that the program counted are exact. Other calls are scaled to the number of steps.
//
// If the time around the steps is not known, or is less than the timed steps, times
// are scaled to the number of steps too.
//
// [1] W. G. Cochran, Sampling Techniques, 3rd ed., Wiley 1977, sections 6.3 to 6.5.
type Estimate struct {
	Steps float64 // number of steps, without the first, for each clean step
	Times float64 // ns in these steps for each ns in clean steps

	// Inflation is the mean time of clean steps divided by the mean time of all
	// steps but the first, without the time in which the thread did not run, if that
	// is known. Deviation is its standard error.
	Inflation, Deviation float64

	clean, all float64   // steps besides the first
	room       float64   // ns of all
	stray      float64   // ns that the thread is known to have lost in what was timed and is not in the sample
	lost       [][]int64 // by track: which steps were preempted, in order
	calls      []float64 // by name: calls for each in clean steps; nil where nothing is counted
	spare      bool      // preempted steps are in the sample, as there are no others
	exact      bool      // preempted steps count as themselves, since all steps were timed
}

// NewEstimate returns the estimate of a trace, or nil if nothing is estimated.
//
// Cost: as [Summarize] if the trace is sampled, otherwise nothing.
func NewEstimate(t *Trace) *Estimate {
	if t.Header.Sample <= 1 {
		return nil
	}
	s := sumUp(t, SummaryOptions{}.filled(), false)
	defer s.device.close(nil) // no estimate needs the flows
	return s.estimate()
}

// Preempted reports whether the thread lost the processor in a step of a track.
func (e *Estimate) Preempted(track int32, step int64) bool {
	return e != nil && contains(e.lost, track, step)
}

func contains(lost [][]int64, track int32, step int64) bool {
	if uint(track) >= uint(len(lost)) {
		return false
	}
	_, found := slices.BinarySearch(lost[track], step)
	return found
}

// OfPreempted is the factor for times and calls of a name in preempted steps. It is
// 0 if the clean steps stand for them.
func (e *Estimate) OfPreempted(name int32) (times, calls float64) {
	switch {
	case e.spare:
		return e.Times, e.Calls(name)
	case e.exact:
		return 1, 1
	}
	return 0, 0
}

// Calls is the factor for the calls of a name in clean steps.
func (e *Estimate) Calls(name int32) float64 {
	if e.calls != nil && !math.IsNaN(e.calls[name]) {
		return e.calls[name]
	}
	return e.Steps
}

// callsKnown reports whether the program counted the calls of a name.
func (e *Estimate) callsKnown(name int32) bool { return e.calls != nil && !math.IsNaN(e.calls[name]) }

// inSample reports whether what lies in steps of a regime is scaled.
func (e *Estimate) inSample(regime int) bool {
	return regime == warmUp || regime == steady || regime == preempted && e.spare
}

// weights returns what times and calls of a name in steps of a regime are
// multiplied by.
func (e *Estimate) weights(name int32, regime int) (times, calls float64) {
	switch {
	case e.inSample(regime):
		return e.Times, e.Calls(name)
	case regime == preempted:
		return e.OfPreempted(name)
	}
	return 1, 1
}

// rest returns how many steps there are besides the first.
func (e *Estimate) rest() float64 {
	if e == nil {
		return 0
	}
	return e.all
}

// estimate returns the estimate of what was added up, nil where nothing is
// estimated.
func (s *sums) estimate() *Estimate {
	k := s.trace.Header.Sample
	if k <= 1 || s.steps == 0 || s.units.name != s.units.step {
		return nil
	}
	all, known := s.trace.Counts.Number[CountTimesteps]
	if !known || s.trace.Loss.Open { // a count that the program could not bring up to date
		all = max(all, s.steps*int64(k))
	}
	first, lost := s.perRegime[cold].units, s.perRegime[preempted].units
	e := &Estimate{Steps: 1, Times: 1, lost: s.units.lost, all: float64(max(all, s.steps) - first)}
	e.exact = e.all <= float64(s.steps-first)
	e.clean = float64(s.steps - first - lost)
	if e.spare = e.clean == 0 && lost > 0 && !e.exact; e.spare {
		e.clean, s.moments = float64(lost), s.spare
	}
	if e.exact {
		return e
	}
	if e.clean > 0 {
		e.Steps = e.all / e.clean
	}
	room, timed, off := s.room(e)
	off -= float64(s.lostCold) // which is in no room
	if e.spare {               // others' time is in timed steps as in all
		off = 0
	}
	e.Times, e.room = e.Steps, e.Steps*timed
	if timed > 0 && room >= timed {
		e.Times, e.room = room/timed, room
	}
	if timed > 0 && e.Times > 0 {
		e.Inflation = e.Steps / e.Times * e.room / max(e.room-max(off, 0), timed)
	}
	e.Deviation = e.Inflation * s.variation(e)
	e.stray = s.stray()
	s.exactCalls(e)
	return e
}

// room returns the time around the steps that is that of steps or of nothing,
// without the first ones, the time of the clean ones, and for how much of the
// room the thread is known not to have run.
func (s *sums) room(e *Estimate) (room, timed, off float64) {
	s.tree.walk(func(n *node) {
		if n.inStep {
			return
		}
		own, inside := 0.0, false
		for i, r := range n.regime {
			if r != nil {
				own += float64(r.total)
			}
			own -= float64(n.elsewhere[i])
		}
		for _, k := range n.kids {
			for i, r := range k.regime {
				switch {
				case r == nil:
				case k.inStep && e.inSample(i):
					timed += float64(r.total)
					inside = true
				case k.inStep && i == preempted:
					inside = true
				default:
					own -= float64(r.total)
				}
			}
		}
		if inside {
			room += own
			off += n.off()
		}
	})
	return room, timed, off
}

// stray returns for how many ns the thread is known not to have run in ranges that
// count as themselves: in those around no step, such as an operating point, and in
// first steps. That time is in whatever phase it was lost in.
func (s *sums) stray() float64 {
	ns := float64(s.lostCold)
	s.tree.walk(func(n *node) {
		around := slices.ContainsFunc(n.kids, func(k *node) bool { return k.inStep })
		if !n.inStep && !around {
			ns += n.off()
		}
	})
	return ns
}

// variation returns the relative standard error of the mean time of clean steps,
// with the correction for a finite population.
func (s *sums) variation(e *Estimate) float64 {
	n := e.clean
	if n < 2 || s.moments == nil {
		return 0
	}
	y, yy, _ := s.moments[s.units.step].floats()
	mean := y / n
	variance := max(yy-n*mean*mean, 0) / (n - 1)
	return ratio(math.Sqrt(variance/n*max(1-n/e.all, 0)), mean)
}

// exactCalls finds by what the calls in clean steps of each name that the program
// counted are multiplied. A count that is less than what was timed is none.
func (s *sums) exactCalls(e *Estimate) {
	counted := s.counted()
	if counted == nil {
		return
	}
	e.calls = make([]float64, len(s.tree.names))
	clean, other := make([]int64, len(e.calls)), make([]int64, len(e.calls))
	s.tree.walk(func(n *node) {
		for i, r := range n.regime {
			switch {
			case r == nil:
			case n.inStep && e.inSample(i):
				clean[n.name] += r.sketch.count
			case n.inStep && i == preempted: // among those that were not timed
			default:
				other[n.name] += r.sketch.count
			}
		}
	})
	for i, name := range s.tree.names {
		e.calls[i] = math.NaN()
		if n, known := counted[name]; known && clean[i] > 0 && n-other[i] >= clean[i] {
			e.calls[i] = float64(n-other[i]) / float64(clean[i])
		}
	}
}

// counted returns how many ranges there were by name, as far as the program
// counted them; nil where it did not, or was stopped before it could say.
func (s *sums) counted() map[string]int64 {
	c := &s.trace.Counts
	if s.trace.Loss.Open {
		return nil
	}
	list := map[string]int64{}
	if n, known := c.Number[CountTimesteps]; known {
		list[s.tree.names[s.units.step]] = n
	}
	if n, known := c.Number[CountIterations]; known && s.units.iteration >= 0 {
		list[s.tree.names[s.units.iteration]] = n
	}
	for _, row := range c.Table[TableCalls] {
		list[row.Name] = row.Count
	}
	if len(list) == 0 {
		return nil
	}
	return list
}

// standardError returns the standard error of the scaled total of a name: that of
// sampling, and what clean steps are not like the others by.
func (s *sums) standardError(name int32, e *Estimate) float64 {
	if e.clean < 2 || s.moments == nil || e.exact {
		return 0 // unknown, or nothing is estimated
	}
	t, y := &s.moments[s.units.step], &s.moments[name]
	return math.Hypot(e.sampling(t, y), e.unlike(ratio(float64(y.y), float64(t.y))))
}

// sampling returns the standard error of a ratio R = Σy/Σt of the times y of a
// name and the times t of the steps, n of N, times the time T of all N: equation
// (6.13) of [1] in [Estimate],
//
//	T/Σt · √(n·(1−n/N)·Σ(y−R·t)²/(n−1)).
func (e *Estimate) sampling(t, y *moments) float64 {
	sum, yy, yt := y.floats()
	whole, tt, _ := t.floats()
	n, r := e.clean, ratio(sum, whole)
	scatter := max(yy-2*r*yt+r*r*tt, 0) / (n - 1)
	return ratio(e.room, whole) * math.Sqrt(n*scatter*max(1-n/e.all, 0))
}

// runsDiffer is the share of the time that moves from phase to phase between two
// runs of a program, as its memory is laid out otherwise (bench/RESULTS-sampling.md).
// It is no error of sampling: that alone says how far the estimate may be from this
// run, while a reader takes a share for the program's. Without it 21 of 24 runs of
// mul had all shares within three standard errors of exact runs, with it 23.
const runsDiffer = 0.01

// unlike returns by how much the total of a phase, which has the share p of the
// time, may be off since clean steps took Inflation times as long as all, and runs
// differ, and since others had the processor in what counts as itself. Nothing says
// in which phases the excess lies. If the share of it that is in this one is between
// none and all and p in the mean, its standard deviation is at most √(p(1−p)).
func (e *Estimate) unlike(p float64) float64 {
	p = min(max(p, 0), 1)
	excess := math.Hypot(math.Hypot(e.Inflation-1, e.Deviation), runsDiffer)
	return math.Hypot(e.room*excess, e.stray) * math.Sqrt(p*(1-p))
}

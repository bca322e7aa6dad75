package lu

// A Machine has the times from which a [Solver] predicts what several goroutines gain.
// A field that is 0 has the time of two cores of an AMD EPYC 9004 (Zen 4). Package
// prediction/parallel makes a Machine of a calibration.
type Machine struct {
	Update   float64 // seconds of a multiply-add of a sparse column that is in the first cache
	Dispatch float64 // seconds until a thread sees what another has stored
	Sharing  float64 // by this, work on one core takes longer while others work: two threads of one core, or memory
}

// The times of Zen 4.
const (
	zenUpdate   = 0.5769e-9
	zenDispatch = 23.78e-9
	zenSharing  = 1
)

// resolve returns m with no field 0.
func (m Machine) resolve() Machine {
	return Machine{orElse(m.Update, zenUpdate), orElse(m.Dispatch, zenDispatch), orElse(m.Sharing, zenSharing)}
}

func orElse(x, other float64) float64 {
	if x > 0 {
		return x
	}
	return other
}

// Latency returns the seconds until a goroutine that waits for a column of another goes on: a
// dispatch for the flag, and two because it looks at the flags of more columns.
func (m Machine) Latency() float64 { return 3 * m.resolve().Dispatch }

// Values returns the seconds by which work takes longer for so many values in a row that
// another core had: a tenth of a dispatch for each cache line of eight values, because a
// core asks for about ten lines at a time.
func (m Machine) Values(count float64) float64 { return m.resolve().Dispatch / 10 * count / lineValues }

// Columns returns the seconds by which the first updates by adjacent columns of L with so many
// values take longer, if another core computed them: a dispatch until the first cache line is
// there, which no core foresees, and then [Machine.Values].
func (m Machine) Columns(count float64) float64 { return m.resolve().Dispatch + m.Values(count) }

// Own returns the seconds by which a column with so many values of L and U takes longer on so
// many goroutines, because another core had the cache lines: [Machine.Values] of six values more,
// since the lines of a column are not full.
//
// A Solve after each refactorisation reads all lines on the core of the caller. So no other core has a
// line to itself. The caller's core has one with a probability of 1/goroutines.
func (m Machine) Own(values float64, goroutines int) float64 {
	return m.had(values+6, goroutines)
}

// had returns the seconds by which so many values in a row take longer, as Own.
func (m Machine) had(values float64, goroutines int) float64 {
	return (1 - 1/float64(goroutines*goroutines)) * m.Values(values)
}

// Link returns the seconds to take the next columns above the subtrees. Goroutines take them in
// turn, and pass on the cache lines of the counter, of pivots and of ends of columns.
func (m Machine) Link() float64 { return 6 * m.resolve().Dispatch }

// Join returns the seconds until so many goroutines see that all parts of a phase are done, and
// take parts of the next phase. A counter goes to another core 3 + 3·goroutines times. Only two
// goroutines were measured.
func (m Machine) Join(goroutines int) float64 {
	return float64(3+3*goroutines) * m.resolve().Dispatch
}

// Flag returns the seconds to tell other goroutines that a column is done: a dispatch, since
// another core had the cache line of the flag.
func (m Machine) Flag() float64 { return m.resolve().Dispatch }

// Start returns the seconds until goroutine w works, if it spins. The caller, goroutine 0, invites
// one after the other.
func (m Machine) Start(w int) float64 {
	if w == 0 {
		return 0
	}
	return float64(w+2) * m.resolve().Dispatch
}

// Scales returns the seconds by which the scales of n rows take longer on so many goroutines:
// the largest sizes that each one finds move to the goroutine that joins them, and the scales
// to all. Rows are joined in parts.
func (m Machine) Scales(n, goroutines int) float64 {
	return m.Values(2*float64(n)) / float64(max(1, min(goroutines, partsOf(n, goroutines).count)))
}

// SetMachine sets the times from which [Solver.SetWorkers] predicts. Call it before
// SetWorkers. The factors do not depend on it.
func (s *Solver) SetMachine(m Machine) { s.machine = m }

// costsOn returns what a Solver does on machine m.
func costsOn(m Machine) *costs {
	m = m.resolve()
	c := refactorCosts
	slow := m.Update / zenUpdate
	for _, t := range [...]*float64{&c.column, &c.unit, &c.load, &c.segment, &c.entry, &c.scale, &c.row, &c.above, &c.spread, &c.far} {
		*t *= slow
	}
	for w := range c.inner {
		c.inner[w] *= slow
	}
	c.latency, c.moved, c.begin, c.take, c.flag = m.Latency(), m.Values(1), m.Columns(0), m.Link(), m.Flag()
	c.startOf = m.Start
	c.own, c.had = m.Own, m.had
	c.join, c.sharing = m.Join, m.Sharing
	return &c
}

package analysis

import (
	"sync"
	"time"
)

// Progress says how far [Run] is.
type Progress struct {
	Share       float64 // of the predicted time of all, from 0 to 1; never falls
	Done, Total int     // steps that have ended, and all that are known
	Step        string  // the first step that runs, or the last one that ended
}

// tick is how often Progress is reported while nothing ends.
const tick = 200 * time.Millisecond

// Work of the steps besides orderings for each row, column and entry, as
// named.Method.Work has it: about a nanosecond.
const (
	structureWork = 150 // statistics, components, block triangular form
	analysisWork  = 150 // of one ordering
	timesWork     = 70  // counts for predicted times of one ordering
	fileWork      = 60  // of a file of a series, with reading
	mostWork      = 2e10
)

// A meter predicts how long the steps of an analysis take, and corrects that by the time
// that ended steps took. A nil meter does nothing. Its methods may be called
// concurrently.
type meter struct {
	report  func(Progress)
	now     func() time.Time
	stopped chan struct{}
	ended   sync.WaitGroup

	mu      sync.Mutex
	start   time.Time
	workers int
	running []*metered
	waiting float64 // predicted seconds of the steps that have not begun
	later   float64 // and of the steps that are not known yet
	spent   float64 // seconds that ended steps took
	planned float64 // and were predicted to take
	shown   Progress
}

// A metered is a step that runs.
type metered struct {
	name      string
	predicted float64
	begun     time.Time
}

// newMeter returns a meter that calls report until stop; nil without report.
func newMeter(report func(Progress), workers int) *meter {
	if report == nil {
		return nil
	}
	m := &meter{report: report, now: time.Now, workers: workers, stopped: make(chan struct{})}
	m.start = m.now()
	m.ended.Go(m.ticks)
	return m
}

// ticks reports at intervals.
func (m *meter) ticks() {
	t := time.NewTicker(tick)
	defer t.Stop()
	for {
		select {
		case <-t.C:
			m.tell("")
		case <-m.stopped:
			return
		}
	}
}

// stop ends the reports.
func (m *meter) stop() {
	if m != nil {
		close(m.stopped)
		m.ended.Wait()
	}
}

// expect notes steps that will begin, with their predicted seconds.
func (m *meter) expect(steps int, seconds float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.shown.Total += steps
	m.waiting += seconds
}

// foresee sets the predicted seconds of steps that are not known yet.
func (m *meter) foresee(seconds float64) {
	if m == nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.later = seconds
}

// begin notes that an expected step begins, and returns what notes its end.
func (m *meter) begin(name string, seconds float64) (end func()) {
	if m == nil {
		return func() {}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	s := &metered{name, seconds, m.now()}
	m.running = append(m.running, s)
	m.waiting = max(0, m.waiting-seconds)
	return func() { m.end(s) }
}

// end notes that a step has ended.
func (m *meter) end(s *metered) {
	m.mu.Lock()
	for k, r := range m.running {
		if r == s {
			m.running = append(m.running[:k], m.running[k+1:]...)
			break
		}
	}
	m.spent += m.now().Sub(s.begun).Seconds()
	m.planned += s.predicted
	m.shown.Done++
	m.mu.Unlock()
	m.tell(s.name)
}

// tell reports how far the analysis is. Ended is the step that has just ended, or "".
func (m *meter) tell(ended string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	elapsed := m.now().Sub(m.start).Seconds()
	if all := elapsed + m.remaining(); all > 0 {
		m.shown.Share = max(m.shown.Share, elapsed/all)
	}
	switch {
	case len(m.running) > 0:
		m.shown.Step = m.running[0].name
	case ended != "":
		m.shown.Step = ended
	}
	m.report(m.shown)
}

// remaining predicts the seconds that are left. A running step that takes longer than
// predicted tells as much about the others as one that has ended, and is taken to end
// soon.
func (m *meter) remaining() float64 {
	now := m.now()
	spent, planned := m.spent, m.planned
	for _, s := range m.running {
		if e := now.Sub(s.begun).Seconds(); e > s.predicted {
			spent, planned = spent+e, planned+s.predicted
		}
	}
	pace := 1.0 // of ended steps, by prediction
	if planned > 0 {
		pace = spent / planned
	}
	longest, sum := 0.0, pace*(m.waiting+m.later)
	for _, s := range m.running {
		e := now.Sub(s.begun).Seconds()
		left := max(pace*s.predicted-e, e/20)
		longest, sum = max(longest, left), sum+left
	}
	return max(longest, sum/float64(m.workers))
}

// seconds predicts the time of a step with so much work for each row, column and entry.
func (r *runner) seconds(work float64) float64 {
	a := r.given.pattern
	return 1e-9 * min(mostWork, work*float64(a.Rows+a.Cols+a.NNZ()))
}

// foresee predicts what comes after the orderings: numeric LUs and predicted times.
func (r *runner) foresee() {
	if r.meter == nil {
		return
	}
	later := 0.0
	if !r.opt.Budget.Off {
		later += min(r.seconds(analysisWork), 2) // a guess: how much is factored is not known yet
	}
	if r.opt.Machine != nil {
		later += float64(len(r.candidates)) * r.seconds(timesWork)
	}
	r.meter.foresee(later)
}

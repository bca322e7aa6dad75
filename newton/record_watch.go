package newton

import (
	"time"

	"github.com/nrkit/nrkit/internal/threadtime"
	"github.com/nrkit/nrkit/trace"
)

// A watch finds the timed steps in which the thread did not run all the time,
// since the system gave the processor to others. It compares the wall clock with
// the CPU time of the thread, which takes a system call (0.6 µs). In a sample the
// two are read before the steps that warm up and after the timed one. Where every
// step is timed they are read after each. In small systems they are read only after
// steps that took slowStep times the mean: what is missing since the reading before
// is theirs.
type watch struct {
	known  bool // the system tells the CPU time
	fresh  bool // read before this step, or before those that warmed up
	steps  bool // there was a timed one
	cpu    int64
	wall   time.Time
	stamp  trace.Stamp
	began  trace.Stamp // of the step
	mean   uint64      // ticks of a step, of small systems
	counts *Stats
}

// A cpuClock measures the CPU time of the thread.
type cpuClock struct {
	known bool
	from  int64
}

func (c *cpuClock) start() { c.from, c.known = threadtime.CPU() }

// elapsed returns the ns since start, and whether the system tells them.
func (c *cpuClock) elapsed() (int64, bool) {
	now, _ := threadtime.CPU()
	return now - c.from, c.known
}

const (
	slowStep     = 4    // times the mean
	lostStep     = 0.05 // share of a step without the processor from which on it was preempted
	leastLostNS  = 1000 // and at least so many ns
	meanOfSteps  = 16   // how many steps the mean is of, about
	ticksPerMean = 16   // the mean is kept in sixteenths of a tick
)

// read notes the clocks, and returns how far they advanced since the last time.
func (w *watch) read(th *trace.Thread) (wall, cpu float64, ticks uint64) {
	c, ok := threadtime.CPU()
	t := time.Now()
	now := th.Now()
	wall, cpu, ticks = float64(t.Sub(w.wall)), float64(c-w.cpu), uint64(now-w.stamp)
	w.known, w.cpu, w.wall, w.stamp = ok, c, t, now
	return wall, cpu, ticks
}

// begin takes note of the step that begins.
func (w *watch) begin(r *recording, what fate) {
	if w.counts == nil {
		return
	}
	if sampled := r.choice.every > 1; !w.steps || sampled && !w.fresh {
		w.read(r.th)
		w.steps = true
	}
	w.fresh = what == warming
}

// end looks at the step that ends now, and says so in its range where it was
// preempted.
func (w *watch) end(r *recording) {
	if w.counts == nil || r.to == nil || !w.known {
		return
	}
	took := uint64(r.now - w.began)
	if r.small {
		slow := w.mean > 0 && took*ticksPerMean > slowStep*w.mean
		if slow {
			took = min(took, slowStep*w.mean/ticksPerMean) // for the mean
		}
		w.mean += took*ticksPerMean/meanOfSteps - w.mean/meanOfSteps
		if !slow {
			return
		}
	}
	wall, cpu, ticks := w.read(r.th)
	step := wall * float64(r.now-w.began) / float64(max(ticks, 1))
	lost := min(wall-cpu, step)
	if lost < leastLostNS || lost < lostStep*step {
		return
	}
	w.counts.Preempted++
	w.counts.PreemptedTime += time.Duration(lost)
	r.spill()
	r.to.Arg(r.names.cpu, step-lost)
}

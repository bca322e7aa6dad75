package newton

import "github.com/nrkit/nrkit/trace"

// wholeStep gathers a time step of a small system that will be recorded at once,
// with the marks and the values of [Names.wholeStep].
type wholeStep struct {
	on       bool  // there is one, of which nothing was recorded yet
	complete bool  // it has its end
	index    int64 // number of the step
	its      int
	marks    [2 + 4*wholeIterations + 1]trace.Stamp
	values   [3 + wholeIterations]float64
}

func (w *wholeStep) start(index int64, now trace.Stamp, t float64) {
	w.complete, w.its, w.index = false, 0, index
	w.marks[0], w.marks[1], w.values[0] = now, now, t
}

// iteration adds an iteration, which begins where what is there ends.
func (w *wholeStep) iteration(mark *[5]trace.Stamp, residual float64) {
	copy(w.marks[2+4*w.its:], mark[1:])
	w.its++
	w.values[2+w.its] = residual
}

func (w *wholeStep) finish(now trace.Stamp, dt float64, its int) {
	w.marks[2+4*w.its] = now
	w.values[1], w.values[2] = dt, float64(its)
	w.complete = w.its > 0
}

// spill records what was gathered of a step piece by piece, since the step is not
// one that can be recorded at once.
func (r *recording) spill() {
	w := &r.whole
	if !w.on {
		return
	}
	w.on = false
	r.th.BeginAt(r.names.timestep, w.index, w.marks[0])
	r.th.Emit(r.names.head, 0, w.marks[:2], w.values[:1])
	for k := range w.its {
		r.th.Emit(r.names.refactored, int64(k+1), w.marks[1+4*k:6+4*k], w.values[3+k:4+k])
	}
	if w.complete {
		r.th.Emit(r.names.tail, 0, w.marks[1+4*w.its:3+4*w.its], w.values[1:3])
	}
}

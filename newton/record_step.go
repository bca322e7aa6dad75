package newton

import "github.com/nrkit/nrkit/trace"

// wholeStep gathers a time step of a small system that will be recorded at once,
// with the marks and the values of [phaseNames.wholeStep].
type wholeStep struct {
	on       bool // there is one, of which nothing was recorded yet
	complete bool // it has the end of its last phase
	follows  bool // the range recording comes before it
	index    int64
	its      int
	marks    [3 + 4*wholeIterations + 2]trace.Stamp // the first is the begin of recording
	values   [3 + wholeIterations + 1]float64
	blockers [wholeIterations]trace.Blocker
}

// start begins a step; follows says whether the writing of the one before began
// at wrote.
func (w *wholeStep) start(index int64, now trace.Stamp, t float64, follows bool, wrote trace.Stamp) {
	w.complete, w.its, w.index, w.follows = false, 0, index, follows
	w.marks[0], w.marks[1], w.marks[2], w.values[0] = wrote, now, now, t
}

// predicted ends the prediction.
func (w *wholeStep) predicted(now trace.Stamp) { w.marks[2] = now }

// iteration adds an iteration, which begins where what is there ends.
func (w *wholeStep) iteration(mark *[5]trace.Stamp, residual float64, blocker trace.Blocker) {
	copy(w.marks[3+4*w.its:], mark[1:])
	w.blockers[w.its] = blocker
	w.its++
	w.values[2+w.its] = residual
}

// finish ends the test of the truncation error.
func (w *wholeStep) finish(now trace.Stamp, dt float64, its int) {
	w.marks[3+4*w.its] = now
	w.values[1], w.values[2] = dt, float64(its)
	w.complete = w.its > 0
	if w.its == wholeIterations {
		w.values[3+w.its] = float64(w.blockers[w.its-2])
	}
}

// regular says whether what kept iterations from being the last is what the
// pattern has room for: nothing for the first and the last, something for the
// second of three.
func (w *wholeStep) regular() bool {
	for k, b := range w.blockers[:w.its] {
		if (b != trace.NotBlocked) != (k > 0 && k < w.its-1) {
			return false
		}
	}
	return true
}

// emit records a complete step that ends now.
func (w *wholeStep) emit(to *trace.Thread, names *phaseNames, now trace.Stamp) {
	w.on = false
	w.marks[4+4*w.its] = now
	if w.follows {
		to.Emit(names.follows[w.its], w.index, w.marks[:], w.values[:])
		return
	}
	to.Emit(names.whole[w.its], w.index, w.marks[1:], w.values[:])
}

// spill records what was gathered of a step piece by piece, since the step is not
// one that can be recorded at once.
func (r *recording) spill() {
	w := &r.whole
	if !w.on {
		return
	}
	w.on = false
	if w.follows {
		r.to.BeginAt(r.names.recording, trace.NoIndex, w.marks[0])
		r.to.EndAt(w.marks[1])
	}
	r.to.BeginAt(r.names.timestep, w.index, w.marks[1])
	r.to.Emit(r.names.head, 0, w.marks[1:3], w.values[:1])
	for k := range w.its {
		r.to.Emit(r.names.iterationOf(false, w.blockers[k]), int64(k+1), w.marks[2+4*k:7+4*k], []float64{w.values[3+k], float64(w.blockers[k])})
	}
	if w.complete {
		r.to.Emit(r.names.tail, 0, w.marks[2+4*w.its:4+4*w.its], w.values[1:3])
	}
}

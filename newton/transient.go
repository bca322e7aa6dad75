package newton

import (
	"context"
	"math"
	"slices"
)

// Span is the time a transient covers, in seconds.
type Span struct {
	Step float64 // suggested step; positive
	Stop float64 // positive
	Max  float64 // largest step; 0 means the least of Step and Stop/50
	UIC  bool    // start from what Set gave instead of an operating point

	// Accepted, if it is not nil, is called at every accepted time point, including
	// the first. An error ends the transient with it.
	Accepted func(t float64, x []float64) error

	// Output says that Accepted writes something, which is a phase then.
	Output bool
}

const (
	smallestStep = 1e-11 // of the largest
	closeBreaks  = 1e-10 // breaks closer together than this share of the largest step are one
	ulps         = 100 * 0x1p-52
)

// transient is a transient in progress.
type transient struct {
	*Engine
	span     Span
	t        float64
	dt       float64
	saved    float64 // step before it was cut at a break
	smallest float64
	min      float64    // distance of breaks that are one
	first    bool       // no step was accepted yet
	next     [2]float64 // breaks: at or after t, and the one after
	pacer    Pacer      // nil where the system does not pace
	settles  bool       // it is a pseudo-transient: its sources stay as they are at time 0
	half     []float64  // the solution in the middle of a pseudo-transient
}

// Transient runs from time 0 to the end of the span.
//
// Method: each step is predicted by a straight line through the last two time points
// and solved. After convergence the truncation error of the charges gives the
// longest permitted step. If that is below 0.9 of the step, the step is rejected.
// Otherwise it is the next step, at most twice as long as the last. A step whose
// iteration does not converge is repeated with an eighth of its length. Breaks of
// independent sources are hit exactly, and followed by short steps of order one. The
// rules follow SPICE3.
//
// It fails with a [*Failure], with the error of ctx, or with the error of
// span.Accepted; X is then the last accepted time point. It panics if the step or
// the end is not positive.
func (e *Engine) Transient(ctx context.Context, span Span) error {
	defer e.clock()()
	if !(span.Step > 0 && span.Stop > 0 && span.Max >= 0) {
		panic(errSpan)
	}
	if span.Max == 0 {
		span.Max = min(span.Step, span.Stop/50)
	}
	if err := e.start(ctx, span.UIC); err != nil {
		return err
	}
	e.listen(ctx)
	r := &transient{Engine: e, span: span, first: true, saved: span.Stop / 50,
		smallest: smallestStep * span.Max, min: closeBreaks * span.Max}
	r.dt = min(span.Stop/100, span.Step) / 10
	if p, ok := e.sys.(Pacer); ok && p.Paces() {
		r.pacer = p
	}
	for k := range e.hist.delta {
		e.hist.delta[k] = span.Max
	}
	e.rec.transient()
	e.rec.outputs = span.Output
	defer e.rec.end()
	err := r.run()
	if err != nil {
		copy(e.x, e.before)
	}
	return err
}

// start finds the charges at time 0.
func (e *Engine) start(ctx context.Context, uic bool) error {
	if !uic {
		return e.operatingPoint(ctx)
	}
	e.hist.still()
	e.eval.Mode, e.eval.Time, e.eval.A0, e.eval.Q = Initial, 0, 0, e.hist.q[0]
	e.eval.Scale, e.eval.Cost = nil, nil
	e.eval.Source, e.shunt = 1, 0
	e.sys.Load(&e.eval)
	e.Stats.Loads++
	e.sys.Accept()
	e.hist.fill()
	return nil
}

// run takes step after step.
func (r *transient) run() error {
	copy(r.before, r.x)
	copy(r.older, r.x)
	r.hist.order = 1
	r.next = [2]float64{0, r.breakAfter(0)}
	if r.span.UIC { // a break at the end of the first step makes initial currents ring less
		r.next[1] = min(r.next[1], r.span.Step)
	}
	for {
		if err := r.accept(); err != nil {
			return err
		}
		if r.t >= r.span.Stop*(1-ulps) {
			return nil
		}
		r.plan()
		r.hist.rotate()
		if err := r.step(); err != nil {
			return err
		}
	}
}

// accept records a time point.
func (r *transient) accept() error {
	r.Stats.Accepted++
	if r.settles {
		if r.Stats.Accepted > settleMost {
			return errUnsettled
		}
		if r.half == nil && r.t >= settleTime/2 {
			r.half = slices.Clone(r.before[:r.n])
		}
	}
	if r.span.Accepted != nil {
		if err := r.output(); err != nil {
			return err
		}
	}
	// The end is the last break; the shortest step may lead past it.
	for r.t > r.next[0] && !same(r.t, r.next[0]) && r.next[0] < r.span.Stop {
		r.next[0] = r.next[1]
		r.next[1] = r.breakAfter(r.next[0])
	}
	if r.pacer != nil && !r.first {
		r.reschedule()
	}
	return nil
}

// reschedule looks for breaks that came up in the step that was accepted.
func (r *transient) reschedule() {
	if !same(r.t, r.next[0]) {
		r.next[0] = min(r.next[0], r.breakAfter(r.t))
	}
	r.next[1] = r.breakAfter(r.next[0])
}

// output hands the time point to the caller.
func (r *transient) output() (err error) {
	r.rec.beginOutput()
	err = r.span.Accepted(r.t, r.x[:r.n])
	r.rec.endOutput()
	return err
}

// breakAfter returns the first break after t that is not one with it, or the
// end of the transient.
func (r *transient) breakAfter(t float64) float64 {
	b := t
	for {
		if r.settles {
			return r.span.Stop
		}
		b = r.sys.NextBreak(b)
		if b >= r.span.Stop {
			return r.span.Stop
		}
		if b-t > r.min && !same(b, t) {
			return b
		}
	}
}

// same says whether two times differ by rounding alone.
func same(a, b float64) bool { return math.Abs(a-b) <= ulps*max(math.Abs(a), math.Abs(b)) }

// plan chooses the length of the next step.
func (r *transient) plan() {
	r.dt = min(r.dt, r.span.Max)
	switch {
	case same(r.t, r.next[0]) || r.next[0]-r.t <= r.smallest:
		r.hist.order = 1
		gap := r.breakAfter(r.next[0]) - r.next[0]
		r.dt = min(r.dt, 0.1*min(r.saved, gap))
		if r.first {
			r.dt /= 10
		}
		r.dt = max(r.dt, 2*r.smallest)
	case r.t+r.dt >= r.next[0]:
		r.saved = r.dt
		r.dt = r.next[0] - r.t
	}
}

// step solves until a step is accepted, and chooses the length of the next.
func (r *transient) step() error {
	for {
		used := r.dt
		r.t += used
		its, err, ok := r.try()
		if r.stopped != nil {
			return r.stopped
		}
		if ok && r.first {
			r.first = false
			r.begin()
			r.finish(its)
			return nil
		}
		if ok {
			limit := r.truncation(its)
			if limit > 0.9*used {
				r.finish(its)
				r.dt = limit
				return nil
			}
			r.Stats.RejectedLTE++
			r.Stats.LostTo.LTE += int64(its)
			r.dt = limit
			r.rejected(false)
		} else {
			r.Stats.RejectedNR++
			r.Stats.LostTo.NR += int64(its)
			r.dt = used / 8
			r.hist.order = 1
			r.rejected(true)
		}
		r.t -= used
		if err := r.shorten(used, err); err != nil {
			return err
		}
	}
}

// rejected ends the record of a step that has to be repeated.
func (r *transient) rejected(nr bool) {
	if !r.settles {
		r.rec.rejected(nr)
	}
}

// shorten checks the length of a step that has to be repeated, used long before.
func (r *transient) shorten(used float64, cause error) error {
	if r.dt > r.smallest {
		return nil
	}
	if used > r.smallest {
		r.dt = r.smallest
		return nil
	}
	return r.failure(StepTooSmall, r.t, cause)
}

// try solves one step of length dt that ends at t.
func (r *transient) try() (its int, err error, ok bool) {
	if !r.settles {
		r.rec.timestep(r.t)
		r.eval.Time = r.t
	}
	r.hist.formula(r.dt)
	r.eval.Hist = r.hist.past
	r.eval.Step, r.eval.Before = r.dt, r.hist.delta[1]
	r.predict()
	if !r.settles {
		r.rec.predicted()
	}
	out, its, err := r.iterate(Predict, r.opt.ITL4)
	return its, err, out == converged
}

// predict extrapolates the last two time points.
func (r *transient) predict() {
	f := r.dt / r.hist.delta[1]
	x, before, older := r.x[:r.n], r.before[:r.n], r.older[:r.n]
	for i, b := range before[:len(x)] {
		x[i] = b + f*(b-older[i])
	}
}

// truncation returns how long the step may have been, raising the order where
// that allows a longer one. As in ngspice, what a system allows counts for both orders: the
// order stays 1 where a system, and not the error, bounds the next step.
func (r *transient) truncation(its int) float64 {
	if !r.settles {
		r.rec.lte()
		defer r.rec.endLTE(r.dt, its)
	}
	h := r.hist
	h.differentiate()
	limit := r.longest()
	if limit > 0.9*r.dt && h.order == 1 && h.maxOrder() > 1 {
		h.order = 2
		limit = r.longest()
		if limit <= 1.05*r.dt {
			h.order = 1
		}
	}
	return limit
}

// longest returns the longest next step with the current order.
func (r *transient) longest() float64 {
	limit := min(2*r.dt, r.hist.limit(&r.opt))
	if r.pacer != nil {
		limit = min(limit, r.pacer.Longest())
	}
	return limit
}

// begin completes the first step, whose error SPICE does not look at: what was
// before its start is like the start.
func (r *transient) begin() {
	r.hist.differentiate()
	copy(r.hist.q[2], r.hist.q[1])
	copy(r.hist.q[3], r.hist.q[1])
}

// finish makes the step the last accepted one.
func (r *transient) finish(its int) {
	count(&r.Stats.PerStep, its)
	r.sys.Accept()
	r.older, r.before = r.before, r.older
	copy(r.before, r.x)
}

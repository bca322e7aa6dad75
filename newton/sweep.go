package newton

import "context"

// A Sweep is a sequence of operating points of a system that changes between them.
type Sweep struct {
	Points int
	Set    func(k int) error // changes the system for point k, counted from 0; an error ends the sweep with it
	Run    int               // a new start comes after every Run points; 0 means never

	// Accepted, if it is not nil, is called at every point with its solution. An
	// error ends the sweep with it.
	Accepted func(k int, x []float64) error
}

// Sweep solves the points of s, one after the other.
//
// Method: the first point of a run is an operating point. Each other point starts from the
// straight line through the two points before it, with at most ITL2 iterations. If
// that does not converge, the point is solved like an operating point, from the
// beginning. The rules follow SPICE3.
//
// It fails with a [*Failure], with the error of ctx, or with the error of s.Set or s.Accepted.
func (e *Engine) Sweep(ctx context.Context, s Sweep) error {
	defer e.clock()()
	for k := range s.Points {
		if err := s.Set(k); err != nil {
			return err
		}
		inRun := k
		if s.Run > 0 {
			inRun = k % s.Run
		}
		if err := e.sweepPoint(ctx, inRun); err != nil {
			return err
		}
		e.Stats.Points++
		if s.Accepted != nil {
			if err := s.Accepted(k, e.x[:e.n]); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweepPoint solves point k of a run.
func (e *Engine) sweepPoint(ctx context.Context, k int) error {
	if k == 0 {
		if err := e.operatingPoint(ctx); err != nil {
			return err
		}
		copy(e.before, e.x)
		copy(e.older, e.x)
		return nil
	}
	e.listen(ctx)
	e.hist.still()
	e.rec.operatingPoint()
	defer e.rec.end()
	before := e.Stats.Iterations
	defer func() { e.Stats.OPIterations += e.Stats.Iterations - before }()
	e.eval.Step, e.eval.Before = 1, 1
	if k == 1 { // there is no line yet
		e.eval.Step = 0
	}
	x, last, older := e.x[:e.n], e.before[:e.n], e.older[:e.n]
	for i, b := range last {
		x[i] = b + (b - older[i])
	}
	out, _, _ := e.iterate(Predict, e.opt.ITL2)
	if e.stopped != nil {
		return e.stopped
	}
	if out != converged {
		clear(e.x)
		e.eval.Step = 0
		if err := e.findOP(); err != nil {
			return err
		}
	}
	e.sys.Accept()
	e.older, e.before = e.before, e.older
	copy(e.before, e.x)
	return nil
}

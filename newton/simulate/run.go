package simulate

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"runtime"
	"slices"
	"time"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
)

// errSteps ends a transient that has made the steps asked for.
var errSteps = errors.New("simulate: enough steps")

// Run runs the circuit and returns the report. There is one as well when the
// run ends early: with ctx, which is no error, or with a [*newton.Failure].
// Errors of cfg are found before anything runs; errors of the writers of cfg end the run.
//
// A Circuit can be run again, but not by two goroutines at a time.
func Run(ctx context.Context, c *Circuit, cfg Config) (*Report, error) {
	tran, err := c.tran(&cfg)
	if err != nil {
		return nil, err
	}
	opt, err := c.options(&cfg)
	if err != nil {
		return nil, err
	}
	r := &runner{circuit: c, cfg: &cfg, tran: tran, next: time.Now()}
	runtime.LockOSThread() // the track is a thread then
	defer runtime.UnlockOSThread()
	thread := cfg.Recorder.BoundThread("solver")
	r.engine = newton.New(c.System, opt)
	r.engine.Record(cfg.Recorder, thread, cfg.Sample)
	r.engine.Ranges = cfg.Ranges
	c.System.UseDC(tran == nil)
	r.initial()
	if cfg.Watch != nil {
		r.engine.Watch = r.watch
	}
	stop, err := r.run(ctx)
	report := r.report(stop, opt)
	cfg.Recorder.SetCounts(report.counts(r.engine))
	return report, err
}

// runner is a run in progress.
type runner struct {
	circuit  *Circuit
	cfg      *Config
	tran     *netlist.Tran
	engine   *newton.Engine
	wave     *waveform
	next     time.Time // when to report
	turn     int
	reached  float64
	failure  *newton.Failure
	refusal  error // of Watch
	warnings []string
	cancel   context.CancelFunc
}

// initial gives the engine the initial conditions of the netlist. Those of .ic
// are for transients alone, as in SPICE.
func (r *runner) initial() {
	n := r.circuit.Netlist
	const firm = "is ignored: the Jacobian has no diagonal entry for this node, for example because only voltage sources and inductors connect to it"
	for _, node := range slices.Sorted(maps.Keys(n.IC)) {
		switch {
		case r.tran == nil:
		case r.tran.UIC:
			r.engine.Set(int(node)-1, n.IC[node])
		case !r.engine.Hold(int(node)-1, n.IC[node]):
			r.warn(n.ICAt[node], ".ic v(%s) %s", n.Nodes[node], firm)
		}
	}
	for _, node := range slices.Sorted(maps.Keys(n.NodeSet)) {
		if !r.engine.Suggest(int(node)-1, n.NodeSet[node]) {
			r.warn(n.NodeSetAt[node], ".nodeset v(%s) %s", n.Nodes[node], firm)
		}
	}
	for k, name := range n.Save {
		if _, ok := r.circuit.probe(name); !ok {
			r.warn(n.SaveAt[k], "%s cannot be saved: %s", name, r.circuit.cannotSave(name))
		}
	}
}

// warn adds a warning about a line of the netlist.
func (r *runner) warn(at netlist.Place, format string, args ...any) {
	r.warnings = append(r.warnings, netlist.Warning{File: at.File, Line: at.Line, Msg: fmt.Sprintf(format, args...)}.String())
}

// run runs the analysis and says why it ended.
func (r *runner) run(ctx context.Context) (stop string, err error) {
	ctx, r.cancel = context.WithCancel(ctx)
	defer r.cancel()
	switch {
	case r.tran != nil:
		err = r.transient(ctx)
	case r.sweeps():
		err = r.sweep(ctx)
	default:
		err = r.engine.OperatingPoint(ctx)
	}
	if r.refusal != nil {
		err = r.refusal
	}
	switch {
	case err == nil:
		return StopEnd, nil
	case errors.Is(err, errSteps):
		return StopSteps, nil
	case errors.As(err, &r.failure):
		if r.failure.Err == nil {
			r.failure.Err = r.circuit.System.Doubt(r.circuit.Netlist)
		}
		return StopFailed, err
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return StopInterrupted, nil
	}
	return StopFailed, err
}

func (r *runner) transient(ctx context.Context) error {
	span := newton.Span{Step: r.tran.Step, Stop: r.tran.Stop, Max: r.tran.Max, UIC: r.tran.UIC, Accepted: r.accepted}
	if span.Max == 0 {
		span.Max = min(r.tran.Step, (r.tran.Stop-r.tran.Start)/50)
	}
	if r.cfg.Waveform != nil {
		r.wave = newWaveform(r.cfg.Waveform, r.circuit)
		r.wave.header("time")
		span.Output = true
	}
	err := r.engine.Transient(ctx, span)
	if r.wave != nil {
		if werr := r.wave.flush(); err == nil {
			err = werr
		}
	}
	return err
}

// accepted is called at each accepted time point.
func (r *runner) accepted(t float64, x []float64) error {
	r.reached = t
	if r.wave != nil && t >= r.tran.Start {
		if err := r.wave.row(x, t); err != nil {
			return err
		}
	}
	if r.turn++; r.turn&31 == 0 || len(x) > 1000 {
		r.report100ms()
	}
	if r.cfg.Steps > 0 && r.engine.Stats.Accepted > r.cfg.Steps { // time 0 is no step
		return errSteps
	}
	return nil
}

// report100ms reports when it is time to. A sweep counts points in place of seconds.
func (r *runner) report100ms() {
	now := time.Now()
	if now.Before(r.next) {
		return
	}
	r.next = now.Add(reportEvery)
	s := &r.engine.Stats
	if r.cfg.Recorder != nil {
		r.cfg.Recorder.SetCounts(r.snapshot())
	}
	if r.cfg.Progress != nil {
		p := Progress{Accepted: s.Accepted, Iterations: s.Iterations}
		if r.tran != nil {
			p.Time, p.Stop = r.reached, r.tran.Stop
		} else {
			p.Points, p.Of = s.Points, int64(r.circuit.Netlist.DC.Points())
		}
		r.cfg.Progress(p)
	}
}

// watch passes an iteration on; an error ends the run.
func (r *runner) watch(it newton.Iteration) {
	if r.refusal == nil {
		if r.refusal = r.cfg.Watch(it); r.refusal != nil {
			r.cancel()
		}
	}
}

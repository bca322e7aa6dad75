//go:build linux

package peer

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/circuit"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/newton/simulate"
)

// Own runs a job in nrkit, with the options of the netlist and, unless residual
// is set, without the test of residuals that ngspice does not have. Waveforms
// are what the netlist saves; when it saves none of the circuit, all but the nodes
// inside devices, which ngspice does not write either.
//
// Wall and CPU are those of the transient, with its operating point and the
// ordering of its matrix; not of reading the netlist. They add up if the transient is
// repeated. CPU is time in user mode
// of the whole process, the garbage collector's included.
func Own(ctx context.Context, j *Job, residual bool) (*Run, error) {
	opt, err := options(j.Net.Options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", j.Path, err)
	}
	opt.NoResidual = !residual
	r := &Run{}
	if !j.NoOP {
		c, err := circuit.New(j.Net)
		if err != nil {
			return nil, err
		}
		c.UseDC(true)
		e := newton.New(c, opt)
		initial(e, j.Net, analysisOP)
		if err := e.OperatingPoint(ctx); err != nil {
			return nil, fmt.Errorf("%s: operating point: %w", j.Path, err)
		}
		w := newRecorder(c, j.Net)
		w.add(e.X())
		r.OP = w.waves()
	}
	if j.sweeps() {
		if err := r.sweep(ctx, j, opt); err != nil {
			return nil, fmt.Errorf("%s: sweep: %w", j.Path, err)
		}
		return r, nil
	}
	if j.NoTran || j.Net.Tran == nil {
		return r, nil
	}
	for range max(j.Repeat, 1) {
		if err := r.transient(ctx, j, opt); err != nil {
			return nil, fmt.Errorf("%s: transient: %w", j.Path, err)
		}
	}
	return r, nil
}

// transient simulates from time 0.
func (r *Run) transient(ctx context.Context, j *Job, opt newton.Options) error {
	c, err := circuit.New(j.Net)
	if err != nil {
		return err
	}
	w, t := newRecorder(c, j.Net), j.Net.Tran
	user, start := userTime(), time.Now()
	e := newton.New(c, opt)
	if t.UIC {
		initial(e, j.Net, analysisUIC)
	} else {
		initial(e, j.Net, analysisTran)
	}
	span := newton.Span{Step: t.Step, Stop: t.Stop, Max: t.Max, UIC: t.UIC}
	span.Accepted = func(t float64, x []float64) error {
		w.Time = append(w.Time, t)
		w.add(x)
		return nil
	}
	if err := e.Transient(ctx, span); err != nil {
		return err
	}
	r.Wall, r.CPU = r.Wall+time.Since(start), r.CPU+userTime()-user
	s := &e.Stats
	r.Counts = Counts{s.Iterations, s.Accepted, s.RejectedLTE + s.RejectedNR}
	if !j.Quiet {
		r.Tran = w.waves()
	}
	return nil
}

// sweeps says whether the netlist asks for a sweep.
func (j *Job) sweeps() bool { return j.Net.DC != nil && j.Net.Tran == nil }

// sweep solves the points of a DC sweep.
func (r *Run) sweep(ctx context.Context, j *Job, opt newton.Options) error {
	c, err := circuit.New(j.Net)
	if err != nil {
		return err
	}
	c.UseDC(true)
	e := newton.New(c, opt)
	initial(e, j.Net, analysisOP)
	w := newRecorder(c, j.Net)
	d := simulate.NewDrive(c, j.Net)
	err = e.Sweep(ctx, newton.Sweep{Points: j.Net.DC.Points(), Run: j.Net.DC.Run(), Set: d.Set,
		Accepted: func(_ int, x []float64) error {
			w.add(x)
			return nil
		}})
	r.DC, r.Counts = w.waves(), Counts{Iterations: e.Stats.Iterations}
	return err
}

// options turns what the netlist says into what the engine takes.
func options(o netlist.Options) (newton.Options, error) {
	opt := newton.Options{RelTol: o.RelTol, AbsTol: o.AbsTol, VNTol: o.VNTol, ChgTol: o.ChgTol, TrTol: o.TrTol,
		Gmin: o.Gmin, ITL1: o.ITL1, ITL4: o.ITL4, NoGmin: o.GminSteps < 0, NoSource: o.SourceSteps < 0}
	switch {
	case o.Method == "be" || o.MaxOrd == 1:
		opt.Method = newton.BackwardEuler
	case o.Method == "gear":
		opt.Method = newton.Gear
	}
	return opt, nil
}

// analysis is what initial conditions are for.
type analysis byte

const (
	analysisOP   analysis = iota // for which ngspice ignores .ic
	analysisTran                 // whose operating point is held there
	analysisUIC                  // which starts there
)

// initial gives the engine .ic and .nodeset. Unknown k-1 is the voltage of node k.
func initial(e *newton.Engine, n *netlist.Netlist, a analysis) {
	for node, v := range n.NodeSet {
		e.Suggest(int(node)-1, v)
	}
	for node, v := range n.IC {
		switch a {
		case analysisTran:
			e.Hold(int(node)-1, v)
		case analysisUIC:
			e.Set(int(node)-1, v)
		}
	}
}

// A recorder keeps some of the unknowns.
type recorder struct {
	Waves
	unknown []int
	rows    []float64 // their values, point by point
}

func newRecorder(c *circuit.Circuit, n *netlist.Netlist) *recorder {
	w := &recorder{}
	w.take(c, func(name string) bool { return slices.Contains(n.Save, name) })
	if len(w.Names) == 0 {
		w.take(c, func(name string) bool { return !strings.Contains(name, "#") })
	}
	return w
}

// take adds the unknowns whose names are wanted.
func (w *recorder) take(c *circuit.Circuit, wanted func(name string) bool) {
	for i := range c.Size() {
		if name := quantity(c.Unknown(i).Name); wanted(name) {
			w.Names = append(w.Names, name)
			w.unknown = append(w.unknown, i)
		}
	}
}

func (w *recorder) add(x []float64) {
	for _, i := range w.unknown {
		w.rows = append(w.rows, x[i])
	}
}

// waves returns what was kept.
func (w *recorder) waves() *Waves {
	w.Values = make([][]float64, len(w.unknown))
	for k := range w.Values {
		for p := k; p < len(w.rows); p += len(w.unknown) {
			w.Values[k] = append(w.Values[k], w.rows[p])
		}
	}
	return &w.Waves
}

// userTime returns the time in user mode of this process.
func userTime() time.Duration {
	var u unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &u); err != nil {
		panic("peer: internal error: " + err.Error()) // RUSAGE_SELF is always valid
	}
	return time.Duration(u.Utime.Nano())
}

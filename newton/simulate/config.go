package simulate

import (
	"fmt"
	"io"
	"time"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/netlist"
	"github.com/nrkit/nrkit/trace"
)

// Config says how a circuit is run. Its zero value runs what the netlist asks
// for, without recording.
type Config struct {
	OP   bool          // the operating point alone, without a sweep
	Tran *netlist.Tran // instead of the netlist's; nil leaves it

	Steps    int64  // stop after so many accepted time points; 0 means no limit
	Method   string // trap, gear or be; "" is the netlist's
	Ordering string // one of named.Names; "" is newton.DefaultOrdering

	// Solver solves the linear systems of this run in the place of
	// newton.SparseLU. Then Ordering is any text: what the report calls the solver.
	Solver newton.LinearSolver

	NoResidual bool // leave out the test of residuals; see newton.Options

	// Recorder gets the phases of one time step of every Sample; 0 and 1 mean
	// all. nil times nothing.
	Recorder *trace.Recorder
	Sample   int

	// Ranges receives every phase as the phase begins and ends; see newton.Engine.
	Ranges newton.Ranges

	// Waveform gets the saved voltages and currents at every accepted time
	// point, as CSV.
	Waveform io.Writer

	// Watch receives every iteration; see newton.Engine.
	Watch func(newton.Iteration) error

	// Progress is called now and then.
	Progress func(Progress)
}

// Progress is how far a run is.
type Progress struct {
	Time, Stop float64 // s, simulated
	Accepted   int64   // time points
	Iterations int64

	Points, Of int64 // solved points of a sweep and all of them; 0 for a transient
}

// reportEvery is how often counts go to the capture, and progress to the caller.
const reportEvery = 100 * time.Millisecond

// tran returns the transient to run, nil for an operating point alone.
func (c *Circuit) tran(cfg *Config) (*netlist.Tran, error) {
	t := c.Netlist.Tran
	if cfg.Tran != nil {
		t = cfg.Tran
	}
	if cfg.OP {
		t = nil
	} else if t == nil && !c.Netlist.OP && c.Netlist.DC == nil {
		return nil, fmt.Errorf("%s asks for no analysis, want .tran, .dc or .op in it", c.Name)
	}
	if t != nil && (!(t.Step > 0) || !(t.Stop > 0)) {
		return nil, fmt.Errorf("got a step of %g s and an end at %g s, want both positive", t.Step, t.Stop)
	}
	return t, nil
}

// options returns the engine's options from the netlist's and the caller's.
func (c *Circuit) options(cfg *Config) (newton.Options, error) {
	n := c.Netlist.Options
	o := newton.Options{RelTol: n.RelTol, AbsTol: n.AbsTol, VNTol: n.VNTol, ChgTol: n.ChgTol, TrTol: n.TrTol,
		Gmin: n.Gmin, ITL1: n.ITL1, ITL4: n.ITL4, Solver: cfg.Solver,
		NoResidual: cfg.NoResidual, NoGmin: n.GminSteps < 0, NoSource: n.SourceSteps < 0}
	method := cfg.Method
	if method == "" {
		method = n.Method
	}
	switch method {
	case "", "trap":
	case "gear":
		o.Method = newton.Gear
	case "be":
		o.Method = newton.BackwardEuler
	default:
		return o, fmt.Errorf("got method %q, want trap, gear or be", method)
	}
	if n.MaxOrd == 1 {
		o.Method = newton.BackwardEuler
	}
	if o.Solver != nil {
		return o, nil
	}
	order, err := newton.OrderByName(cfg.ordering())
	o.Solver = &newton.SparseLU{Order: order, Threshold: n.PivRel}
	return o, err
}

// ordering is the name of the ordering.
func (cfg *Config) ordering() string {
	if cfg.Ordering == "" && cfg.Solver == nil {
		return newton.DefaultOrdering
	}
	return cfg.Ordering
}

package profile

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/hint"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// fullFrom is the number of unknowns from which on every time step is timed
// unless --sample says otherwise: an iteration takes 300 µs then, and its
// ranges 1 µs. The smallest circuits have iterations of less than 1 µs.
const (
	fullFrom   = 500
	autoSample = 64
)

// prepare loads the circuit, decides what is timed, and gives the capture a
// header that says so.
func (o *Options) prepare(ctx context.Context, cfg *simulate.Config, c *capture, h trace.Header) (*simulate.Circuit, error) {
	circuit, err := simulate.Load(o.Circuit)
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	transient := !cfg.OP && (cfg.Tran != nil || circuit.Netlist.Tran != nil)
	sweep := !transient && !cfg.OP && circuit.Netlist.DC != nil
	if !transient && !sweep && !cfg.OP && !circuit.Netlist.OP {
		for _, w := range circuit.Netlist.Warnings { // such as .ac is ignored
			o.Say.Warn(w.String())
		}
		return nil, hint.With(fmt.Errorf("%s: got no analysis, want .tran, .dc or .op in the netlist, or --tran STEP,STOP or --op", o.Circuit),
			"nrprof run "+o.Circuit+" --tran 1n,1u simulates 1 µs in steps near 1 ns")
	}
	if o.Waveform != "" && !transient && !sweep {
		return nil, hint.With(fmt.Errorf("--waveform needs a transient or a DC sweep, and %s has none", o.Circuit), "--tran adds a transient")
	}
	if c == nil {
		cfg.Sample = 1
		return circuit, nil
	}
	if cfg.Sample == SampleAuto {
		cfg.Sample = 1
		if transient && circuit.System.Size() < fullFrom {
			cfg.Sample = autoSample
		}
	}
	h.Sample = cfg.Sample
	h.Labels["unknowns"] = strconv.Itoa(circuit.System.Size())
	h.Labels["sample"] = "1/" + strconv.Itoa(cfg.Sample)
	if h.Labels["method"] == "" {
		h.Labels["method"] = methodOf(circuit)
	}
	if err := c.start(h); err != nil {
		return nil, err
	}
	cfg.Recorder = c.rec
	return circuit, nil
}

// methodOf returns the integration method that the netlist asks for.
func methodOf(c *simulate.Circuit) string {
	o := c.Netlist.Options
	switch {
	case o.MaxOrd == 1:
		return "be"
	case o.Method != "":
		return o.Method
	}
	return "trap"
}

// solve runs the circuit with a progress line and, where it has a name, a
// waveform file that is kept also when the run ends early. The failure is that
// of the solver; err is any other.
func (o *Options) solve(ctx context.Context, c *simulate.Circuit, cfg simulate.Config) (rep *simulate.Report, failure *newton.Failure, err error) {
	bar := o.Bar
	defer bar.Clear()
	cfg.Progress = func(s simulate.Progress) {
		if s.Of > 0 {
			bar.SetShare(float64(s.Points)/float64(s.Of), fmt.Sprintf("%d of %s", s.Points, units.Plural(s.Of, "point")),
				units.Plural(s.Iterations, "iteration"))
			return
		}
		bar.SetShare(s.Time/s.Stop, fmt.Sprintf("%s of %s s", strconv.FormatFloat(s.Time, 'g', 3, 64), strconv.FormatFloat(s.Stop, 'g', 3, 64)),
			units.Plural(s.Accepted, "point"), units.Plural(s.Iterations, "iteration"))
	}
	run := func() error {
		var err error
		rep, err = simulate.Run(ctx, c, cfg)
		if errors.As(err, &failure) {
			return nil
		}
		return err
	}
	if o.Waveform == "" {
		err = run()
		return rep, failure, err
	}
	err = atomicfile.WriteFile(o.Waveform, func(w io.Writer) error {
		cfg.Waveform = w
		return run()
	})
	return rep, failure, err
}

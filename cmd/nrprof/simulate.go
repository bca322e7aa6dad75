package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/atomicfile"
	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	runreport "github.com/nrkit/nrkit/reports/run"
	"github.com/nrkit/nrkit/telemetry"
	"github.com/nrkit/nrkit/trace"
)

// fullFrom is the number of unknowns from which on every time step is timed
// unless --sample says otherwise: an iteration takes 300 µs then, and its
// ranges 1 µs. The smallest circuits have iterations of less than 1 µs.
const (
	fullFrom   = 500
	autoSample = 64
)

// A runDocument is run/v1 as nrprof prints it.
type runDocument struct {
	*simulate.Report
	Verdict []string        `json:"verdict"`
	Key     json.RawMessage `json:"key,omitempty"`     // key/v1 at the start
	EndKey  json.RawMessage `json:"end_key,omitempty"` // and at the end
}

// simulate runs a circuit and prints the report.
func (p *program) simulate(cmd *cobra.Command, name string, f *runFlags) error {
	cfg, err := f.config()
	if err != nil {
		return err
	}
	if cfg.Sample == sampleOff && f.out != "" {
		return cli.Usagef("-o writes what is timed, and --sample off times nothing")
	}
	sel := simulate.Selection{}
	if f.iterations != "" {
		if sel, err = simulate.ParseSelection(f.iterations); err != nil {
			return cli.Usagef("--iterations: %v", err)
		}
	}
	if err := circuitError(cmd, name); err != nil {
		return err
	}
	if err := f.checkOverwrite(name); err != nil {
		return err
	}
	p.Finish()
	header := header(name, f)
	identity := p.runKey(name, f)
	header.Key = identity.first()
	var c *capture
	if cfg.Sample != sampleOff {
		if c, err = newCapture(f.out, header); err != nil {
			return err
		}
		defer c.remove()
	}
	circuit, err := p.prepare(name, f, &cfg, c, header)
	if err != nil {
		if c != nil {
			c.discard()
		}
		return err
	}
	if f.dump != "" {
		if err := os.MkdirAll(f.dump, 0o777); err != nil {
			return err
		}
		cfg.Watch = simulate.Dump(f.dump, circuit, sel)
	}
	ranges := p.ranges(f)
	if ranges != nil {
		cfg.Ranges = ranges
	}
	var gpus *telemetry.Sampler
	if f.out != "" {
		gpus = p.telemetry(&f.telemetry, cfg.Recorder, f.verbose)
	}
	rep, failure, err := p.solve(circuit, cfg, f.waveform)
	_, warnings := p.endTelemetry(gpus, f.verbose)
	err = errors.Join(err, ranges.close())
	end, drift := identity.last()
	if err == nil {
		rep.NVTX = ranges.report()
		rep.Warnings = append(append(rep.Warnings, warnings...), drift...)
		if c != nil {
			c.rec.SetEndKey(end)
		}
		rep, err = complete(rep, c, name, f, sel)
	} else if c != nil {
		err = errors.Join(err, c.rec.Close())
	}
	if err != nil {
		return err
	}
	return p.conclude(&runDocument{Report: rep, Key: header.Key, EndKey: end}, failure, f)
}

// header returns the header of a capture as far as it is known before the
// circuit is.
func header(name string, f *runFlags) trace.Header {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	labels := map[string]string{"circuit": name, "ordering": f.ordering}
	if f.method != "" {
		labels["method"] = f.method
	}
	if f.noResidual {
		labels["residual_test"] = "off"
	}
	return trace.Header{Program: "nrprof run " + name, Host: host, Labels: labels}
}

// prepare loads the circuit, decides what is timed, and gives the capture a
// header that says so.
func (p *program) prepare(name string, f *runFlags, cfg *simulate.Config, c *capture, h trace.Header) (*simulate.Circuit, error) {
	circuit, err := simulate.Load(name)
	if err != nil {
		return nil, err
	}
	if err := p.Ctx.Err(); err != nil {
		return nil, err
	}
	transient := !cfg.OP && (cfg.Tran != nil || circuit.Netlist.Tran != nil)
	if !transient && !cfg.OP && !circuit.Netlist.OP {
		for _, w := range circuit.Netlist.Warnings { // such as .ac is ignored
			p.Warn(w.String())
		}
		return nil, cli.WithHint(fmt.Errorf("%s: got no analysis, want .tran or .op in it, or --tran STEP,STOP or --op", name),
			"nrprof run "+name+" --tran 1n,1u simulates 1 µs in steps near 1 ns")
	}
	if f.waveform != "" && !transient {
		return nil, cli.WithHint(fmt.Errorf("--waveform needs a transient, and %s has none", name), "--tran gives it one")
	}
	if c == nil {
		cfg.Sample = 1
		return circuit, nil
	}
	if cfg.Sample == sampleAuto {
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
func (p *program) solve(c *simulate.Circuit, cfg simulate.Config, waveform string) (rep *simulate.Report, failure *newton.Failure, err error) {
	bar := p.Bar()
	defer bar.Clear()
	cfg.Progress = func(s simulate.Progress) {
		bar.SetShare(s.Time/s.Stop, fmt.Sprintf("%s of %s s", strconv.FormatFloat(s.Time, 'g', 3, 64), strconv.FormatFloat(s.Stop, 'g', 3, 64)),
			units.Plural(s.Accepted, "point"), units.Plural(s.Iterations, "iteration"))
	}
	run := func() error {
		var err error
		rep, err = simulate.Run(p.Ctx, c, cfg)
		if errors.As(err, &failure) {
			return nil
		}
		return err
	}
	if waveform == "" {
		err = run()
		return rep, failure, err
	}
	err = atomicfile.WriteFile(waveform, func(w io.Writer) error {
		cfg.Waveform = w
		return run()
	})
	return rep, failure, err
}

// complete adds to the report what the capture says, and closes it.
func complete(rep *simulate.Report, c *capture, name string, f *runFlags, sel simulate.Selection) (*simulate.Report, error) {
	if c != nil {
		source := name
		if f.out != "" {
			source, rep.Capture = f.out, f.out
		}
		var err error
		if rep.Phases, err = c.finish(source); err != nil {
			return rep, err
		}
	}
	if f.dump != "" {
		rep.Warnings = append(rep.Warnings, "the time of factor and refactor includes the writing of matrices")
		if n := rep.Counts.Iterations; sel.Last() > n {
			rep.Warnings = append(rep.Warnings, fmt.Sprintf("there were %s, fewer than --iterations %s asks for", units.Plural(n, "iteration"), f.iterations))
		}
	}
	return rep, nil
}

// conclude prints the report, and returns how the program ends.
func (p *program) conclude(doc *runDocument, failure *newton.Failure, f *runFlags) error {
	doc.Verdict = runreport.Verdict(doc.Report)
	if err := p.print(&f.format, doc, runreport.Report(doc.Report, doc.Verdict)); err != nil {
		return err
	}
	switch {
	case failure != nil:
		return cli.Partial(cli.WithHint(failure, failureHint(failure)))
	case doc.Stop == simulate.StopInterrupted:
		return cli.Partial(context.Canceled)
	}
	return nil
}

// failureHint says what may help against a failure.
func failureHint(f *newton.Failure) string {
	if f.Residual {
		return "the steps of the iteration are small, but not that residual; --no-residual-test ends an iteration when its steps are small, as ngspice does"
	}
	at, look := "every node", ""
	if f.Unknown != "" {
		at, look = f.Unknown, "; "+f.Unknown+" is where to look"
	}
	switch f.Reason {
	case newton.Singular:
		return "does " + at + " have a path to ground for direct current, and is it in no loop of voltage sources?"
	case newton.NoOperatingPoint:
		return "a .nodeset or .ic near the solution, or --tran with --uic, may help" + look
	}
	return "a smaller step, --method be, or a larger itl4 in .options may help" + look
}

package profile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/nrkit/nrkit/internal/progress"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/newton/simulate"
	"github.com/nrkit/nrkit/trace"
)

// Values of Config.Sample besides N for one time step of every N.
const (
	SampleAuto = 0
	SampleOff  = -1
)

// Messages is who hears what is odd about a run.
type Messages interface {
	Warn(text string)
	Note(text string)
}

// Options say what is run, and what is kept of it.
type Options struct {
	Circuit    string             // name of a built-in circuit, or path of a netlist
	Config     simulate.Config    // how it is solved; Sample may be SampleAuto or SampleOff
	Output     string             // the capture, or in the format of its name; "" keeps none
	Waveform   string             // file of the waveform; "" for none
	Dump       string             // folder of Jacobians; "" for none
	Iterations simulate.Selection // of the Jacobians
	Asked      string             // Iterations as the user wrote them
	Key        bool               // take the key of the run also without Output
	NVTX       bool               // show every phase to the NVTX tool that watches
	Verbose    bool               // say which tool watches
	GPUs       *telemetry.Watch   // samples them, with Output
	Bar        *progress.Bar      // how far the run is; nil for nobody
	Say        Messages
}

// A Document is run/v1.
type Document struct {
	*simulate.Report
	Verdict []string `json:"verdict"` // sentences for a person

	// what the run depended on at its start: a document key/v1, see docs/key.md;
	// absent if unknown
	Key json.RawMessage `json:"key,omitempty"`

	EndKey json.RawMessage `json:"end_key,omitempty"` // what the run depended on at its end, as for `key`
}

// Run solves a circuit and returns its document, without a verdict. The failure says
// why the solver stopped; the document then describes the run up to there. If ctx
// interrupts a run that has begun, the document also describes the run up to there.
// Output files appear whole; a capture exists from the start.
//
// Run returns errors of reading the circuit and of writing files. An [OutputError]
// concerns the name of the output.
func Run(ctx context.Context, o *Options) (*Document, *newton.Failure, error) {
	cfg := o.Config
	header := o.header()
	id := o.identity()
	header.Key = id.First()
	var c *capture
	var err error
	if cfg.Sample != SampleOff {
		if c, err = newCapture(o.Output, header); err != nil {
			return nil, nil, err
		}
		defer c.remove()
	}
	circuit, err := o.prepare(ctx, &cfg, c, header)
	if err != nil {
		if c != nil {
			c.discard()
		}
		return nil, nil, err
	}
	if o.Dump != "" {
		if err := os.MkdirAll(o.Dump, 0o777); err != nil {
			return nil, nil, err
		}
		cfg.Watch = simulate.Dump(o.Dump, circuit, o.Iterations)
	}
	ranges := o.ranges()
	if ranges != nil {
		cfg.Ranges = ranges
	}
	if o.Output != "" {
		o.GPUs.Begin(cfg.Recorder)
	}
	rep, failure, err := o.solve(ctx, circuit, cfg)
	_, warnings := o.GPUs.End()
	err = errors.Join(err, ranges.close())
	end, drift := id.Last()
	if err == nil {
		rep.NVTX = ranges.report()
		rep.Warnings = append(append(rep.Warnings, warnings...), drift...)
		if c != nil {
			c.rec.SetEndKey(end)
		}
		rep, err = o.complete(rep, c)
	} else if c != nil {
		err = errors.Join(err, c.rec.Close())
	}
	if err != nil {
		return nil, nil, err
	}
	return &Document{Report: rep, Key: header.Key, EndKey: end}, failure, nil
}

// header returns the header of a capture as far as it is known before the
// circuit is.
func (o *Options) header() trace.Header {
	host, err := os.Hostname()
	if err != nil {
		host = ""
	}
	labels := map[string]string{"circuit": o.Circuit, "ordering": o.Config.Ordering}
	if o.Config.Method != "" {
		labels["method"] = o.Config.Method
	}
	if o.Config.NoResidual {
		labels["residual_test"] = "off"
	}
	return trace.Header{Program: "nrprof run " + o.Circuit, Host: host, Labels: labels}
}

// complete adds to the report what the capture says, and closes it.
func (o *Options) complete(rep *simulate.Report, c *capture) (*simulate.Report, error) {
	if c != nil {
		source := o.Circuit
		if o.Output != "" {
			source, rep.Capture = o.Output, o.Output
		}
		var err error
		if rep.Phases, err = c.finish(source); err != nil {
			return rep, err
		}
	}
	if o.Dump != "" {
		rep.Warnings = append(rep.Warnings, "the times of factor and refactor include writing the matrices")
		if n := rep.Counts.Iterations; o.Iterations.Last() > n {
			rep.Warnings = append(rep.Warnings, fmt.Sprintf("the run had %s, fewer than --iterations %s asks for", units.Plural(n, "iteration"), o.Asked))
		}
	}
	return rep, nil
}

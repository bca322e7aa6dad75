package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/profile"
	"github.com/nrkit/nrkit/internal/simulate"
	"github.com/nrkit/nrkit/newton/builtin"
	runreport "github.com/nrkit/nrkit/reports/run"
)

// simulate runs a circuit and prints the report.
func (p *program) simulate(cmd *cobra.Command, name string, f *runFlags) error {
	cfg, err := f.config()
	if err != nil {
		return err
	}
	if cfg.Sample == profile.SampleOff && f.out != "" {
		return cli.Usagef("-o writes what is timed, and --sample off times nothing")
	}
	o := profile.Options{Circuit: name, Config: cfg, Output: f.out, Waveform: f.waveform, Dump: f.dump, Asked: f.iterations, Key: f.format.json,
		NVTX: f.nvtx, Verbose: f.verbose, Bar: p.Bar(), Say: p}
	if f.iterations != "" {
		if o.Iterations, err = simulate.ParseSelection(f.iterations); err != nil {
			return cli.Usagef("--iterations: %v", err)
		}
	}
	if o.GPUs, err = f.telemetry.watch(p, f.verbose); err != nil {
		return err
	}
	if err := circuitError(cmd, name); err != nil {
		return err
	}
	if err := f.checkOverwrite(name); err != nil {
		return err
	}
	p.Finish()
	doc, failure, err := profile.Run(p.Ctx, &o)
	if bad := new(profile.OutputError); errors.As(err, &bad) {
		return cli.Usage(err.Error(), "a capture ends in .nrt")
	}
	if err != nil {
		return err
	}
	doc.Verdict = runreport.Verdict(doc.Report)
	if err := p.print(&f.format, doc, runreport.Report(doc.Report, doc.Verdict)); err != nil {
		return err
	}
	switch {
	case failure != nil:
		return cli.Partial(cli.WithHint(failure, profile.Hint(failure)))
	case doc.Stop == simulate.StopInterrupted:
		return cli.Partial(context.Canceled)
	}
	return nil
}

// listCircuits prints the built-in circuits, one on a line.
func (p *program) listCircuits() error {
	for _, c := range builtin.List() {
		if _, err := fmt.Fprintf(p.Stdout, "%-7s %s\n", c.Name, c.Says); err != nil {
			return err
		}
	}
	return nil
}

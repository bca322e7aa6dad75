package main

import (
	"errors"
	"os"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	machinereport "github.com/nrkit/nrkit/internal/reports/machine"
	"github.com/nrkit/nrkit/prediction"
	"github.com/nrkit/nrkit/prediction/calibrate"
	"github.com/nrkit/nrkit/reports"
)

// A calibrateFlags holds the flags of the command calibrate.
type calibrateFlags struct {
	json, markdown bool
	width          int
	show, dry      bool
}

// newCalibrateCmd returns the command that measures this machine.
func newCalibrateCmd(p *program) *cobra.Command {
	var f calibrateFlags
	cmd := &cobra.Command{
		Use:   "calibrate",
		Short: "measure this machine, for the predicted times",
		Long: `Measure this machine, for the predicted times.

Calibrate runs small loops for about 15 s: updates by sparse columns, reads, loads,
arithmetic, and the handing of tasks to other threads. Calibrate needs memory of 13 times
the L3 cache, and at least 200 MiB.

Calibrate stores the times in the cache folder of the user, under a key of the CPU.
Analyze then predicts times for this machine, with narrower intervals. Without a
calibration, analyze takes times from a shipped table, by the microarchitecture of the
CPU.

Calibrate while the machine is idle, because other programs make every time longer. If
other programs disturbed the calibration, calibrate warns, and intervals stay as wide as
without a calibration.`,
		Example: `  analyze calibrate
  analyze calibrate --show
  analyze calibrate --dry-run --json > machine.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return p.calibrate(cmd, &f) },
	}
	cli.JSONSchema(cmd, func() string { return prediction.MachineSchema })
	fl := cmd.Flags()
	fl.BoolVar(&f.json, "json", false, "print one JSON document of schema "+prediction.MachineSchema)
	fl.BoolVar(&f.markdown, "markdown", false, "print Markdown")
	fl.IntVar(&f.width, "width", 0, widthUsage)
	fl.BoolVar(&f.show, "show", false, "print the times that analyze uses now, and measure nothing; "+machineVariable+" counts if it is set")
	fl.BoolVar(&f.dry, "dry-run", false, "measure and print, but store nothing")
	return cmd
}

// calibrate measures the machine, or finds its times, and prints them.
func (p *program) calibrate(cmd *cobra.Command, f *calibrateFlags) error {
	switch {
	case f.json && f.markdown:
		return cli.Usagef("--json and --markdown exclude each other")
	case f.show && f.dry:
		return cli.Usagef("--show and --dry-run exclude each other")
	case f.width < 0:
		return cli.Usagef("--width: want 0 or more, got %d", f.width)
	}
	m, kept, err := p.machine(f)
	if m == nil || f.show && err != nil {
		return err
	}
	if m.Disturbed {
		p.Warn(busyWarning)
	}
	r := machinereport.Report(m, kept)
	switch { // what was measured is printed even if it could not be stored
	case f.json:
		return errors.Join(err, calibrate.Write(p.Stdout, m))
	case f.markdown:
		return errors.Join(err, reports.Markdown(p.Stdout, r))
	}
	return errors.Join(err, reports.WrappedText(p.Stdout, r, p.Width(f.width)))
}

// busyWarning is the warning for times that other programs disturbed.
const busyWarning = "the machine was busy: run analyze calibrate again when it is idle"

// machine returns the times to print, and the file in which they are stored.
func (p *program) machine(f *calibrateFlags) (m *prediction.Machine, kept string, err error) {
	if f.show {
		return p.findMachine(os.Getenv(machineVariable))
	}
	if !f.dry {
		if err := calibrate.Writable(); err != nil {
			return nil, "", cli.WithHint(err, "analyze calibrate --dry-run --json prints the times and stores nothing")
		}
	}
	bar := p.Bar()
	defer bar.Clear()
	m, err = calibrate.This(p.Ctx, func(done, total int) { bar.Set(done, total, "measure") })
	bar.Clear()
	if err != nil || f.dry {
		return m, "", err
	}
	return p.keep(m)
}

// keep stores m, unless m is disturbed and an undisturbed calibration is stored.
func (p *program) keep(m *prediction.Machine) (_ *prediction.Machine, kept string, err error) {
	if old, _, err := calibrate.Load(); m.Disturbed && err == nil && old.Calibrated && !old.Disturbed {
		p.Warn("nothing was stored: the stored calibration is undisturbed")
		return m, "", nil
	}
	kept, err = calibrate.Save(m)
	return m, kept, err
}

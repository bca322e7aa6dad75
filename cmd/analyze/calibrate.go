package main

import (
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
arithmetic, and the handing of tasks to other threads. Analyze then predicts times for
this machine, with narrower intervals. Without a calibration, analyze takes the times
of a shipped table, by the microarchitecture of the CPU.

Calibrate stores the times in the cache folder of the user, under a key of the CPU. Run
it while the machine is idle: other programs make every time longer. It needs memory of
13 times the L3 cache, and at least 200 MiB.`,
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
	fl.BoolVar(&f.show, "show", false, "print the times that analyze uses now, and measure nothing")
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
	if err != nil {
		return err
	}
	switch {
	case f.json:
		return calibrate.Write(p.Stdout, m)
	case f.markdown:
		return reports.Markdown(p.Stdout, machinereport.Report(m, kept))
	}
	return reports.WrappedText(p.Stdout, machinereport.Report(m, kept), p.Width(f.width))
}

// machine returns the times to print, and the file in which they are stored.
func (p *program) machine(f *calibrateFlags) (m *prediction.Machine, kept string, err error) {
	if f.show {
		m, _, err = calibrate.Load()
		if err != nil {
			p.Warn(err.Error())
		}
		if m.Calibrated {
			kept, _ = calibrate.Path(m.Key)
		}
		return m, kept, nil
	}
	bar := p.Bar()
	defer bar.Clear()
	m, err = calibrate.This(p.Ctx, func(done, total int) { bar.Set(done, total, "measure") })
	if err != nil || f.dry {
		return m, "", err
	}
	kept, err = calibrate.Save(m)
	return m, kept, err
}

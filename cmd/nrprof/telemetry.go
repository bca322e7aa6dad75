package main

import (
	"errors"
	"fmt"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/telemetry"
	"github.com/nrkit/nrkit/telemetry/nvml"
	"github.com/nrkit/nrkit/trace"
)

// maxTelemetryRate is the highest rate, per second: the driver itself takes no
// more than six samples of the utilisation in a second, and the others take
// milliseconds to read.
const maxTelemetryRate = 100

// A telemetryFlags holds --gpu-telemetry.
type telemetryFlags struct{ value string }

// register adds the flag to cmd. When says when auto samples.
func (f *telemetryFlags) register(cmd *cobra.Command, when string) {
	cmd.Flags().StringVar(&f.value, "gpu-telemetry", "auto",
		"sample the GPUs: off, or a `RATE` per second, up to "+strconv.Itoa(maxTelemetryRate)+"; auto: 10, "+when)
	_ = cmd.RegisterFlagCompletionFunc("gpu-telemetry", cobra.FixedCompletions([]string{"auto", "off", "10"}, cobra.ShellCompDirectiveNoFileComp))
}

// rate returns the rate per second, 0 for off, and whether it was asked for.
func (f *telemetryFlags) rate() (hz float64, asked bool, err error) {
	switch f.value {
	case "", "auto":
		return telemetry.DefaultRate, false, nil
	case "off":
		return 0, false, nil
	}
	hz, err = strconv.ParseFloat(f.value, 64)
	if err != nil || !(hz > 0 && hz <= maxTelemetryRate) {
		return 0, false, cli.Usagef("--gpu-telemetry: want auto, off, or a rate above 0 and up to %d per second, got %q", maxTelemetryRate, f.value)
	}
	return hz, true, nil
}

// telemetry is sampleGPUs with NVML.
func (p *program) telemetry(f *telemetryFlags, rec *trace.Recorder, verbose bool) *telemetry.Sampler {
	return p.sampleGPUs(nvml.Open, f, rec, verbose)
}

// sampleGPUs starts sampling into rec, which may be nil. It returns nil when
// nothing is sampled: with off, and where there is no driver or GPU, which
// verbose says, and a warning where a rate was asked for.
func (p *program) sampleGPUs(open func() (telemetry.Source, error), f *telemetryFlags, rec *trace.Recorder, verbose bool) *telemetry.Sampler {
	hz, asked, err := f.rate()
	if err != nil || hz == 0 {
		return nil // an error has been reported with the other flags
	}
	o := telemetry.Options{Rate: hz}
	if visible, set := os.LookupEnv("CUDA_VISIBLE_DEVICES"); set {
		o.Keep = func(ids []telemetry.Identity) []bool {
			keep, known := telemetry.Visible(ids, visible, os.Getenv("CUDA_DEVICE_ORDER"))
			if !known && verbose {
				p.Note(fmt.Sprintf("all GPUs are sampled: which CUDA_VISIBLE_DEVICES=%s means is not known without CUDA_DEVICE_ORDER=PCI_BUS_ID", visible))
			}
			return keep
		}
	}
	source, err := open()
	var s *telemetry.Sampler
	if err == nil {
		s, err = telemetry.Start(source, rec, o)
	}
	switch {
	case err == nil:
		return s
	case asked || !errors.Is(err, nvml.ErrNone):
		p.Warn(err.Error())
	case verbose:
		p.Note(err.Error())
	}
	return nil
}

// endTelemetry ends the sampling and returns the samples, nil for none, and
// what is doubtful about them. A recorder has to be open still. With verbose it
// tells which figures devices do not have.
func (p *program) endTelemetry(s *telemetry.Sampler, verbose bool) (*telemetry.Result, []string) {
	r, err := s.Stop()
	if r == nil {
		return nil, nil
	}
	if verbose {
		for _, note := range r.Notes {
			p.Note(note)
		}
	}
	if err != nil {
		return r, append(r.Warnings, err.Error())
	}
	return r, r.Warnings
}

// stopTelemetry is endTelemetry with warnings on standard error.
func (p *program) stopTelemetry(s *telemetry.Sampler, verbose bool) *telemetry.Result {
	r, warnings := p.endTelemetry(s, verbose)
	for _, w := range warnings {
		p.Warn(w)
	}
	return r
}

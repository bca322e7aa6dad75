package main

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/telemetry/nvml"
)

// A telemetryFlags holds --gpu-telemetry.
type telemetryFlags struct{ value string }

// register adds the flag to cmd. When says when auto samples.
func (f *telemetryFlags) register(cmd *cobra.Command, when string) {
	cmd.Flags().StringVar(&f.value, "gpu-telemetry", "auto",
		"sample the GPUs: off, or a `RATE` per second, up to "+strconv.Itoa(telemetry.MaxRate)+"; auto: 10, "+when)
	cli.Complete(cmd, map[string][]string{"gpu-telemetry": {"auto", "off", "10"}})
}

// watch returns what samples the GPUs as the flag says.
func (f *telemetryFlags) watch(p *program, verbose bool) (*telemetry.Watch, error) {
	rate, err := telemetry.ParseRate(f.value)
	if err != nil {
		return nil, cli.Usagef("--gpu-telemetry: %v", err)
	}
	return &telemetry.Watch{Open: nvml.Open, Rate: rate, Verbose: verbose, Say: p}, nil
}

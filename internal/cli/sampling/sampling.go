package sampling

import (
	"strconv"

	"github.com/spf13/cobra"

	"github.com/nrkit/nrkit/internal/cli"
	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/telemetry/nvml"
)

// Flags are the flag --gpu-telemetry, whose value is Value.
type Flags struct{ Value string }

// Register adds the flag to cmd. When says when auto samples.
func (f *Flags) Register(cmd *cobra.Command, when string) {
	cmd.Flags().StringVar(&f.Value, "gpu-telemetry", "auto",
		"sample the GPUs: off, or at a `RATE` per second up to "+strconv.Itoa(telemetry.MaxRate)+"; auto means 10 "+when)
	cli.Complete(cmd, map[string][]string{"gpu-telemetry": {"auto", "off", "10"}})
}

// Watch returns what samples the GPUs as the flag says.
func (f *Flags) Watch(p telemetry.Messages, verbose bool) (*telemetry.Watch, error) {
	rate, err := telemetry.ParseRate(f.Value)
	if err != nil {
		return nil, cli.Usagef("--gpu-telemetry: %v", err)
	}
	return &telemetry.Watch{Open: nvml.Open, Rate: rate, Verbose: verbose, Say: p}, nil
}

package main

import (
	"strings"

	"github.com/nrkit/nrkit/internal/cli"
)

// checkOverwrite returns the mistake of an output of run that would replace
// the netlist or the other output.
func (f *runFlags) checkOverwrite(circuit string) error {
	if !strings.ContainsAny(circuit, `./\`) {
		circuit = "" // built in
	}
	switch {
	case cli.SameFile(f.out, circuit):
		return cli.Usagef("-o %s is the netlist itself", f.out)
	case cli.SameFile(f.waveform, circuit):
		return cli.Usagef("--waveform %s is the netlist itself", f.waveform)
	case cli.SameFile(f.out, f.waveform):
		return cli.Usagef("-o and --waveform are both %s", f.out)
	}
	return nil
}

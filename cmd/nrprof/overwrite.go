package main

import (
	"os"
	"path/filepath"
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
	case sameFile(f.out, circuit):
		return cli.Usagef("-o %s is the netlist itself", f.out)
	case sameFile(f.waveform, circuit):
		return cli.Usagef("--waveform %s is the netlist itself", f.waveform)
	case sameFile(f.out, f.waveform):
		return cli.Usagef("-o and --waveform are both %s", f.out)
	}
	return nil
}

// sameFile reports whether two names, neither empty nor -, are those of one
// regular file, there or not yet.
func sameFile(a, b string) bool {
	if a == "" || b == "" || a == "-" || b == "-" {
		return false
	}
	x, errX := os.Stat(a)
	y, errY := os.Stat(b)
	if errX != nil || errY != nil {
		return filepath.Clean(a) == filepath.Clean(b)
	}
	return x.Mode().IsRegular() && os.SameFile(x, y)
}

//go:build !linux && !darwin

package runkey

import "runtime"

// A host has nothing that is known to change.
type host struct{}

func findHost() host { return host{} }

// now returns the number of CPUs, which is that at the start of the process.
func (*host) now() []Part {
	var l partList
	l.number("cpu.count", runtime.NumCPU(), toTiming)
	return l
}

func kernelRelease() string { return "" }
func osRelease() string     { return "" }
func microcode() string     { return "" }

package runkey

import (
	"runtime"

	"golang.org/x/sys/unix"
)

// A host has nothing that changes: macOS knows no affinity and no governor.
type host struct{}

func findHost() host { return host{} }

// now returns the number of CPUs, which is that at the start of the process.
func (*host) now() []Part {
	var l partList
	l.number("cpu.count", runtime.NumCPU(), toTiming)
	return l
}

func kernelRelease() string {
	s, _ := unix.Sysctl("kern.osrelease") // "" where it fails
	return s
}

func osRelease() string {
	s, err := unix.Sysctl("kern.osproductversion")
	if err != nil {
		return ""
	}
	return "macOS " + s
}

func microcode() string { return "" }

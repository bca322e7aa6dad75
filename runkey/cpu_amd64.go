package runkey

import "runtime"

// readCPU asks the CPU, whatever the system.
func readCPU() cpu {
	var c cpu
	c.features = x86Set(askCPU, savedState(), runtime.GOOS == "darwin")
	c.model, c.signature = x86Names(askCPU)
	c.microcode = microcode()
	return c
}

package runkey

import (
	"os"

	"golang.org/x/sys/unix"
)

// readCPU asks the kernel: programs may not read the registers that say.
func readCPU() cpu {
	var c cpu
	auxv, err := os.ReadFile("/proc/self/auxv")
	if hwcap, hwcap2, ok := auxiliary(auxv); err == nil && ok {
		c.features = armSet(hwcap, hwcap2)
	}
	text, err := os.ReadFile("/proc/cpuinfo")
	if err == nil {
		c.signature = armSignature(string(text))
		c.model = armModel(string(text))
	}
	if n, err := unix.PrctlRetInt(unix.PR_SVE_GET_VL, 0, 0, 0, 0); err == nil {
		c.vectorBits = 8 * (n & unix.PR_SVE_VL_LEN_MASK)
	}
	return c
}

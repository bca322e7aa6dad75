package runkey

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// readCPU asks the kernel. machdep.cpu.features is of Intel alone.
func readCPU() cpu {
	var c cpu
	c.features = appleSet(func(name string) bool {
		n, err := unix.SysctlUint32("hw.optional." + name)
		return err == nil && n == 1
	})
	c.model, _ = unix.Sysctl("machdep.cpu.brand_string")
	family, err := unix.SysctlUint32("hw.cpufamily")
	sub, serr := unix.SysctlUint32("hw.cpusubfamily")
	if err == nil && serr == nil {
		c.signature = fmt.Sprintf("Apple %#08x/%d", family, sub)
	}
	return c
}

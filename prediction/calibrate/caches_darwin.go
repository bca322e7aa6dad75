package calibrate

import (
	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/prediction"
)

// cacheSizes returns the bytes of the L1 data cache, L2 and L3 of a performance core,
// as the kernel reports them; 0 for a level that it does not report.
func cacheSizes() []int64 {
	sizes := make([]int64, prediction.Memory)
	for level, names := range [prediction.Memory][]string{
		{"hw.perflevel0.l1dcachesize", "hw.l1dcachesize"},
		{"hw.perflevel0.l2cachesize", "hw.l2cachesize"},
		{"hw.perflevel0.l3cachesize", "hw.l3cachesize"},
	} {
		for _, name := range names {
			if n := sysctl(name); n > 0 {
				sizes[level] = n
				break
			}
		}
	}
	return sizes
}

// sysctl returns a number of the kernel, of 32 or 64 bits; 0 without it.
func sysctl(name string) int64 {
	if n, err := unix.SysctlUint64(name); err == nil {
		return int64(n)
	}
	n, _ := unix.SysctlUint32(name)
	return int64(n)
}

package trace

import (
	"os"
	"runtime"
	"strings"
)

const counterName = "tsc"

// counter reads the time stamp counter. It does not wait for instructions
// before it, which is of no weight for ranges of tens of nanoseconds.
func counter() uint64

// invariantTSC reports whether the processor says that its counter keeps one
// rate in all states (CPUID 8000_0007h, bit 8 of EDX).
func invariantTSC() bool

// counterTrusted reports whether the kernel itself keeps time by the counter:
// it has then checked that the CPUs agree. A virtual machine may hide the
// counter's flag or change the counter; the kernel of the guest knows.
func counterTrusted() bool {
	if runtime.GOOS != "linux" || !invariantTSC() {
		return false
	}
	source, err := os.ReadFile("/sys/devices/system/clocksource/clocksource0/current_clocksource")
	return err == nil && strings.TrimSpace(string(source)) == "tsc"
}

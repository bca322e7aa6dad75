package trace

// CPUClock says which counter of the CPU recorders use as a clock: "tsc", "cntvct",
// or "" if no counter is the same on all CPUs.
func CPUClock() string {
	if !counterTrusted() {
		return ""
	}
	return counterName
}

// CPUCounter reads the counter that [CPUClock] names, if it names a counter.
func CPUCounter() uint64 { return counter() }

package trace

// CPUClock says which counter of the CPU recorders take for a clock, "tsc" or
// "cntvct"; "" where there is none that all CPUs show alike.
func CPUClock() string {
	if !counterTrusted() {
		return ""
	}
	return counterName
}

// CPUCounter reads the counter of [CPUClock], where there is one.
func CPUCounter() uint64 { return counter() }

package trace

const counterName = "cntvct"

// counter reads the virtual count of the generic timer.
func counter() uint64

// counterTrusted reports true: the architecture says that the count is one for
// all CPUs and of constant rate.
func counterTrusted() bool { return true }

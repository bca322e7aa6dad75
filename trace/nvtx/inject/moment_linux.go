package inject

import (
	"golang.org/x/sys/unix"

	"github.com/nrkit/nrkit/trace"
)

// now returns this moment on the clock of the CPU and on the monotonic one; of a
// few tries the one that took the least time. It reports false where the library
// takes the monotonic clock itself.
func now() (Anchor, bool) {
	clocks := map[string]uint64{"tsc": clockTSC, "cntvct": clockCNTVCT}
	kind, ok := clocks[trace.CPUClock()]
	if !ok {
		return Anchor{}, false
	}
	var best Anchor
	width := ^uint64(0)
	for range 9 {
		var t unix.Timespec
		before := trace.CPUCounter()
		if unix.ClockGettime(unix.CLOCK_MONOTONIC, &t) != nil {
			return Anchor{}, false
		}
		if after := trace.CPUCounter(); after-before < width {
			width = after - before
			best = Anchor{kind, before + width/2, uint64(t.Nano())}
		}
	}
	return best, true
}

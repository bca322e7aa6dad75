package summary

import (
	"fmt"
	"syscall"

	"github.com/nrkit/nrkit/internal/nsys/launch"
	"github.com/nrkit/nrkit/nsys"
)

// A crash is what the exports of a run say about a program that crashed.
type crash struct {
	inside string // innermost NVTX range that was open in an export, "" for none
	ranges bool   // an export has NVTX ranges
}

// read looks for a range that was open when the program crashed. A program that
// nsys ended, as it was told to, may be in any range and is not looked at.
func (c *crash) read(e *nsys.Export, r *launch.Result, choice launch.Choice) error {
	n, err := e.Count("NVTX_EVENTS")
	if err != nil {
		return err
	}
	c.ranges = c.ranges || n > 0
	ended := r.Status == 128+int(syscall.SIGTERM) && choice.EndsTarget()
	if !r.Crashed() || ended || choice.Capture.Kind == launch.CaptureProfilerAPI {
		return nil // what is open at cudaProfilerStop says nothing about a later crash
	}
	inside, err := e.OpenRange(choice.Capture.Kind == launch.CaptureRange)
	if inside != "" {
		c.inside = inside
	}
	return err
}

// words says how a program that crashed ended, and how that counts.
func (c *crash) words(r *launch.Result, strict bool) string {
	text := "the program ended with " + launch.DescribeStatus(r.Status)
	switch {
	case c.inside != "":
		return text + fmt.Sprintf(" while the NVTX range %q was open, according to the nsys recording: counted as a failure; nsys loses the last events, so the program may have crashed after this range or in a range inside it", c.inside)
	case strict:
		return text + ", and its report is complete"
	case !c.ranges:
		return text + ", and its report is complete: counted as success; the report has no NVTX ranges, so it is not known whether the program crashed inside a range; nrprof record keeps ranges after a crash"
	}
	return text + ", and its report is complete: counted as success; ranges from its last moments may be missing; nrprof record keeps them"
}

//go:build !cgo || !linux

package nvml

import (
	"fmt"
	"runtime"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// Supported says whether the program can look for the driver.
const Supported = false

// Open returns an error that is [telemetry.ErrNone].
func Open() (telemetry.Source, error) {
	if runtime.GOOS != "linux" {
		return nil, fmt.Errorf("%w: NVML is supported only on Linux", telemetry.ErrNone)
	}
	return nil, fmt.Errorf("%w: built without cgo", telemetry.ErrNone)
}

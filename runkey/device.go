package runkey

import (
	"fmt"
	"strconv"
	"strings"
)

// A Device is a GPU, or a part of one.
type Device struct {
	Ordinal     int    // of the driver, or of the run if only that is known
	Part        int    // of a device that is divided (MIG), from 0; negative for a whole device
	Name        string // of the model
	UUID        string // with or without its prefix "GPU-"
	Driver      string // version
	Capability  string // of compute, such as "9.0"
	MemoryBytes int64
}

// Devices returns the parts of devices. The list must be complete: an empty list
// says that the machine has no device.
func Devices(list []Device) Group {
	g := Group{All: "gpu"}
	for _, d := range list {
		prefix := "gpu." + strconv.Itoa(d.Ordinal)
		if d.Part >= 0 {
			prefix += fmt.Sprintf(".mig%d", d.Part)
		}
		l := (*partList)(&g.Parts)
		l.text(prefix+".name", clean([]byte(d.Name)), toAll)
		l.text(prefix+".compute_capability", clean([]byte(d.Capability)), toAll)
		l.text(prefix+".driver", clean([]byte(d.Driver)), toAll)
		l.text(prefix+".uuid", bareUUID(clean([]byte(d.UUID))), told)
		l.number(prefix+".memory_bytes", int(d.MemoryBytes), toTiming)
	}
	return g
}

// bareUUID returns a UUID without the prefix that NVML gives it and exports of
// Nsight Systems do not.
func bareUUID(s string) string {
	for _, prefix := range uuidPrefixes() {
		if bare, ok := strings.CutPrefix(s, prefix); ok {
			return bare
		}
	}
	return s
}

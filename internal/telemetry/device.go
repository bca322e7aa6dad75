package telemetry

import (
	"errors"
	"fmt"
)

// A Source is a driver that knows devices.
type Source interface {
	// Devices lists the devices in the order of the driver. What it says of
	// devices that cannot be read comes with the others as an error.
	Devices() ([]Device, error)
	// Close ends the use of the driver; no device is read afterwards.
	Close() error
}

// A Device is read by one goroutine at a time.
type Device interface {
	Identity() Identity
	// Read sets the values of the fields that want has, and for each that it
	// could not read the error: one that is [ErrUnsupported] or [ErrLost], or
	// another that may pass.
	Read(want Set, r *Reading)
}

// A Reading holds the figures of a device at an instant.
type Reading struct {
	Values [numFields]float64
	Errs   [numFields]error
}

// ErrUnsupported says that a device does not have a figure and never will.
var ErrUnsupported = errors.New("not supported")

// ErrLost says that a device is gone.
var ErrLost = errors.New("device is lost")

// An Identity says which device it is.
type Identity struct {
	Index    int    // of the driver, counted in the order of PCI addresses
	Instance int    // of a part of a device (MIG), from 0; -1 for a whole device
	Name     string // of the model
	UUID     string
	PCI      string // address such as 00000000:17:00.0
	Driver   string // version of the driver; "" when unknown
	Compute  string // capability, such as 9.0; "" when unknown
	Memory   uint64 // bytes of the device, 0 when unknown
}

// String returns what a person knows the device by.
func (id Identity) String() string {
	s := fmt.Sprintf("GPU %d", id.Index)
	if id.Instance >= 0 {
		s += fmt.Sprintf(" MIG %d", id.Instance)
	}
	return s
}

// Label returns the name of the track of the device.
func (id Identity) Label() string {
	s := id.String()
	for _, part := range []string{id.Name, id.PCI, id.UUID} {
		if part != "" {
			s += ", " + part
		}
	}
	return s
}

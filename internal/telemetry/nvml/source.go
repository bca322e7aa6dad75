//go:build cgo && linux

package nvml

import (
	"errors"
	"fmt"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// Supported says whether the program can look for the driver.
const Supported = true

// Open starts NVML. The error is [telemetry.ErrNone] where there is no driver; any other
// comes from the driver.
func Open() (telemetry.Source, error) { return open(nvml.New()) }

// open is Open with any library.
func open(lib nvml.Interface) (telemetry.Source, error) {
	switch ret := lib.Init(); ret {
	case nvml.SUCCESS:
		return &source{lib}, nil
	case nvml.ERROR_LIBRARY_NOT_FOUND:
		return nil, fmt.Errorf("%w: no NVIDIA driver: libnvidia-ml.so.1 not found", telemetry.ErrNone)
	case nvml.ERROR_DRIVER_NOT_LOADED:
		return nil, fmt.Errorf("%w: the NVIDIA driver is not loaded", telemetry.ErrNone)
	default:
		return nil, fmt.Errorf("starting NVML: %s", ret)
	}
}

// A source is NVML once it has started.
type source struct{ lib nvml.Interface }

// Close ends the use of NVML.
func (s *source) Close() error {
	if ret := s.lib.Shutdown(); ret != nvml.SUCCESS {
		return fmt.Errorf("ending NVML: %s", ret)
	}
	return nil
}

// Devices lists the devices in the order of nvidia-smi, each with its parts
// (MIG) behind it.
func (s *source) Devices() ([]telemetry.Device, error) {
	count, ret := s.lib.DeviceGetCount()
	if ret != nvml.SUCCESS {
		return nil, fmt.Errorf("counting GPUs: %s", ret)
	}
	driver, ret := s.lib.SystemGetDriverVersion()
	if ret != nvml.SUCCESS {
		driver = ""
	}
	var list []telemetry.Device
	var errs []error
	for k := range count {
		handle, ret := s.lib.DeviceGetHandleByIndex(k)
		if ret != nvml.SUCCESS {
			errs = append(errs, fmt.Errorf("GPU %d: %s", k, ret))
			continue
		}
		d := newDevice(s.lib, handle, telemetry.Identity{Index: k, Instance: -1, Driver: driver})
		list = append(list, d)
		for _, part := range d.parts() {
			list = append(list, part)
		}
	}
	return list, errors.Join(errs...)
}

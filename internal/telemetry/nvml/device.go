//go:build cgo && linux

package nvml

import (
	"errors"
	"fmt"

	"github.com/NVIDIA/go-nvml/pkg/nvml"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// A device is a GPU or a part of one.
type device struct {
	handle nvml.Device
	id     telemetry.Identity
	lib    nvml.Interface
	lacks  telemetry.Set // figures whose function the driver does not have
}

// newDevice completes the identity with what the device says of itself.
func newDevice(lib nvml.Interface, handle nvml.Device, id telemetry.Identity) *device {
	d := &device{handle: handle, id: id, lib: lib}
	if s, ret := handle.GetName(); ret == nvml.SUCCESS {
		d.id.Name = s
	}
	if s, ret := handle.GetUUID(); ret == nvml.SUCCESS {
		d.id.UUID = s
	}
	if pci, ret := handle.GetPciInfo(); ret == nvml.SUCCESS {
		d.id.PCI = address(pci)
	}
	if major, minor, ret := handle.GetCudaComputeCapability(); ret == nvml.SUCCESS {
		d.id.Compute = fmt.Sprintf("%d.%d", major, minor)
	}
	if m, ret := handle.GetMemoryInfo(); ret == nvml.SUCCESS {
		d.id.Memory = m.Total
	}
	for _, f := range telemetry.Fields() {
		if lib.Extensions().LookupSymbol(symbols[f]) != nil {
			d.lacks |= 1 << f
		}
	}
	return d
}

// address returns the address of a device as nvidia-smi writes it.
func address(p nvml.PciInfo) string {
	var text []byte
	for _, c := range p.BusId {
		if c == 0 {
			break
		}
		text = append(text, byte(c))
	}
	return string(text)
}

// parts returns the parts of a device in MIG mode.
func (d *device) parts() []*device {
	if on, _, ret := d.handle.GetMigMode(); ret != nvml.SUCCESS || on != nvml.DEVICE_MIG_ENABLE {
		return nil
	}
	most, ret := d.handle.GetMaxMigDeviceCount()
	if ret != nvml.SUCCESS {
		return nil
	}
	var list []*device
	for k := range most {
		if handle, ret := d.handle.GetMigDeviceHandleByIndex(k); ret == nvml.SUCCESS { // others are not there
			list = append(list, newDevice(d.lib, handle, telemetry.Identity{Index: d.id.Index, Instance: k, PCI: d.id.PCI, Driver: d.id.Driver}))
		}
	}
	return list
}

// Identity returns what the device is known by.
func (d *device) Identity() telemetry.Identity { return d.id }

// symbols are the functions of the library that the figures need. One that an
// old driver lacks must not be called: the program would end.
var symbols = map[telemetry.Field]string{
	telemetry.GPUUtil:     "nvmlDeviceGetUtilizationRates",
	telemetry.MemUtil:     "nvmlDeviceGetUtilizationRates",
	telemetry.SMClock:     "nvmlDeviceGetClockInfo",
	telemetry.MemClock:    "nvmlDeviceGetClockInfo",
	telemetry.Power:       "nvmlDeviceGetPowerUsage",
	telemetry.Temperature: "nvmlDeviceGetTemperature",
	telemetry.MemoryUsed:  "nvmlDeviceGetMemoryInfo",
	telemetry.Throttle:    "nvmlDeviceGetCurrentClocksThrottleReasons",
}

// Read reads the figures that want has. Memory is in bytes and as the first
// version of the function counts it, with what the driver reserves.
func (d *device) Read(want telemetry.Set, r *telemetry.Reading) {
	var both nvml.Utilization // two figures of one call
	ret := nvml.ERROR_FUNCTION_NOT_FOUND
	if (want.Has(telemetry.GPUUtil) || want.Has(telemetry.MemUtil)) && !d.lacks.Has(telemetry.GPUUtil) {
		both, ret = d.handle.GetUtilizationRates()
	}
	for _, f := range telemetry.Fields() {
		switch {
		case !want.Has(f):
		case f == telemetry.GPUUtil:
			r.Values[f], r.Errs[f] = float64(both.Gpu), failure(ret)
		case f == telemetry.MemUtil:
			r.Values[f], r.Errs[f] = float64(both.Memory), failure(ret)
		case d.lacks.Has(f):
			r.Errs[f] = failure(nvml.ERROR_FUNCTION_NOT_FOUND)
		default:
			v, ret := d.figure(f)
			r.Values[f], r.Errs[f] = v, failure(ret)
		}
	}
}

// figure reads one figure.
func (d *device) figure(f telemetry.Field) (float64, nvml.Return) {
	switch f {
	case telemetry.SMClock:
		mhz, ret := d.handle.GetClockInfo(nvml.CLOCK_SM)
		return float64(mhz), ret
	case telemetry.MemClock:
		mhz, ret := d.handle.GetClockInfo(nvml.CLOCK_MEM)
		return float64(mhz), ret
	case telemetry.Power:
		mw, ret := d.handle.GetPowerUsage()
		return float64(mw) / 1000, ret
	case telemetry.Temperature:
		celsius, ret := d.handle.GetTemperature(nvml.TEMPERATURE_GPU)
		return float64(celsius), ret
	case telemetry.MemoryUsed:
		m, ret := d.handle.GetMemoryInfo()
		return float64(m.Used), ret
	case telemetry.Throttle:
		bits, ret := d.handle.GetCurrentClocksThrottleReasons()
		return float64(bits), ret
	}
	return 0, nvml.ERROR_FUNCTION_NOT_FOUND
}

// failure returns what a return value means for the sampling.
func failure(ret nvml.Return) error {
	switch ret {
	case nvml.SUCCESS:
		return nil
	case nvml.ERROR_NOT_SUPPORTED, nvml.ERROR_FUNCTION_NOT_FOUND, nvml.ERROR_NO_PERMISSION, nvml.ERROR_INVALID_ARGUMENT,
		nvml.ERROR_DEPRECATED, nvml.ERROR_ARGUMENT_VERSION_MISMATCH:
		return fmt.Errorf("%s: %w", ret, telemetry.ErrUnsupported)
	case nvml.ERROR_GPU_IS_LOST, nvml.ERROR_RESET_REQUIRED, nvml.ERROR_UNINITIALIZED, nvml.ERROR_NOT_FOUND:
		return fmt.Errorf("%s: %w", ret, telemetry.ErrLost)
	}
	return errors.New(ret.String())
}

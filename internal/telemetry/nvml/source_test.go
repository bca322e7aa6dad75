//go:build cgo && linux

package nvml

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/NVIDIA/go-nvml/pkg/nvml"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock"
	"github.com/NVIDIA/go-nvml/pkg/nvml/mock/dgxa100"

	"github.com/nrkit/nrkit/internal/telemetry"
)

// server returns a library with two devices that have every figure.
func server() (*dgxa100.Server, [2]*dgxa100.Device) {
	s := dgxa100.New()
	var devices [2]*dgxa100.Device
	for k := range devices {
		d := s.Devices[k].(*dgxa100.Device)
		devices[k] = d
		d.MemoryInfo.Used = uint64(k+1) << 30
		d.GetUtilizationRatesFunc = func() (nvml.Utilization, nvml.Return) {
			return nvml.Utilization{Gpu: uint32(90 + k), Memory: uint32(40 + k)}, nvml.SUCCESS
		}
		d.GetClockInfoFunc = func(c nvml.ClockType) (uint32, nvml.Return) {
			return map[nvml.ClockType]uint32{nvml.CLOCK_SM: 1410, nvml.CLOCK_MEM: 1215}[c] + uint32(k), nvml.SUCCESS
		}
		d.GetPowerUsageFunc = func() (uint32, nvml.Return) { return 250500 + uint32(k), nvml.SUCCESS }
		d.GetTemperatureFunc = func(nvml.TemperatureSensors) (uint32, nvml.Return) { return 60 + uint32(k), nvml.SUCCESS }
		d.GetCurrentClocksThrottleReasonsFunc = func() (uint64, nvml.Return) { return 4, nvml.SUCCESS }
		d.GetPciInfoFunc = func() (nvml.PciInfo, nvml.Return) {
			var p nvml.PciInfo
			for x, c := range "00000000:17:00.0" {
				p.BusId[x] = uint8(c)
			}
			p.BusId[10] += uint8(k)
			return p, nvml.SUCCESS
		}
	}
	s.DeviceGetCountFunc = func() (int, nvml.Return) { return len(devices), nvml.SUCCESS }
	return s, devices
}

// devicesOf returns the devices of a library.
func devicesOf(t *testing.T, lib nvml.Interface) []telemetry.Device {
	t.Helper()
	src, err := open(lib)
	if err != nil {
		t.Fatal(err)
	}
	list, err := src.Devices()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestFigures(t *testing.T) {
	lib, mocks := server()
	list := devicesOf(t, lib)
	if len(list) != 2 {
		t.Fatalf("want 2 devices, got %d", len(list))
	}
	for k, d := range list {
		x := float64(k)
		want := [...]float64{90 + x, 40 + x, 1410 + x, 1215 + x, 250.5 + x/1000, 60 + x, (x + 1) * (1 << 30), 4}
		var r telemetry.Reading
		d.Read(telemetry.All, &r)
		if err := errors.Join(r.Errs[:]...); err != nil || r.Values != want {
			t.Errorf("device %d: want %v, got %v, %v", k, want, r.Values, err)
		}
		id := telemetry.Identity{Index: k, Instance: -1, Name: "Mock NVIDIA A100-SXM4-40GB", UUID: mocks[k].UUID, PCI: []string{"00000000:17:00.0", "00000000:18:00.0"}[k],
			Driver: "550.54.15", Compute: "8.0", Memory: 40 << 30}
		if got := d.Identity(); got != id {
			t.Errorf("want %#v, got %#v", id, got)
		}
	}
}

// Only what is asked for is read.
func TestReadWanted(t *testing.T) {
	lib, mocks := server()
	list := devicesOf(t, lib)
	for _, f := range telemetry.Fields() {
		var r telemetry.Reading
		list[0].Read(1<<f, &r)
		for _, g := range telemetry.Fields() {
			if (r.Values[g] != 0) != (f == g) {
				t.Errorf("%v alone: %v is %g", f, g, r.Values[g])
			}
		}
	}
	if n := len(mocks[0].GetPowerUsageCalls()); n != 1 {
		t.Errorf("power was read %d times, want once", n)
	}
}

func TestFailures(t *testing.T) {
	for _, c := range []struct {
		ret  nvml.Return
		want error
	}{
		{nvml.ERROR_NOT_SUPPORTED, telemetry.ErrUnsupported}, {nvml.ERROR_NO_PERMISSION, telemetry.ErrUnsupported},
		{nvml.ERROR_GPU_IS_LOST, telemetry.ErrLost}, {nvml.ERROR_RESET_REQUIRED, telemetry.ErrLost}, {nvml.ERROR_TIMEOUT, nil},
	} {
		lib, mocks := server()
		mocks[1].GetUtilizationRatesFunc = func() (nvml.Utilization, nvml.Return) { return nvml.Utilization{Gpu: 7}, c.ret }
		var r telemetry.Reading
		devicesOf(t, lib)[1].Read(telemetry.All, &r)
		for _, f := range telemetry.Fields() {
			err, util := r.Errs[f], f == telemetry.GPUUtil || f == telemetry.MemUtil
			sort := !errors.Is(err, telemetry.ErrUnsupported) && !errors.Is(err, telemetry.ErrLost)
			if util != (err != nil) || util && c.want != nil && !errors.Is(err, c.want) || util && c.want == nil && !sort {
				t.Errorf("%v: %v: %v", c.ret, f, err)
			}
		}
	}
}

// A function that the driver lacks is not called.
func TestMissingFunction(t *testing.T) {
	lib, mocks := server()
	lib.ExtensionsFunc = func() nvml.ExtendedInterface {
		return &mock.ExtendedInterface{LookupSymbolFunc: func(s string) error {
			if s == "nvmlDeviceGetCurrentClocksThrottleReasons" || s == "nvmlDeviceGetUtilizationRates" {
				return errors.New("undefined symbol")
			}
			return nil
		}}
	}
	var r telemetry.Reading
	devicesOf(t, lib)[0].Read(telemetry.All, &r)
	for _, f := range telemetry.Fields() {
		missing := f == telemetry.Throttle || f == telemetry.GPUUtil || f == telemetry.MemUtil
		if missing != errors.Is(r.Errs[f], telemetry.ErrUnsupported) {
			t.Errorf("%v: %v", f, r.Errs[f])
		}
	}
	if n := len(mocks[0].GetCurrentClocksThrottleReasonsCalls()) + len(mocks[0].GetUtilizationRatesCalls()); n > 0 {
		t.Errorf("%d calls", n)
	}
}

// Parts of a device are devices of their own, with the figures they have.
func TestParts(t *testing.T) {
	lib, mocks := server()
	part := dgxa100.NewDevice(0)
	part.UUID, part.MemoryInfo.Used = "MIG-1", 5<<30
	unsupported := nvml.ERROR_NOT_SUPPORTED
	part.GetUtilizationRatesFunc = func() (nvml.Utilization, nvml.Return) { return nvml.Utilization{}, unsupported }
	part.GetClockInfoFunc = func(nvml.ClockType) (uint32, nvml.Return) { return 0, unsupported }
	part.GetPowerUsageFunc = func() (uint32, nvml.Return) { return 0, unsupported }
	part.GetTemperatureFunc = func(nvml.TemperatureSensors) (uint32, nvml.Return) { return 0, unsupported }
	part.GetCurrentClocksThrottleReasonsFunc = func() (uint64, nvml.Return) { return 0, unsupported }
	mocks[0].MigMode = nvml.DEVICE_MIG_ENABLE
	mocks[0].GetMaxMigDeviceCountFunc = func() (int, nvml.Return) { return 7, nvml.SUCCESS }
	mocks[0].GetMigDeviceHandleByIndexFunc = func(k int) (nvml.Device, nvml.Return) {
		if k == 2 {
			return part, nvml.SUCCESS
		}
		return nil, nvml.ERROR_NOT_FOUND
	}
	list := devicesOf(t, lib)
	var names []string
	for _, d := range list {
		names = append(names, d.Identity().String())
	}
	if want := []string{"GPU 0", "GPU 0 MIG 2", "GPU 1"}; !slices.Equal(names, want) {
		t.Fatalf("want %q, got %q", want, names)
	}
	var r telemetry.Reading
	list[1].Read(telemetry.All, &r)
	for _, f := range telemetry.Fields() {
		if errors.Is(r.Errs[f], telemetry.ErrUnsupported) != (f != telemetry.MemoryUsed) {
			t.Errorf("%v: %v", f, r.Errs[f])
		}
	}
	if got := r.Values[telemetry.MemoryUsed]; got != 5<<30 {
		t.Errorf("memory: %g", got)
	}
}

func TestOpenErrors(t *testing.T) {
	for ret, want := range map[nvml.Return]string{
		nvml.ERROR_LIBRARY_NOT_FOUND: "no GPU telemetry: no NVIDIA driver: libnvidia-ml.so.1 not found",
		nvml.ERROR_DRIVER_NOT_LOADED: "no GPU telemetry: the NVIDIA driver is not loaded",
		nvml.ERROR_NO_PERMISSION:     "starting NVML: ERROR_NO_PERMISSION",
	} {
		lib, _ := server()
		lib.InitFunc = func() nvml.Return { return ret }
		_, err := open(lib)
		if err == nil || err.Error() != want || errors.Is(err, telemetry.ErrNone) != strings.HasPrefix(want, "no GPU") {
			t.Errorf("want %q, got %v", want, err)
		}
	}
}

// A device that cannot be had does not hide the others.
func TestDeviceWithoutHandle(t *testing.T) {
	lib, mocks := server()
	lib.DeviceGetHandleByIndexFunc = func(k int) (nvml.Device, nvml.Return) {
		if k == 0 {
			return nil, nvml.ERROR_GPU_IS_LOST
		}
		return mocks[k], nvml.SUCCESS
	}
	src, err := open(lib)
	if err != nil {
		t.Fatal(err)
	}
	list, err := src.Devices()
	if len(list) != 1 || list[0].Identity().Index != 1 || err == nil || err.Error() != "GPU 0: ERROR_GPU_IS_LOST" {
		t.Errorf("got %v, %v", list, err)
	}
}

// A sampler reads both devices, and goes on when one is lost.
func TestSampler(t *testing.T) {
	lib, mocks := server()
	rounds := 0
	mocks[0].GetTemperatureFunc = func(nvml.TemperatureSensors) (uint32, nvml.Return) {
		if rounds++; rounds > 2 {
			return 0, nvml.ERROR_GPU_IS_LOST
		}
		return 50, nvml.SUCCESS
	}
	src, err := open(lib)
	if err != nil {
		t.Fatal(err)
	}
	s, err := telemetry.Start(src, nil, telemetry.Options{Rate: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); len(mocks[1].GetPowerUsageCalls()) < 10; time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("no samples for 10 s")
		}
	}
	r, err := s.Stop()
	if err != nil {
		t.Fatal(err)
	}
	if a, b := len(r.Devices[0].Samples), len(r.Devices[1].Samples); a != 2 || b < 9 {
		t.Errorf("want 2 samples of the lost device and 9 or more of the other, got %d and %d", a, b)
	}
	lost := slices.IndexFunc(r.Warnings, func(w string) bool { return strings.HasPrefix(w, "GPU 0 was lost after") })
	if lost < 0 {
		t.Errorf("warnings: %q", r.Warnings)
	}
	if n := len(lib.ShutdownCalls()); n != 1 {
		t.Errorf("NVML was ended %d times", n)
	}
}

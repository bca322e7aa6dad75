package identity

import (
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/telemetry"
	"github.com/nrkit/nrkit/internal/telemetry/nvml"
	"github.com/nrkit/nrkit/runkey"
)

// Used returns the parts of the GPUs, as [GPUs] does, and the part of the GPU that
// CUDA programs see, if they see exactly one. The variables of env are set beside the
// variables of this process; of several with one name, the last counts.
func Used(env []string, warn func(string)) []runkey.Group {
	all, devices := gpus(warn)
	return append(all, runkey.Used(devices, runkey.TheVisible(devices, func(name string) (string, bool) {
		for _, e := range slices.Backward(env) {
			if value, ok := strings.CutPrefix(e, name+"="); ok {
				return value, true
			}
		}
		return os.LookupEnv(name)
	})))
}

// GPUs returns the parts of the GPUs of this machine. It returns no parts if the
// program was built without NVML, or if the driver fails. If the driver fails, GPUs
// passes the error to warn.
func GPUs(warn func(string)) []runkey.Group {
	all, _ := gpus(warn)
	return all
}

// gpus is GPUs with the devices, where all of them are known.
func gpus(warn func(string)) ([]runkey.Group, []runkey.Device) {
	if !nvml.Supported {
		return nil, nil
	}
	source, err := nvml.Open()
	switch {
	case errors.Is(err, telemetry.ErrNone):
		return []runkey.Group{runkey.Devices(nil)}, nil
	case err != nil:
		warn(err.Error())
		return nil, nil
	}
	list, err := source.Devices()
	if cerr := source.Close(); err == nil {
		err = cerr
	}
	var devices []runkey.Device
	for _, d := range list {
		id := d.Identity()
		devices = append(devices, runkey.Device{
			Ordinal: id.Index, Part: id.Instance, Name: id.Name, UUID: id.UUID, Driver: id.Driver, Capability: id.Compute, MemoryBytes: int64(id.Memory),
		})
	}
	g := runkey.Devices(devices)
	if err != nil {
		warn(err.Error())
		g.All = "" // there are others
		return []runkey.Group{g}, nil
	}
	return []runkey.Group{g}, devices
}

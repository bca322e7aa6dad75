package keys

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/nsys"
	"github.com/nrkit/nrkit/runkey"
)

// OfExport returns the key, as a document key/v1, of the machine and of the program
// that an export of Nsight Systems is of; nil when the export says nothing of them.
// Variables that nsys itself sets are left out.
//
// It returns errors of reading the export.
func OfExport(e *nsys.Export) (json.RawMessage, error) {
	system, err := e.System()
	if err != nil {
		return nil, err
	}
	gpus, err := e.GPUs()
	if err != nil {
		return nil, err
	}
	env, known, err := e.Environment()
	if err != nil {
		return nil, err
	}
	if len(system) == 0 && len(gpus) == 0 && !known {
		return nil, nil
	}
	contexts, err := e.Contexts()
	if err != nil {
		return nil, err
	}
	devices := exportDevices(gpus, system["NvDriverVersion"])
	groups := []runkey.Group{systemGroup(system), gpuGroup(devices), runkey.Used(devices, devicesOf(contexts))}
	if known {
		// nsys puts its own library there, and writes so.
		env = slices.DeleteFunc(env, func(entry string) bool { return entry == "LD_PRELOAD={}" })
		groups = append(groups, runkey.Environment(env))
	}
	var families []string
	var parts []runkey.Part
	for _, g := range groups {
		parts = append(parts, g.Parts...)
		if g.All != "" {
			families = append(families, g.All)
		}
	}
	k, err := runkey.New(families, parts...)
	if err != nil {
		return nil, err
	}
	return k.Text(), nil
}

// systemGroup returns what an export says of the CPU and the operating system.
// It does not know all parts of these.
func systemGroup(system map[string]string) runkey.Group {
	var g runkey.Group
	add := func(name string, v runkey.Value, matters ...runkey.Purpose) {
		g.Parts = append(g.Parts, runkey.Part{Name: name, Value: v, Matters: matters})
	}
	text := func(name, value string, matters ...runkey.Purpose) {
		if value = strings.Join(strings.Fields(strings.ToValidUTF8(value, "")), " "); value != "" {
			add(name, runkey.Text(value), matters...)
		}
	}
	switch system["CpuArchitecture"] {
	case "x86_64":
		text("cpu.arch", "amd64", runkey.Purposes()...)
	case "aarch64", "arm64":
		text("cpu.arch", "arm64", runkey.Purposes()...)
	}
	text("cpu.model", system["CpuDescription"], runkey.Timing)
	if n, err := strconv.Atoi(system["CpuCores"]); err == nil && n > 0 {
		add("cpu.count", runkey.Number(n), runkey.Timing)
	}
	text("os.release", system["OsDescription"])
	text("os.kernel", system["SoftwareReleaseVersion"], runkey.Timing)
	return g
}

// devicesOf returns the devices of contexts, those that programs used. Profilers
// write -1 where there is none.
func devicesOf(contexts []nsys.Context) []int {
	var list []int
	for _, c := range contexts {
		if c.Device >= 0 && c.Device < 1<<31 {
			list = append(list, int(c.Device))
		}
	}
	return list
}

// gpuGroup returns the parts of the GPUs of an export. Only where GPUs were traced
// does the export name them.
func gpuGroup(list []runkey.Device) runkey.Group {
	g := runkey.Devices(list)
	if len(list) == 0 {
		g.All = ""
	}
	return g
}

// exportDevices returns the GPUs of an export, which names those of the machine.
//
// A GPU has the number that the export gives it. Where several have one, which
// is how machines look that were traced together, or one has none, the later
// ones have the least numbers that are free.
func exportDevices(gpus []nsys.GPU, driver string) []runkey.Device {
	var list []runkey.Device
	taken := map[int64]int{} // places of the numbers in gpus
	var later []nsys.GPU
	add := func(g nsys.GPU, id int64) {
		d := runkey.Device{Ordinal: int(id), Part: -1, Name: g.Name, UUID: g.UUID, Driver: driver, MemoryBytes: max(g.MemoryBytes, 0)}
		if g.Major > 0 && g.Minor >= 0 {
			d.Capability = strconv.FormatInt(g.Major, 10) + "." + strconv.FormatInt(g.Minor, 10)
		}
		list = append(list, d)
	}
	for i, g := range gpus {
		switch first, ok := taken[g.ID]; {
		case ok && gpus[first] == g: // the same row again
		case ok || g.ID < 0:
			later = append(later, g)
		default:
			taken[g.ID] = i
			add(g, g.ID)
		}
	}
	free := int64(0)
	for _, g := range later {
		for _, ok := taken[free]; ok; _, ok = taken[free] {
			free++
		}
		add(g, free)
		free++
	}
	return list
}

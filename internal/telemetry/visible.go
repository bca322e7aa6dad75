package telemetry

import (
	"strconv"
	"strings"
)

// Visible says which devices a CUDA program sees whose environment has the
// values visible and order of CUDA_VISIBLE_DEVICES, which must be set, and
// CUDA_DEVICE_ORDER.
//
// Names are UUIDs or the start of one. Numbers are indices of CUDA, whose order
// is that of the driver only with PCI_BUS_ID, or where all devices are of one
// model: else known is false, and every device may be meant. As for CUDA, the
// list ends at the first name that no device has. A part of a device (MIG) is
// meant by its own UUID; an index or the UUID of a device means it with its parts.
func Visible(ids []Identity, visible, order string) (keep []bool, known bool) {
	keep = make([]bool, len(ids))
	ordered := order == "PCI_BUS_ID" || oneModel(ids)
	for _, name := range strings.Split(visible, ",") {
		name = strings.TrimSpace(name)
		index, err := strconv.Atoi(name)
		if err == nil && index >= 0 && !ordered {
			for k := range keep {
				keep[k] = true
			}
			return keep, false
		}
		found := false
		for k, id := range ids {
			if err == nil && id.Index == index || err != nil && name != "" && (strings.HasPrefix(id.UUID, name) || part(ids, id, name)) {
				keep[k], found = true, true
			}
		}
		if !found {
			break
		}
	}
	return keep, true
}

// part reports whether id is a part of the device whose UUID starts with name.
func part(ids []Identity, id Identity, name string) bool {
	if id.Instance < 0 {
		return false
	}
	for _, whole := range ids {
		if whole.Instance < 0 && whole.Index == id.Index && strings.HasPrefix(whole.UUID, name) {
			return true
		}
	}
	return false
}

// oneModel reports whether all devices have the same name.
func oneModel(ids []Identity) bool {
	for _, id := range ids {
		if id.Instance < 0 && id.Name != ids[0].Name {
			return false
		}
	}
	return true
}

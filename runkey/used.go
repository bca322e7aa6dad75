package runkey

import (
	"slices"
	"strconv"
	"strings"
)

// Used returns which of the devices of the machine a run uses, by ordinal: the parts
// device.ordinals and device.models. Without ordinals there are no parts.
//
// The models matter, the ordinals do not: another board of the same model is
// equivalent. If an ordinal has no device, or several, the models are left out.
func Used(devices []Device, ordinals []int) Group {
	if len(ordinals) == 0 {
		return Group{}
	}
	ordinals = slices.Compact(slices.Sorted(slices.Values(ordinals)))
	var words, models []string
	for _, n := range ordinals {
		words = append(words, strconv.Itoa(n))
		var names []string
		for _, d := range devices {
			if d.Ordinal == n && d.Part < 0 {
				names = append(names, clean([]byte(d.Name)))
			}
		}
		if len(names) == 1 && names[0] != "" {
			models = append(models, names[0])
		}
	}
	g := Group{Parts: []Part{{"device.ordinals", SetOf(words...), told.list()}}}
	if len(models) == len(ordinals) {
		slices.Sort(models)
		g.Parts = append(g.Parts, Part{"device.models", List(models), toAll.list()})
	}
	return g
}

// TheVisible returns the ordinal of the only device that CUDA programs see, as a
// list. It is nil if they see no device or several, or if the device is not known:
// numbers in CUDA_VISIBLE_DEVICES equal the numbers of the driver only with
// CUDA_DEVICE_ORDER=PCI_BUS_ID, or if there is one device.
func TheVisible(devices []Device, lookup func(name string) (value string, set bool)) []int {
	var whole []int
	for _, d := range devices {
		if d.Part < 0 {
			whole = append(whole, d.Ordinal)
		}
	}
	visible, set := lookup("CUDA_VISIBLE_DEVICES")
	if visible = strings.TrimSpace(visible); !set || len(whole) != len(devices) { // parts of devices are other devices to CUDA
		if len(devices) == 1 && len(whole) == 1 {
			return whole
		}
		return nil
	}
	if n, err := strconv.Atoi(visible); err == nil {
		order, _ := lookup("CUDA_DEVICE_ORDER")
		if slices.Contains(whole, n) && (len(whole) == 1 || order == "PCI_BUS_ID") {
			return []int{n}
		}
		return nil
	}
	uuid, ok := strings.CutPrefix(visible, "GPU-") // its begin is enough, where one device has it
	if !ok || uuid == "" {
		return nil
	}
	var found []int
	for _, d := range devices {
		if strings.HasPrefix(bareUUID(d.UUID), uuid) {
			found = append(found, d.Ordinal)
		}
	}
	if len(found) != 1 {
		return nil
	}
	return found
}

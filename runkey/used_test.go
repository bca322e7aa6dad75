package runkey

import (
	"fmt"
	"testing"
)

// The device in use is known where CUDA programs see one.
func TestVisibleDevice(t *testing.T) {
	two := []Device{{Ordinal: 0, Part: -1, Name: "T4", UUID: "GPU-aa01"}, {Ordinal: 1, Part: -1, Name: "H100", UUID: "GPU-aa02"}}
	mig := append([]Device{{Ordinal: 0, Part: 0, Name: "H100 MIG 1g", UUID: "MIG-bb"}}, two...)
	for _, c := range []struct {
		devices        []Device
		visible, order string
		want           []int
	}{
		{nil, "unset", "", nil},
		{two[:1], "unset", "", []int{0}},
		{two[:1], "", "", nil}, // hides all
		{two[:1], "-1", "", nil},
		{two[1:], "1", "", []int{1}}, // not the number of the driver, but there is one
		{two, "unset", "", nil},
		{two, "1", "", nil},
		{two, "1", "FASTEST_FIRST", nil},
		{two, " 1", "PCI_BUS_ID", []int{1}},
		{two, "2", "PCI_BUS_ID", nil},
		{two, "-1", "PCI_BUS_ID", nil},
		{two, "0,1", "PCI_BUS_ID", nil},
		{two, "GPU-aa02", "", []int{1}},
		{two, "GPU-aa", "", nil},
		{two, "GPU-", "", nil},
		{two, "GPU-cc", "", nil},
		{two, "MIG-bb", "", nil},
		{mig, "0", "PCI_BUS_ID", nil},
	} {
		got := TheVisible(c.devices, func(name string) (string, bool) {
			if name == "CUDA_VISIBLE_DEVICES" {
				return c.visible, c.visible != "unset"
			}
			return c.order, c.order != ""
		})
		if fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("CUDA_VISIBLE_DEVICES=%s CUDA_DEVICE_ORDER=%s of %d devices: got %v, want %v", c.visible, c.order, len(c.devices), got, c.want)
		}
	}
}

// Two runs on one machine differ where they used devices of different models, and
// not where they used different ones of one model.
func TestUsed(t *testing.T) {
	devices := []Device{{Ordinal: 0, Part: -1, Name: "A100"}, {Ordinal: 1, Part: -1, Name: "A100"}, {Ordinal: 2, Part: -1, Name: "T400"}}
	key := func(ordinals ...int) *Key {
		k, err := New([]string{"gpu"}, append(Devices(devices).Parts, Used(devices, ordinals).Parts...)...)
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	for _, c := range []struct {
		old, new *Key
		want     string
	}{
		{key(0), key(0), "[]"},
		{key(0), key(1), "[{device.ordinals 1 with 0 1 with 1 [] false}]"},
		{key(0), key(2), "[{device.models 1: A100 1: T400 [code timing results] false} {device.ordinals 1 with 0 1 with 2 [] false}]"},
		{key(1, 0, 0), key(0, 1), "[]"},
		{key(), key(0), "[{device.models  1: A100 [code timing results] true} {device.ordinals  1: 0 [] true}]"},
		{key(7), key(7), "[]"},
	} {
		if got := fmt.Sprint(Explain(c.old, c.new)); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	if _, ok := key(7).Part("device.models"); ok {
		t.Error("a device that is not listed has a model")
	}
}

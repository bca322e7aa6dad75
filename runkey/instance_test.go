package runkey

import (
	"slices"
	"testing"
)

// The UUIDs of boards that a container or a job was given are no difference;
// how many there are, and ordinals, are one.
func TestVisibleDevices(t *testing.T) {
	const a, b = "GPU-01d2c3b4-0000-1111-2222-333344445555", "GPU-ffffffff-0000-1111-2222-333344445555"
	for _, c := range []struct {
		name, old, new string
		matters        []Purpose
	}{
		{"NVIDIA_VISIBLE_DEVICES", a, b, nil},
		{"CUDA_VISIBLE_DEVICES", a + "," + b, b + ", " + a, nil},
		{"ROCR_VISIBLE_DEVICES", a, b, nil},
		{"CUDA_VISIBLE_DEVICES", "MIG-" + a, "MIG-" + b, nil},
		{"CUDA_VISIBLE_DEVICES", "MIG-" + a, b, []Purpose{Timing, Results}},
		{"CUDA_VISIBLE_DEVICES", a, a + "," + b, []Purpose{Timing, Results}},
		{"CUDA_VISIBLE_DEVICES", "0", "1", []Purpose{Timing, Results}},
		{"NVIDIA_VISIBLE_DEVICES", "all", b, []Purpose{Timing, Results}},
		{"CUDA_MODULE_LOADING", a, b, []Purpose{Timing, Results}},
	} {
		var keys [2]*Key
		for i, value := range []string{c.old, c.new} {
			g := Environment([]string{c.name + "=" + value})
			var err error
			if keys[i], err = New([]string{"env"}, g.Parts...); err != nil {
				t.Fatal(err)
			}
		}
		list := Explain(keys[0], keys[1])
		if len(list) != 1 || list[0].Old != c.old || list[0].New != c.new || !slices.Equal(list[0].Matters, c.matters) {
			t.Errorf("%s of %s and %s: got %+v, want one difference that matters for %v", c.name, c.old, c.new, list, c.matters)
		}
		if same := keys[0].HashFor(Timing) == keys[1].HashFor(Timing); same != (c.matters == nil) || keys[0].Hash() == keys[1].Hash() {
			t.Errorf("%s of %s and %s: the same hash for timing is %t, and that of all parts %t", c.name, c.old, c.new, same, keys[0].Hash() == keys[1].Hash())
		}
	}
}

// Digests by different algorithms say nothing of each other, as those of a program
// in keys of different versions of nrprof.
func TestOtherAlgorithm(t *testing.T) {
	key := func(d Digest) *Key {
		k, err := New([]string{"binary"}, Part{"binary.id", d, toAll.list()})
		if err != nil {
			t.Fatal(err)
		}
		return k
	}
	for d, unknown := range map[Digest]bool{"build-id:0102030405": true, "sha256:0102030405": false} {
		if list := Explain(key(d), key("sha256:ffffffffff")); len(list) != 1 || list[0].Unknown != unknown {
			t.Errorf("%s: got %+v, want one difference, unknown: %t", d, list, unknown)
		}
	}
}

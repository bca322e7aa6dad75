package runkey

import "testing"

// keyOfGPUs returns a key with a variable and GPUs, given as UUID and model.
func keyOfGPUs(t *testing.T, name, value string, gpus ...[2]string) *Key {
	t.Helper()
	var list []Device
	for i, g := range gpus {
		list = append(list, Device{Ordinal: i, Part: -1, UUID: g[0], Name: g[1]})
	}
	d := Devices(list)
	env := Environment([]string{name + "=" + value})
	return mustKey(t, []string{env.All}, append(d.Parts, env.Parts...)...)
}

// TestBoards: another board of the same model is as good; what is not known to be
// that model is unknown; anything else matters.
func TestBoards(t *testing.T) {
	const matters, none, unknown = "matters", "none", "unknown"
	v100, other := [2]string{"GPU-aa01", "V100"}, [2]string{"GPU-bb02", "V100"}
	t4 := [2]string{"GPU-cc03", "T4"}
	for _, c := range []struct {
		name, old, new string
		of, to         [][2]string
		want           string
	}{
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "GPU-bb02", nil, nil, unknown},
		{"NVIDIA_VISIBLE_DEVICES", "GPU-aa01,GPU-bb02", "GPU-cc03, GPU-dd04", nil, nil, unknown},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "GPU-bb02", [][2]string{v100}, [][2]string{other}, none},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa", "GPU-BB02", [][2]string{v100, t4}, [][2]string{other, t4}, none},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "GPU-cc03", [][2]string{v100, t4}, [][2]string{v100, t4}, matters}, // of one machine
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "GPU-bb02", [][2]string{v100}, nil, unknown},
		{"CUDA_VISIBLE_DEVICES", "GPU-", "GPU-bb02", nil, nil, matters},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "GPU-bb02,GPU-cc03", nil, nil, matters},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01,GPU-aa01", "GPU-bb02,GPU-cc03", nil, nil, matters},
		{"CUDA_VISIBLE_DEVICES", "0", "1", nil, nil, matters},
		{"CUDA_VISIBLE_DEVICES", "MIG-aa01", "MIG-bb02", nil, nil, matters},
		{"CUDA_VISIBLE_DEVICES", "GPU-aa01", "all", nil, nil, matters},
		{"CUDA_DEVICE_ORDER", "GPU-aa01", "GPU-bb02", nil, nil, matters},
	} {
		got := ""
		for _, d := range Explain(keyOfGPUs(t, c.name, c.old, c.of...), keyOfGPUs(t, c.name, c.new, c.to...)) {
			if d.Name != "env."+c.name {
				continue
			}
			switch {
			case d.Unknown && d.Matter(Timing):
				got = unknown
			case len(d.Matters) == 0:
				got = none
			case d.Matter(Timing):
				got = matters
			}
		}
		if got != c.want {
			t.Errorf("%s %q and %q: got %q, want %q", c.name, c.old, c.new, got, c.want)
		}
	}
}

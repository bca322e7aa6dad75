package trace

import "testing"

func TestCallName(t *testing.T) {
	for name, want := range map[string]string{
		"cudaMalloc_v3020": "cudaMalloc", "cuMemAlloc_v2": "cuMemAlloc", "cudaLaunchKernel_ptsz_v7000": "cudaLaunchKernel",
		"cuStreamSynchronize_ptsz": "cuStreamSynchronize", "cudaMalloc": "cudaMalloc", "a_v": "a_v", "a_vx1": "a_vx1", "": "", "_v1": "",
	} {
		if got := CallName(name); got != want {
			t.Errorf("%q: got %q, want %q", name, got, want)
		}
	}
}

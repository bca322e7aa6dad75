package diagnose

import "testing"

func TestSetsUp(t *testing.T) {
	for call, want := range map[string]bool{
		"cudaMalloc": true, "cudaMallocManaged": true, "cuModuleLoadData": true, "hipModuleLoadData": true, "cudaHostAlloc": true,
		"cudaMallocAsync": false, "cuMemAllocFromPoolAsync": false, "cudaLaunchKernel": false, "cudaFree": false, "cuMemcpyDtoH": false,
	} {
		if got := setsUp(call); got != want {
			t.Errorf("%s: got %v, want %v", call, got, want)
		}
	}
}

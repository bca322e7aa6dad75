package diagnose

import "strings"

// launchesKernels says whether a call of the CUDA API, or of HIP, by its
// [trace.CallName], launches kernels or a graph of them.
func launchesKernels(call string) bool {
	if strings.Contains(call, "HostFunc") {
		return false
	}
	for _, prefix := range [...]string{"cudaLaunch", "cuLaunch", "hipLaunch", "hipModuleLaunch", "hipExtLaunch", "hipExtModuleLaunch"} {
		if strings.HasPrefix(call, prefix) {
			return true
		}
	}
	return isGraphLaunch(call)
}

// setsUp says whether a call of the CUDA API, or of HIP, by its [trace.CallName], does
// what a program does once: it makes memory, modules, contexts, streams or
// graphs. Allocations from pools of streams are cheap and meant to be repeated.
func setsUp(call string) bool {
	if strings.Contains(call, "Async") || strings.Contains(call, "FromPool") {
		return false
	}
	for _, prefix := range [...]string{
		"cudaMalloc", "cudaHostAlloc", "cudaHostRegister", "cuMemAlloc", "cuMemHostAlloc", "cuMemHostRegister",
		"cuMemCreate", "cuMemMap", "cuMemAddressReserve", "cuMemSetAccess",
		"cuModuleLoad", "cuLibraryLoad", "cudaLibraryLoad", "cuLink",
		"cuInit", "cuCtxCreate", "cuDevicePrimaryCtxRetain", "cudaSetDevice", "cudaInitDevice",
		"cudaStreamCreate", "cuStreamCreate", "cudaGraphInstantiate", "cuGraphInstantiate",
		"hipMalloc", "hipHostMalloc", "hipHostAlloc", "hipHostRegister", "hipMemAlloc", "hipMemCreate", "hipMemMap",
		"hipModuleLoad", "hipInit", "hipCtxCreate", "hipSetDevice", "hipStreamCreate", "hipGraphInstantiate",
	} {
		if strings.HasPrefix(call, prefix) {
			return true
		}
	}
	return false
}

package diagnose

import "strings"

// callName returns the name of a call of the CUDA API without what Nsight
// Systems and the headers of CUDA add for versions and streams: cudaMalloc_v3020
// is cudaMalloc, cuMemAlloc_v2 is cuMemAlloc, cudaLaunchKernel_ptsz_v7000 is
// cudaLaunchKernel.
func callName(name string) string {
	for {
		head, tail, found := cutLast(name, "_")
		if !found {
			return name
		}
		switch {
		case tail == "ptsz" || tail == "ptds":
		case len(tail) > 1 && tail[0] == 'v' && strings.Trim(tail[1:], "0123456789") == "":
		default:
			return name
		}
		name = head
	}
}

// cutLast cuts s around the last sep.
func cutLast(s, sep string) (head, tail string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}

// launchesKernels says whether a call of the CUDA API, or of HIP, by its
// [callName], launches kernels or a graph of them.
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

// setsUp says whether a call of the CUDA API, or of HIP, by its [callName], does
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

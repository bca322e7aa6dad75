package stats

// rules returns the rules, which list what may be wrong with a program.
func rules() []Report {
	args := append([]string{"rows"}, timeArgs...)
	return []Report{
		{Name: "cuda_api_sync", Old: "cuda-sync-api", Title: "CUDA Synchronization APIs", Args: args,
			Says: "the longest calls that wait for a device", compute: syncRule,
			verdict: noCall("no call waits for a device")},
		{Name: "cuda_memcpy_async", Old: "cuda-async-memcpy", Title: "CUDA Async Memcpy with Pageable Memory", Args: args,
			Says: "the longest asynchronous copies that run synchronously: memory not pinned", compute: asyncCopyRule,
			verdict: noCall("no asynchronous copy reads or writes pageable memory", copyTable)},
		{Name: "cuda_memcpy_sync", Old: "cuda-sync-memcpy", Title: "CUDA Synchronous Memcpy", Args: args,
			Says: "the longest copies that the program waits for", compute: syncCopyRule,
			verdict: noCall("no copy makes the program wait", copyTable)},
		{Name: "cuda_memset_sync", Old: "cuda-sync-memset", Title: "CUDA Synchronous Memset", Args: args,
			Says: "the longest memory sets that the program waits for", compute: syncSetRule,
			verdict: noCall("no memory set makes the program wait", setTable)},
		{Name: "gpu_gaps", Old: "gpu-starv", Title: "GPU Gaps", Args: append([]string{"gap"}, args...),
			Says: "times when a device was idle", compute: gapRule, verdict: noTime(noGap)},
		{Name: "gpu_time_util", Old: "gpu-low-util", Title: "GPU Time Utilization", Args: append([]string{"threshold", "chunks"}, args...),
			Says: "times when a device was little used", compute: useRule, verdict: noTime(noLowUse)},
	}
}

// Defaults of the arguments of rules.
const (
	ruleRows     = 50  // rows that a rule lists
	leastGap     = 500 // ms from which a gap counts
	lowThreshold = 50  // percent below which a device is little used
)

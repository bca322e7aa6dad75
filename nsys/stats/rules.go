package stats

// rules returns the rules, which list what may be wrong with a program.
func rules() []Report {
	args := append([]string{"rows"}, timeArgs...)
	return []Report{
		{Name: "cuda_api_sync", Old: "cuda-sync-api", Title: "CUDA Synchronization APIs", Args: args,
			Says: "the longest calls that wait for a device", compute: syncRule},
		{Name: "cuda_memcpy_async", Old: "cuda-async-memcpy", Title: "CUDA Async Memcpy with Pageable Memory", Args: args,
			Says: "the longest asynchronous copies that are not asynchronous: memory that is not pinned", compute: asyncCopyRule},
		{Name: "cuda_memcpy_sync", Old: "cuda-sync-memcpy", Title: "CUDA Synchronous Memcpy", Args: args,
			Says: "the longest copies that the program waits for", compute: syncCopyRule},
		{Name: "cuda_memset_sync", Old: "cuda-sync-memset", Title: "CUDA Synchronous Memset", Args: args,
			Says: "the longest memory sets that the program waits for", compute: syncSetRule},
		{Name: "gpu_gaps", Old: "gpu-starv", Title: "GPU Gaps", Args: append([]string{"gap"}, args...),
			Says: "times in which a device did nothing", compute: gapRule},
		{Name: "gpu_time_util", Old: "gpu-low-util", Title: "GPU Time Utilization", Args: append([]string{"threshold", "chunks"}, args...),
			Says: "times in which a device did little", compute: useRule},
	}
}

// ruleRows is how many rows a rule lists.
const ruleRows = 50

package stats

// nvtxReports returns the reports about NVTX ranges.
func nvtxReports() []Report {
	return []Report{
		{Name: "nvtx_sum", Old: "nvtxsum", Title: "NVTX Range Summary", Default: true,
			Says: "NVTX ranges by name", compute: nvtxSum},
		{Name: "nvtx_pushpop_sum", Old: "nvtxppsum", Title: "NVTX Push/Pop Range Summary",
			Says: "push/pop ranges by name", compute: nvtxPushPopSum},
		{Name: "nvtx_startend_sum", Old: "nvtxsesum", Title: "NVTX Start/End Range Summary",
			Says: "start/end ranges by name", compute: nvtxStartEndSum},
		{Name: "nvtxsssum", Old: "nvtxsssum", Title: "DEPRECATED - Use nvtxsesum instead",
			Says: "nvtx_startend_sum under its former name", compute: nvtxStartEndSum},
		{Name: "nvtx_pushpop_trace", Old: "nvtxpptrace", Title: "NVTX Push/Pop Range Trace",
			Says: "each push/pop range, with its nesting", compute: nvtxPushPopTrace},
		{Name: "nvtx_kern_sum", Old: "nvtxkernsum", Title: "NVTX Range Kernel Summary", Args: []string{"base", "mangled"},
			Says: "kernels by name and by the NVTX ranges around their launch", compute: nvtxKernSum},
		{Name: "nvtx_gpu_proj_trace", Old: "nvtxgpuproj", Title: "NVTX GPU Projection Trace",
			Says: "times of the device work of each NVTX range", compute: nvtxProjTrace},
		{Name: "nvtx_gpu_proj_sum", Title: "NVTX GPU Projection Summary",
			Says: "device work of NVTX ranges, by name", compute: nvtxProjSum},
		{Name: "nr_iteration_gpu", Title: "NR Iteration GPU Trace", Own: true, Args: []string{"range"},
			Says: "device work of each iteration, and how often the host waited", compute: iterationGPU},
		{Name: "nr_sync", Title: "NR Synchronisation Summary", Own: true,
			Says: "calls that wait for devices, by the NVTX ranges around them", compute: syncSum,
			verdict: noCall("no call waits for a device")},
	}
}

package nsys

// A CPUFault is a page fault of unified memory on the processor.
type CPUFault struct {
	Start       int64
	Process     Process
	Address     int64  // of the page, within the process
	Instruction String // function whose code touched the page
}

// CPUFaults returns the page faults of unified memory on the processor.
func (e *Export) CPUFaults() ([]CPUFault, error) {
	return collect(e, "CUDA_UM_CPU_PAGE_FAULT_EVENTS", columns("start address | globalPid CpuInstruction"), func(f *CPUFault, r *row) {
		f.Start, f.Address = r.time(0), r.int(1)
		f.Process, f.Instruction = Process(r.bits(2)&^0xffffff), r.name(3)
	})
}

// A GPUFault is a group of page faults of unified memory on a device.
type GPUFault struct {
	Start, End int64
	Device
	Address int64 // of the page, within the process
	Count   int64 // of faults
}

// GPUFaults returns the page faults of unified memory on devices.
func (e *Export) GPUFaults() ([]GPUFault, error) {
	cols := columns("start end address numberOfPageFaults | globalPid deviceId")
	return collect(e, "CUDA_UM_GPU_PAGE_FAULT_EVENTS", cols, func(f *GPUFault, r *row) {
		f.Start, f.End, f.Address, f.Count = r.time(0), r.time(1), r.int(2), r.int(3)
		f.Process, f.ID = Process(r.bits(4)&^0xffffff), r.int(5)
	})
}

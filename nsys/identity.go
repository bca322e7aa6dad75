package nsys

import "math"

// Null stands for an integer that an export does not have.
const Null = math.MinInt64

// A Process identifies a process among machines and virtual machines: the
// globalPid of an export, whose low 24 bits are 0. Bits 63–56 are the machine,
// 55–48 the virtual machine, 47–24 the pid.
type Process uint64

// PID returns the process id on its machine.
func (p Process) PID() int64 { return int64(p >> 24 & 0xffffff) }

// A Thread identifies a thread among processes: the globalTid of an export.
// It is a Process with the thread id in the low 24 bits.
type Thread uint64

// Process returns the process of the thread.
func (t Thread) Process() Process { return Process(t &^ 0xffffff) }

// PID returns the process id of the thread's process on its machine.
func (t Thread) PID() int64 { return t.Process().PID() }

// TID returns the thread id on its machine, cut to 24 bits.
func (t Thread) TID() int64 { return int64(t & 0xffffff) }

// A Launch identifies an API call and the work on a device that it started:
// correlation ids are unique within a process only.
type Launch struct {
	Process     Process
	Correlation int64
}

// A Device identifies a GPU as a process sees it: processes number devices as
// CUDA_VISIBLE_DEVICES orders them.
type Device struct {
	Process Process
	ID      int64
}

// A Queue identifies a stream: stream ids are unique within a context of a
// device of a process only. Context and GreenContext are Null when the export
// does not say.
type Queue struct {
	Device
	Context, GreenContext int64
	Stream                int64
}

// A Graph identifies a CUDA graph, or an executable one, of a process.
type Graph struct {
	Process Process
	ID      int64
}

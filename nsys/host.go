package nsys

// Classes of calls in the table of CUDA API calls.
const (
	ClassRuntime   = 0  // the runtime API
	ClassDriver    = 1  // the driver API
	ClassBacktrace = 67 // a second row of a call, with its call chain
)

// A Call is a call of an API by a thread.
type Call struct {
	Start, End  int64
	Thread      Thread
	Correlation int64 // Null when absent
	Name        String
	Class       int64
	Return      int64
	Nesting     int64 // of operating-system calls; Null when absent
}

// Launch returns the identity by which work on a device names the call.
func (c *Call) Launch() Launch { return Launch{c.Thread.Process(), c.Correlation} }

// CUDACalls returns the calls of the CUDA runtime and driver APIs, with the
// second rows of calls that have a call chain.
func (e *Export) CUDACalls() ([]Call, error) {
	return e.calls(callTable)
}

// OSCalls returns the calls of the operating system's runtime libraries.
func (e *Export) OSCalls() ([]Call, error) { return e.calls("OSRT_API") }

// Overheads returns the times that Nsight Systems itself took from a thread.
func (e *Export) Overheads() ([]Call, error) { return e.calls("PROFILER_OVERHEAD") }

// EachCUDACall calls yield for each call that CUDACalls returns. The Call is
// used again for the next one.
func (e *Export) EachCUDACall(yield func(*Call)) error {
	return each(e, callTable, columns(callColumns), (*Call).set, yield)
}

// callTable is the table of calls of CUDA.
const callTable = "CUPTI_ACTIVITY_KIND_RUNTIME"

// EachCUDACallID is EachCUDACall with times, thread, correlation id and class
// alone; the rest is as if it were NULL.
func (e *Export) EachCUDACallID(yield func(*Call)) error {
	cols := columns(callColumns)
	for _, k := range [...]int{4, 6, 7} {
		cols[k].name = ""
	}
	return each(e, callTable, cols, (*Call).set, yield)
}

// EachOverhead calls yield for each time that Overheads returns, as EachCUDACall
// does.
func (e *Export) EachOverhead(yield func(*Call)) error {
	return each(e, "PROFILER_OVERHEAD", columns(callColumns), (*Call).set, yield)
}

// EachOSCall calls yield for each call that OSCalls returns, as EachCUDACall
// does.
func (e *Export) EachOSCall(yield func(*Call)) error {
	return each(e, "OSRT_API", columns(callColumns), (*Call).set, yield)
}

// calls reads a table of API calls.
func (e *Export) calls(table string) ([]Call, error) {
	return collect(e, table, columns(callColumns), (*Call).set)
}

// callColumns are the columns of tables of calls.
const callColumns = "start end | globalTid correlationId nameId eventClass returnValue nestingLevel"

// set sets c from a row of callColumns.
func (c *Call) set(r *row) {
	c.Start, c.End, c.Thread = r.time(0), r.time(1), Thread(r.bits(2))
	c.Correlation, c.Name = r.int(3), r.name(4)
	c.Class, c.Return, c.Nesting = r.int(5), r.int(6), r.int(7)
}

// A ProcessInfo names a process.
type ProcessInfo struct {
	Process Process
	Name    string
}

// Processes returns the names of processes.
func (e *Export) Processes() ([]ProcessInfo, error) {
	return collect(e, "PROCESSES", columns("globalPid name"), func(p *ProcessInfo, r *row) {
		p.Process, p.Name = Process(r.bits(0)), r.text(1)
	})
}

// A ThreadInfo names a thread.
type ThreadInfo struct {
	Thread   Thread
	Name     String
	Priority int64 // of several names of a thread, the one with the largest is shown
}

// ThreadNames returns the names of threads.
func (e *Export) ThreadNames() ([]ThreadInfo, error) {
	return collect(e, "ThreadNames", columns("globalTid nameId priority"), func(t *ThreadInfo, r *row) {
		t.Thread, t.Name, t.Priority = Thread(r.bits(0)), r.name(1), r.int(2)
	})
}

// EachThreadName calls yield for the name of each wanted thread. The names of other
// threads are not looked up: an export of a whole machine has thousands.
func (e *Export) EachThreadName(wanted func(Thread) bool, yield func(*ThreadInfo)) error {
	e.prepareStrings()
	return e.scan("ThreadNames", columns("globalTid nameId priority"), func(r *row) error {
		t := ThreadInfo{Thread: Thread(r.bits(0))}
		if r.err == nil && wanted(t.Thread) {
			t.Name, t.Priority = r.name(1), r.int(2)
			yield(&t)
		}
		return r.err
	})
}

// A GPU is a device of the machine.
type GPU struct {
	ID                  int64
	Name, Bus, UUID     string
	CUDADevice, SMCount int64
	MemoryBytes         int64
	BytesPerSecond      int64 // of its memory
	ClockHz             int64
	Major, Minor        int64 // compute capability
}

// GPUs returns the devices of the machine.
func (e *Export) GPUs() ([]GPU, error) {
	cols := columns("id name busLocation uuid cuDevice smCount totalMemory memoryBandwidth clockRate computeMajor computeMinor")
	return collect(e, "TARGET_INFO_GPU", cols, func(g *GPU, r *row) {
		g.ID, g.Name, g.Bus, g.UUID = r.int(0), r.text(1), r.text(2), r.text(3)
		g.CUDADevice, g.SMCount, g.MemoryBytes, g.BytesPerSecond, g.ClockHz = r.int(4), r.int(5), r.int(6), r.int(7), r.int(8)
		g.Major, g.Minor = r.int(9), r.int(10)
	})
}

// A Context is a CUDA context of a process on a device.
type Context struct {
	Process, Device, ID int64 // the device as tables of its work have it
}

// Contexts returns the CUDA contexts that were made. It is empty if the export has
// no such table.
func (e *Export) Contexts() ([]Context, error) {
	return collect(e, "TARGET_INFO_CUDA_CONTEXT_INFO", columns("processId deviceId contextId"), func(c *Context, r *row) {
		c.Process, c.Device, c.ID = r.int(0), r.int(1), r.int(2)
	})
}

// SessionStart returns the wall-clock time of time 0 in ns since 1970, Null
// when the export does not say.
func (e *Export) SessionStart() (int64, error) {
	start := int64(Null)
	err := e.scan("TARGET_INFO_SESSION_START_TIME", columns("utcEpochNs"), func(r *row) error {
		start = r.int(0)
		return r.err
	})
	return start, err
}

package nsys

// ActivityOverheadTable is the table of times of CUDA and of the profiler that CUPTI
// reports separately from calls. Exports have it since 2025.
const ActivityOverheadTable = "CUPTI_ACTIVITY_KIND_OVERHEAD"

// Kinds of overheads, as ENUM_CUPTI_OVERHEAD_TYPE names them.
const (
	OverheadCompiler        = "OVERHEAD_DRIVER_COMPILER"                  // code of kernels is compiled by the driver
	OverheadModuleLoading   = "OVERHEAD_RUNTIME_TRIGGERED_MODULE_LOADING" // the runtime loads a module
	OverheadLazyLoading     = "OVERHEAD_LAZY_FUNCTION_LOADING"            // a function is loaded at its first use
	OverheadFull            = "OVERHEAD_COMMAND_BUFFER_FULL"              // a launch waits for room: the host is ahead of the device
	OverheadFlush           = "OVERHEAD_CUPTI_BUFFER_FLUSH"               // of the profiler, as those below
	OverheadInstrumentation = "OVERHEAD_CUPTI_INSTRUMENTATION"
	OverheadResource        = "OVERHEAD_CUPTI_RESOURCE"
)

// An ActivityOverhead is a time that a thread spent in CUDA or in the profiler for
// another purpose than its own call.
type ActivityOverhead struct {
	Start, End int64
	Thread     Thread
	Kind       string // one of the constants above, or another name of the enumeration; "" when it is not in it
}

// ActivityOverheads returns them in the order of their rows.
func (e *Export) ActivityOverheads() ([]ActivityOverhead, error) {
	var list []ActivityOverhead
	err := e.EachActivityOverhead(func(o *ActivityOverhead) { list = append(list, *o) })
	if err != nil {
		return nil, err
	}
	return list, nil
}

// EachActivityOverhead calls yield for each of them. The ActivityOverhead is
// used again for the next one.
func (e *Export) EachActivityOverhead(yield func(*ActivityOverhead)) error {
	if !e.Has(ActivityOverheadTable) {
		return nil
	}
	kinds := map[int64]string{}
	err := e.scan("ENUM_CUPTI_OVERHEAD_TYPE", columns("id name"), func(r *row) error {
		id, name := r.int(0), r.text(1)
		kinds[id] = name
		return r.err
	})
	if err != nil {
		return err
	}
	return each(e, ActivityOverheadTable, columns("start end | globalTid overheadType"), func(o *ActivityOverhead, r *row) {
		o.Start, o.End, o.Thread, o.Kind = r.time(0), r.time(1), Thread(r.bits(2)), kinds[r.int(3)]
	}, yield)
}

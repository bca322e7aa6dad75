package nsys

// A Work is a piece of work of a device: the fields that kernels, copies and memory
// sets have in common.
type Work struct {
	Start, End int64
	Queue
	Correlation int64
	GraphNode   int64 // node of a CUDA graph in node mode; Null or 0 for none
}

// Launch returns the API call that started the work.
func (w *Work) Launch() Launch { return Launch{w.Process, w.Correlation} }

// workColumns are the first columns of every table of work.
const workColumns = "start end | deviceId contextId greenContextId streamId correlationId globalPid graphNodeId "

// work sets w from the first columns of r.
func (w *Work) work(r *row) {
	w.Start, w.End = r.time(0), r.time(1)
	w.ID, w.Context, w.GreenContext, w.Stream = r.int(2), r.int(3), r.int(4), r.int(5)
	w.Correlation = r.int(6)
	w.Process = Process(r.bits(7) &^ 0xffffff)
	w.GraphNode = r.int(8)
}

// workCount is the number of columns in workColumns.
const workCount = 9

// A Kernel is a run of a kernel on a device.
type Kernel struct {
	Work
	Demangled, Short, Mangled   String
	Grid, Block                 [3]int64
	Registers                   int64 // of a thread
	StaticShared, DynamicShared int64 // bytes
	LaunchType                  int64
}

// kernelTable is the table of kernels.
const kernelTable = "CUPTI_ACTIVITY_KIND_KERNEL"

// Kernels returns the kernels.
func (e *Export) Kernels() ([]Kernel, error) {
	return collect(e, kernelTable, kernelColumns(allParts), (*Kernel).set)
}

// Parts says what [Export.EachKernelParts] reads of a row beside its times. The
// rest is as if it were NULL.
type Parts uint8

const (
	Origin    Parts = 1 << iota // process and correlation id
	Place                       // device, context, stream and node of a graph
	Demangled                   // names of kernels
	Short
	Mangled
	Shape // grid, block, registers and the like

	allParts = Origin | Place | Demangled | Short | Mangled | Shape
)

// EachKernel calls yield for each kernel. The Kernel is used again for the next
// one.
//
// Cost: O(rows). EachKernelParts is faster where few fields are needed.
func (e *Export) EachKernel(yield func(*Kernel)) error {
	return e.EachKernelParts(allParts, yield)
}

// EachKernelParts is EachKernel that reads the times and the given parts of each
// row alone. Texts of other parts are NoString, which stands for "", and integers
// are Null.
//
// Cost: O(rows); up to 10 million a second when few parts are read.
func (e *Export) EachKernelParts(parts Parts, yield func(*Kernel)) error {
	return each(e, kernelTable, kernelColumns(parts), (*Kernel).set, yield)
}

// EachWork calls yield for all work on devices: kernels, copies, memory sets and
// graphs, each in the order of the file. Times, process and correlation id are
// set; the rest is as if it were NULL. The Work is used again for the next one.
func (e *Export) EachWork(yield func(*Work)) error {
	cols := columns(workColumns)
	for _, k := range [...]int{2, 3, 4, 5, 8} {
		cols[k].name = ""
	}
	for _, t := range opTables {
		if err := each(e, t.name, cols, (*Work).work, yield); err != nil {
			return err
		}
	}
	return nil
}

// kernelColumns returns the columns that set reads; those of other parts have
// no name.
func kernelColumns(parts Parts) []column {
	cols := columns(workColumns + `demangledName shortName mangledName gridX gridY gridZ blockX blockY blockZ
		registersPerThread staticSharedMemory dynamicSharedMemory launchType`)
	const i = workCount
	for _, p := range []struct {
		part       Parts
		from, upTo int
	}{{Place, 2, 6}, {Origin, 6, 8}, {Place, 8, 9}, {Demangled, i, i + 1}, {Short, i + 1, i + 2}, {Mangled, i + 2, i + 3}, {Shape, i + 3, len(cols)}} {
		for k := p.from; k < p.upTo && parts&p.part == 0; k++ {
			cols[k].name = ""
		}
	}
	return cols
}

// set sets k from a row of kernelColumns.
func (k *Kernel) set(r *row) {
	k.work(r)
	i := workCount
	k.Demangled, k.Short, k.Mangled = r.name(i), r.name(i+1), r.name(i+2)
	for d := range 3 {
		k.Grid[d], k.Block[d] = r.int(i+3+d), r.int(i+6+d)
	}
	k.Registers, k.StaticShared, k.DynamicShared, k.LaunchType = r.int(i+9), r.int(i+10), r.int(i+11), r.int(i+12)
}

// A Memcpy is a copy of memory from, to or on a device.
type Memcpy struct {
	Work
	Bytes            int64
	Kind             int64 // see CopyKind
	SrcKind, DstKind int64 // kinds of memory, see MemoryKind
	SrcDevice        int64 // devices of memory of a device, within the process; Null for none
	DstDevice        int64
	Address          int64 // of the pages that unified memory moved; Null for other copies
	Count            int64 // copies that the row stands for; Null when the export does not say
}

// Memcpys returns the copies of memory.
func (e *Export) Memcpys() ([]Memcpy, error) {
	return collect(e, copyTable, columns(copyColumns), (*Memcpy).set)
}

// EachMemcpy calls yield for each copy of memory. The Memcpy is used again for
// the next one.
func (e *Export) EachMemcpy(yield func(*Memcpy)) error {
	return each(e, copyTable, columns(copyColumns), (*Memcpy).set, yield)
}

const (
	copyTable   = "CUPTI_ACTIVITY_KIND_MEMCPY"
	copyColumns = workColumns + "bytes copyKind srcKind dstKind srcDeviceId dstDeviceId virtualAddress copyCount"
)

// set sets m from a row of copyColumns.
func (m *Memcpy) set(r *row) {
	m.work(r)
	i := workCount
	m.Bytes, m.Kind, m.SrcKind, m.DstKind = r.int(i), r.int(i+1), r.int(i+2), r.int(i+3)
	m.SrcDevice, m.DstDevice, m.Address, m.Count = r.int(i+4), r.int(i+5), r.int(i+6), r.int(i+7)
}

// A Memset is a setting of memory on a device.
type Memset struct {
	Work
	Bytes, Value int64
	Kind         int64 // of memory, see MemoryKind
}

// Memsets returns the settings of memory.
func (e *Export) Memsets() ([]Memset, error) {
	return collect(e, setTable, columns(setColumns), (*Memset).set)
}

// EachMemset calls yield for each setting of memory. The Memset is used again
// for the next one.
func (e *Export) EachMemset(yield func(*Memset)) error {
	return each(e, setTable, columns(setColumns), (*Memset).set, yield)
}

const (
	setTable   = "CUPTI_ACTIVITY_KIND_MEMSET"
	setColumns = workColumns + "bytes value memKind"
)

// set sets m from a row of setColumns.
func (m *Memset) set(r *row) {
	m.work(r)
	m.Bytes, m.Value, m.Kind = r.int(workCount), r.int(workCount+1), r.int(workCount+2)
}

// A GraphRun is a run of a whole CUDA graph on a device, in graph mode.
type GraphRun struct {
	Work
	Graph, Exec int64 // of the graph and of its executable form, within the process
}

// GraphRuns returns the runs of CUDA graphs that were traced as a whole.
func (e *Export) GraphRuns() ([]GraphRun, error) {
	return collect(e, graphTable, columns(graphColumns), (*GraphRun).set)
}

// EachGraphRun calls yield for each run of a CUDA graph that was traced as a
// whole. The GraphRun is used again for the next one.
func (e *Export) EachGraphRun(yield func(*GraphRun)) error {
	return each(e, graphTable, columns(graphColumns), (*GraphRun).set, yield)
}

const (
	graphTable   = "CUPTI_ACTIVITY_KIND_GRAPH_TRACE"
	graphColumns = workColumns + "graphId graphExecId"
)

// set sets g from a row of graphColumns.
func (g *GraphRun) set(r *row) {
	g.work(r)
	g.Graph, g.Exec = r.int(workCount), r.int(workCount+1)
}

// A Sync is a synchronisation as CUPTI recorded it. Its type is not read: it is
// wrong before 2025.3. The name of the API call with the same Launch is its type.
type Sync struct {
	Work
	Event int64
}

// Syncs returns the synchronisations.
func (e *Export) Syncs() ([]Sync, error) {
	cols := columns(workColumns + "eventId")
	return collect(e, "CUPTI_ACTIVITY_KIND_SYNCHRONIZATION", cols, func(s *Sync, r *row) {
		s.work(r)
		s.Event = r.int(workCount)
	})
}

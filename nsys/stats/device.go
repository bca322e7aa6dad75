package stats

import (
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// deviceReports returns the reports about kernels and memory operations.
func deviceReports() []Report {
	return []Report{
		{Name: "cuda_gpu_kern_sum", Title: "CUDA GPU Kernel Summary", Default: true, Args: namedArgs,
			Says: "kernels, by name", compute: kernelSum},
		{Name: "cuda_gpu_kern_gb_sum", Old: "gpukernsum", Title: "CUDA GPU Kernel/Grid/Block Summary", Args: namedArgs,
			Says: "kernels, by name, grid and block", compute: gridSum},
		{Name: "cuda_gpu_mem_time_sum", Old: "gpumemtimesum", Title: "CUDA GPU MemOps Summary (by Time)", Default: true, Args: timeArgs,
			Says: "memory operations, by time", compute: memoryTimes},
		{Name: "cuda_gpu_mem_size_sum", Old: "gpumemsizesum", Title: "CUDA GPU MemOps Summary (by Size)", Default: true, Args: timeArgs,
			Says: "memory operations, by size", compute: memorySizes},
		{Name: "cuda_gpu_sum", Old: "gpusum", Title: "CUDA GPU Summary (Kernels/MemOps)", Args: namedArgs,
			Says: "kernels and memory operations", compute: deviceSum},
		{Name: "cuda_api_gpu_sum", Old: "apigpusum", Title: "CUDA Summary (API/Kernels/MemOps)", Args: namedArgs,
			Says: "API calls, kernels and memory operations", compute: apiDeviceSum},
		{Name: "cuda_gpu_trace", Old: "gputrace", Title: "CUDA GPU Trace", Args: namedArgs,
			Says: "each kernel and memory operation", compute: deviceTrace},
	}
}

// A workKey is the key of API calls and of work on a device that are summed
// up in one table: by the name that is printed.
type workKey struct {
	category string
	name     string
	named    bool
}

// deviceSum sums up kernels and memory operations.
func deviceSum(r *request) (*Table, error) {
	var g groups[workKey]
	if err := r.addWork(&g); err != nil {
		return nil, err
	}
	return workTable(&g), nil
}

// apiDeviceSum sums up API calls, kernels and memory operations.
func apiDeviceSum(r *request) (*Table, error) {
	var byName groups[nsys.String]
	if err := r.eachCall(func(c *nsys.Call) { byName.add(c.Name, c.End-c.Start) }); err != nil {
		return nil, err
	}
	var g groups[workKey]
	for i := range byName.list {
		c := r.apiName(byName.list[i].key)
		g.addAll(workKey{"CUDA_API", c.Text, c.Kind == Text}, &byName.list[i].values)
	}
	if err := r.addWork(&g); err != nil {
		return nil, err
	}
	return workTable(&g), nil
}

// addWork adds kernels and memory operations to g.
func (r *request) addWork(g *groups[workKey]) error {
	ranges, err := r.rangesAround()
	if err != nil {
		return err
	}
	var byName groups[namedKernel]
	err = r.eachKernel(r.nameParts(), func(k *nsys.Kernel, i int) {
		byName.add(r.namedKernel(k, i, ranges), k.End-k.Start)
	})
	if err != nil {
		return err
	}
	for i := range byName.list {
		c := r.text(byName.list[i].key)
		g.addAll(workKey{"CUDA_KERNEL", c.Text, c.Kind == Text}, &byName.list[i].values)
	}
	times, _, err := r.memoryGroups()
	if err != nil {
		return err
	}
	for i := range times.list {
		g.addAll(workKey{"MEMORY_OPER", r.operationName(times.list[i].key), true}, &times.list[i].values)
	}
	return nil
}

func workTable(g *groups[workKey]) *Table {
	return timeTable(g, "Instances", []string{"Category", "Operation"}, func(row []Cell, k workKey) []Cell {
		name := Cell{}
		if k.named {
			name = String(k.name)
		}
		return append(row, String(k.category), name)
	})
}

// deviceTrace lists kernels and memory operations by start.
func deviceTrace(r *request) (*Table, error) {
	ranges, err := r.rangesAround()
	if err != nil {
		return nil, err
	}
	devices, err := r.deviceNames()
	if err != nil {
		return nil, err
	}
	t := &traceTable{request: r, devices: devices}
	t.columns()
	parts := nsys.Origin | nsys.Place | nsys.Shape | r.nameParts()
	err = r.eachKernel(parts, func(k *nsys.Kernel, i int) { t.kernel(k, r.text(r.namedKernel(k, i, ranges))) })
	if err != nil {
		return nil, err
	}
	copies, err := r.copies()
	if err != nil {
		return nil, err
	}
	for i := range copies {
		m := &copies[i]
		t.memory(&m.Work, m.Bytes, memoryKind(m.SrcKind), memoryKind(m.DstKind), String(r.copyName(m.Kind)))
	}
	sets, err := r.sets()
	if err != nil {
		return nil, err
	}
	for i := range sets {
		m := &sets[i]
		t.memory(&m.Work, m.Bytes, memoryKind(m.Kind), Cell{}, String(memsetName))
	}
	t.sortByInt(0)
	return &t.Table, nil
}

// A traceTable is the table of deviceTrace while it is made.
type traceTable struct {
	Table
	*request
	devices map[int64]string
	row     []Cell
}

// columns sets the names of the columns.
func (t *traceTable) columns() {
	throughput, stream := "Throughput (MB/s)", "GreenCtx Strm"
	if t.old {
		throughput, stream = "Throughput (MBps)", "Strm"
	}
	t.Columns = append(strings.Fields("Start_(ns) Duration_(ns) CorrId GrdX GrdY GrdZ BlkX BlkY BlkZ Reg/Trd StcSMem_(MB) DymSMem_(MB) Bytes_(MB)"), throughput, "SrcMemKd", "DstMemKd", "Device", "Ctx")
	for i, c := range t.Columns {
		t.Columns[i] = strings.Replace(c, "_(", " (", 1)
	}
	t.Columns = append(append(t.Columns, strings.Fields(stream)...), "Name")
}

// kernel adds the row of a kernel.
func (t *traceTable) kernel(k *nsys.Kernel, name Cell) {
	t.row = append(t.row[:0], Integer(k.Start), Integer(k.End-k.Start), whole(k.Correlation),
		whole(k.Grid[0]), whole(k.Grid[1]), whole(k.Grid[2]), whole(k.Block[0]), whole(k.Block[1]), whole(k.Block[2]),
		whole(k.Registers), wholeMegabytes(k.StaticShared), wholeMegabytes(k.DynamicShared), Cell{}, String(""), Cell{}, Cell{})
	t.place(&k.Work, name)
}

// memory adds the row of a memory operation.
func (t *traceTable) memory(w *nsys.Work, bytes int64, src, dst, name Cell) {
	t.row = append(t.row[:0], Integer(w.Start), Integer(w.End-w.Start), whole(w.Correlation),
		Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, Cell{}, wholeMegabytes(bytes))
	t.row = append(t.row, throughput(bytes, w.End-w.Start), src, dst)
	t.place(w, name)
}

// throughput returns a cell with bytes per ns as MB/s, of a whole number of operations a
// second, as NVIDIA computes it.
func throughput(bytes, ns int64) Cell {
	switch {
	case bytes == nsys.Null:
		return String("")
	case ns == 0:
		return Cell{}
	}
	return megabytes(float64(bytes * (1e9 / ns)))
}

// place ends a row with where the work was done.
func (t *traceTable) place(w *nsys.Work, name Cell) {
	t.row = append(t.row, String(t.device(w.ID)), whole(w.Context))
	if !t.old {
		t.row = append(t.row, greenContext(w))
	}
	t.Add(append(t.row, whole(w.Stream), name)...)
}

// device returns the name of a device.
func (t *traceTable) device(id int64) string {
	name, ok := t.devices[id]
	if !ok {
		name = strings.TrimLeft(name+" ("+strconv.FormatInt(max(id, 0), 10)+")", " ")
		t.devices[id] = name
	}
	return name
}

// deviceNames returns how devices are called by id.
func (r *request) deviceNames() (map[int64]string, error) {
	gpus, err := r.GPUs()
	names := map[int64]string{}
	for _, g := range gpus {
		names[g.ID] = g.Name + " (" + strconv.FormatInt(g.ID, 10) + ")"
	}
	return names, err
}

// greenContext returns a cell with the green context of work, if it was of one.
func greenContext(w *nsys.Work) Cell {
	if w.GreenContext == 0 {
		return Cell{}
	}
	return whole(w.GreenContext)
}

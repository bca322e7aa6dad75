package stats

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/nsys"
)

// memoryReports returns the reports about unified memory.
func memoryReports() []Report {
	return []Report{
		{Name: "um_sum", Old: "unifiedmemory", Title: "Unified Memory Analysis Summary", Default: true, Args: append([]string{"rows"}, timeArgs...),
			Says: "migrations and page faults of unified memory, by address", compute: unifiedSum},
		{Name: "um_total_sum", Old: "unifiedmemorytotals", Title: "Unified Memory Totals Summary", Default: true, Args: timeArgs,
			Says: "migrations and page faults of unified memory: totals", compute: unifiedTotals},
		{Name: "um_cpu_page_faults_sum", Old: "umcpupagefaults", Title: "Unified Memory CPU Page Faults Summary", Default: true, Args: timeArgs,
			Says: "page faults of the CPU, by function", compute: faultingCode},
	}
}

// Kinds of copies that unified memory makes by itself.
const (
	unifiedToDevice = 11
	unifiedToHost   = 12
)

// A page is an address of unified memory: those of different processes are not
// the same memory.
type page struct {
	process nsys.Process
	address int64
}

// A pageSum is what happened to a page. Sums are nsys.Null where nothing did.
type pageSum struct {
	page
	toDevice, toHost     int64 // bytes
	ns                   int64 // of all migrations
	cpuFaults, gpuFaults int64
}

// unified is what an export knows of unified memory.
type unified struct {
	pages []pageSum
	index map[page]int
}

// at returns the sum of a page.
func (u *unified) at(p nsys.Process, address int64) *pageSum {
	key := page{p, address}
	i, ok := u.index[key]
	if !ok {
		i = len(u.pages)
		u.index[key] = i
		u.pages = append(u.pages, pageSum{key, nsys.Null, nsys.Null, 0, nsys.Null, nsys.Null})
	}
	return &u.pages[i]
}

// count adds n to a sum that may be nothing yet.
func count(sum *int64, n int64) {
	if *sum == nsys.Null {
		*sum = 0
	}
	*sum += n
}

// unifiedTables are the tables without which NVIDIA's reports say nothing.
var unifiedTables = []string{"CUPTI_ACTIVITY_KIND_MEMCPY", "CUDA_UM_CPU_PAGE_FAULT_EVENTS", "CUDA_UM_GPU_PAGE_FAULT_EVENTS"}

// unified sums up unified memory by page.
func (r *request) unified() (*unified, error) {
	for _, table := range unifiedTables {
		if !r.Has(table) {
			return nil, fmt.Errorf("%w: it has no table %s", ErrNoData, table)
		}
	}
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	u := &unified{index: map[page]int{}}
	err = r.eachCopy(func(m *nsys.Memcpy) {
		if m.Kind != unifiedToDevice && m.Kind != unifiedToHost {
			return
		}
		p := u.at(m.Process, m.Address)
		if m.Kind == unifiedToDevice {
			count(&p.toDevice, m.Bytes)
		} else {
			count(&p.toHost, m.Bytes)
		}
		p.ns += m.End - m.Start
	})
	if err != nil {
		return nil, err
	}
	cpu, err := r.cpuFaults()
	if err != nil {
		return nil, err
	}
	for i := range cpu {
		count(&u.at(cpu[i].Process, cpu[i].Address).cpuFaults, 1)
	}
	gpu, err := r.GPUFaults()
	if err != nil {
		return nil, err
	}
	for i := range gpu {
		if f := &gpu[i]; !w.on || w.overlaps(f.Start, f.End) && (w.process == 0 || w.process == f.Process) {
			count(&u.at(f.Process, f.Address).gpuFaults, f.Count)
		}
	}
	return u, nil
}

// cpuFaults returns the page faults of the processor. They have no end, so
// that NVIDIA's reports never leave any out; here those outside the window are.
func (r *request) cpuFaults() ([]nsys.CPUFault, error) {
	w, err := r.window()
	if err != nil {
		return nil, err
	}
	list, err := r.CPUFaults()
	return within(&w, list, func(f *nsys.CPUFault) bool {
		return w.overlaps(f.Start, f.Start) && (w.process == 0 || w.process == f.Process)
	}), err
}

// throughput returns the bytes moved per second, nsys.Null when none was moved.
func (p *pageSum) throughput() int64 {
	if p.ns == 0 {
		return nsys.Null
	}
	return (max(p.toDevice, 0) + max(p.toHost, 0)) * (1e9 / p.ns)
}

// defaultPages is how many pages unifiedSum lists.
const defaultPages = 10

// unifiedSum lists the pages with the largest throughput.
func unifiedSum(r *request) (*Table, error) {
	u, err := r.unified()
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(u.pages, func(a, b pageSum) int { return cmp.Compare(b.throughput(), a.throughput()) })
	throughput := "Migration Throughput (MB/s)"
	if r.old {
		throughput = "Migration Throughput (MBps)"
	}
	t := &Table{Columns: []string{"Virtual Address", "HtoD Migration size (MB)", "DtoH Migration size (MB)", "CPU Page Faults", " GPU Page Faults", throughput}}
	for i := range u.pages[:r.limit(len(u.pages), defaultPages)] {
		p := &u.pages[i]
		t.Add(address(p.address), wholeMegabytes(p.toDevice), wholeMegabytes(p.toHost),
			whole(p.cpuFaults), whole(p.gpuFaults), wholeMegabytes(p.throughput()))
	}
	return t, nil
}

// limit returns how many of n rows are printed; standard is how many are when
// the options do not say.
func (r *request) limit(n int, standard int64) int {
	if r.Rows != 0 {
		standard = r.Rows
	}
	if standard < 0 {
		return n
	}
	return int(min(int64(n), standard))
}

// unifiedTotals sums up all pages. Its one row is there also when nothing
// happened.
func unifiedTotals(r *request) (*Table, error) {
	u, err := r.unified()
	if err != nil {
		return nil, err
	}
	all := pageSum{toDevice: nsys.Null, toHost: nsys.Null, gpuFaults: nsys.Null}
	least, largest := int64(nsys.Null), int64(nsys.Null)
	for i := range u.pages {
		p := &u.pages[i]
		for _, part := range []struct {
			sum *int64
			n   int64
		}{{&all.toDevice, p.toDevice}, {&all.toHost, p.toHost}, {&all.cpuFaults, p.cpuFaults}, {&all.gpuFaults, p.gpuFaults}} {
			if part.n != nsys.Null {
				count(part.sum, part.n)
			}
		}
		if p.address != nsys.Null {
			if least == nsys.Null || uint64(p.address) < uint64(least) {
				least = p.address
			}
			if largest == nsys.Null || uint64(p.address) > uint64(largest) {
				largest = p.address
			}
		}
	}
	t := &Table{Columns: []string{"Total HtoD Migration Size (MB)", "Total DtoH Migration Size (MB)", "Total CPU Page Faults",
		"Total GPU PageFaults", "Minimum Virtual Address", "Maximum Virtual Address"}}
	t.Add(wholeMegabytes(all.toDevice), wholeMegabytes(all.toHost), whole(all.cpuFaults), whole(all.gpuFaults), address(least), address(largest))
	return t, nil
}

// faultingCode counts the page faults of the processor by function.
func faultingCode(r *request) (*Table, error) {
	faults, err := r.cpuFaults()
	if err != nil {
		return nil, err
	}
	var g groups[nsys.String]
	for i := range faults {
		g.add(faults[i].Instruction, 1)
	}
	list := g.summaries()
	t := &Table{Columns: []string{"CPU Page Faults", "CPU Instruction Address"}}
	for _, i := range byTotal(list, nil) {
		t.Add(Integer(list[i].Total), r.name(g.list[i].key))
	}
	return t, nil
}

// address returns a cell with an address that may be absent.
func address(a int64) Cell {
	if a == nsys.Null {
		return Cell{}
	}
	return String(fmt.Sprintf("0x%X", uint64(a)))
}

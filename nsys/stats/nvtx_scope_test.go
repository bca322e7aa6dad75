package stats

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A side is one of two programs that were captured together. They have the same
// ids of threads, correlation, devices, contexts, streams, graphs, graph nodes
// and domains, the same addresses and the same times of calls and ranges. They
// differ in the process, in all names, and in how long devices work.
type side struct {
	name    string // of functions, ranges, kernels
	process int64
	driver  bool // calls the driver API
	slow    int64
}

// api returns the name of a function that the side calls.
func (s *side) api(runtime, driver string) text {
	if s.driver {
		return text(driver)
	}
	return text(runtime)
}

// thread returns thread t of the side.
func (s *side) thread(t int64) int64 { return s.process | t }

// nvtx adds the NVTX events of the side, or as many events that are nothing, so
// that the rows of another side keep their numbers.
func (s *side) nvtx(x exportRows, absent bool) {
	main, other := s.thread(7), s.thread(8)
	for _, row := range [][]any{
		{100, nil, 75, s.name + "domain", nil, main, nil, 1},
		{200, 3000, 59, s.name + "outer", nil, main, nil, 0},
		{300, 1000, 59, nil, text("nr_iteration"), main, nil, 1},
		{310, 600, 59, nil, text(s.name + "build"), main, nil, 1},
		{1100, 2000, 59, nil, text("nr_iteration"), main, nil, 1},
		{250, 1500, 60, s.name + "async", nil, main, nil, 0},
		{300, 2500, 59, s.name + "worker", nil, other, nil, 1},
	} {
		if absent {
			row = []any{0, nil, 33, "nothing", nil, 0, nil, nil}
		}
		x.add("NVTX_EVENTS", row...)
	}
}

// call adds a call and returns its correlation id.
func (s *side) call(x exportRows, thread, start, end, id int64, runtime, driver string) {
	class := 0
	if s.driver {
		class = 1
	}
	x.add("CUPTI_ACTIVITY_KIND_RUNTIME", start, end, class, s.thread(thread), id, s.api(runtime, driver), 0)
}

// kernel adds a kernel.
func (s *side) kernel(x exportRows, start, duration, device, id int64, node any, name string) {
	x.add("CUPTI_ACTIVITY_KIND_KERNEL", start, start+duration*s.slow, device, 1, nil, 7, id, s.process, node,
		text(s.name+name+"<int>"), text(s.name+name), 1, 1, 1, 32, 1, 1, 16, 0, 0)
}

// work adds the calls and operations of the side.
func (s *side) work(x exportRows) {
	s.call(x, 7, 320, 340, 1, "cudaLaunchKernel_v7000", "cuLaunchKernel")
	x.add("CUPTI_ACTIVITY_KIND_RUNTIME", 319, 341, 67, s.thread(7), 1, s.api("cudaLaunchKernel", "cuLaunchKernel"), 0)
	s.kernel(x, 400, 100, 0, 1, nil, "stamp")
	s.call(x, 7, 350, 360, 2, "cudaLaunchKernel_v7000", "cuLaunchKernel")
	s.kernel(x, 420, 50, 1, 2, 0, "stamp")
	s.call(x, 7, 700, 720, 3, "cudaMemcpyAsync_v3020", "cuMemcpyDtoHAsync_v2")
	copyKind, from, to := 1, 0, 2
	if s.driver {
		copyKind, from, to = 2, 2, 0
	}
	x.add("CUPTI_ACTIVITY_KIND_MEMCPY", 730, 730+10*s.slow, 0, 1, nil, 7, 3, s.process, nil, 8, copyKind, from, to, 4096)
	s.call(x, 7, 730, 900+s.slow, 4, "cudaStreamSynchronize_v3020", "cuStreamSynchronize")
	s.call(x, 7, 1200, 1210, 5, "cudaGraphLaunch_v10000", "cuGraphLaunch")
	x.add("CUPTI_ACTIVITY_KIND_GRAPH_TRACE", 1300, 1300+200*s.slow, 1, 1, nil, 7, 5, s.process, 3, 4)
	s.call(x, 7, 1600, 1610, 6, "cudaGraphLaunch_v10000", "cuGraphLaunch")
	s.kernel(x, 1700, 20, 0, 6, int64(1<<32|1), "node")
	s.kernel(x, 1800, 20, 0, 6, int64(1<<32|2), "node")
	s.call(x, 8, 700, 800, 7, "cudaLaunchKernel_v7000", "cuLaunchKernel")
	s.kernel(x, 900, 300, 0, 7, nil, "worker")
	s.call(x, 7, 4000, 4010, 8, "cudaLaunchKernel_v7000", "cuLaunchKernel")
	s.kernel(x, 2_000_000_000*s.slow, 300, 0, 8, nil, "late")
	s.call(x, 7, 5000, 5010, 9, "cudaMemset_v3020", "cuMemsetD8_v2")
	if s.driver {
		x.add("CUPTI_ACTIVITY_KIND_MEMCPY", 5500, 5520, 0, 1, nil, 7, 9, s.process, nil, 65536, 12, 2, 0, 4096)
	} else {
		x.add("CUPTI_ACTIVITY_KIND_MEMSET", 5500, 5520, 0, 1, nil, 7, 9, s.process, nil, 64, 0, 4)
		x.add("CUPTI_ACTIVITY_KIND_MEMCPY", 5500, 5530, 0, 1, nil, 7, 9, s.process, nil, 65536, 11, 0, 2, 4096)
	}
	s.call(x, 7, 6000, 6100+s.slow, 10, "cudaMemcpy_v3020", "cuMemcpyDtoH_v2")
	copyKind = 8 // what is summed up by kind is of one side alone
	if s.driver {
		copyKind = 10
	}
	x.add("CUPTI_ACTIVITY_KIND_MEMCPY", 6010, 6020+s.slow, 0, 1, nil, 7, 10, s.process, nil, 70000, copyKind, 2, 0, 4096)
	x.add("CUDA_UM_CPU_PAGE_FAULT_EVENTS", 100, s.process, 4096, text(s.name+"touch"))
	x.add("CUDA_UM_GPU_PAGE_FAULT_EVENTS", 100, 150, s.process, 0, 4096, 3*s.slow)
	x.add("OSRT_API", 50, 60+s.slow, s.thread(7), s.api("poll", "read"), 27, 0, 0)
	x.add("ThreadNames", s.thread(7), text(s.name+"solver"), 1)
	x.add("PROCESSES", s.process, s.name+"program")
}

// export returns the export of the sides that there are.
func sides(a, b *side, hasA, hasB bool) exportRows {
	x := exportRows{}
	for _, s := range []struct {
		*side
		there bool
	}{{a, hasA}, {b, hasB}} {
		s.nvtx(x, !s.there)
		if s.there {
			s.work(x)
		}
	}
	for device := range 2 {
		x.add("TARGET_INFO_GPU", device, fmt.Sprintf("GPU %d", device))
	}
	for name := range made { // NVIDIA's reports want them all to be there
		if _, ok := x[name]; !ok && strings.Contains(name, "_KIND_") {
			x[name] = nil
		}
	}
	return x
}

// relative are the columns that depend on all rows of a report.
var relative = []string{"Time (%)", "Row#"}

// rowsOf returns the rows of a report without relative columns, sorted; none
// when the export has no data for it.
func (x exportRows) rowsOf(t *testing.T, report string, o Options) []string {
	t.Helper()
	table, err := Run(x.open(t), report, o)
	if errors.Is(err, ErrNoData) {
		return nil
	}
	if err != nil {
		t.Fatalf("%s: %v", report, err)
	}
	var list []string
	for _, row := range table.All() {
		var b []byte
		for i := range row {
			if !slices.Contains(relative, table.Columns[i]) {
				b = append(table.append(b, &row[i]), '|')
			}
		}
		list = append(list, string(b))
	}
	slices.Sort(list)
	return list
}

// TestNothingCrossesProcesses: each report of two programs that were captured
// together has the rows of the report of the one and those of the other.
func TestNothingCrossesProcesses(t *testing.T) {
	for _, tt := range []struct {
		name string
		a, b int64 // processes
	}{
		{"two processes", 1<<56 | 41<<24, 1<<56 | 42<<24},
		{"the same pid on two machines", 1<<56 | 42<<24, 2<<56 | 42<<24},
		{"the same pid on two virtual machines", 1<<56 | 1<<48 | 42<<24, 1<<56 | 2<<48 | 42<<24},
	} {
		a := &side{name: "a.", process: tt.a, slow: 1}
		b := &side{name: "b.", process: tt.b, slow: 3, driver: true}
		both, onlyA, onlyB := sides(a, b, true, true), sides(a, b, true, false), sides(a, b, false, true)
		empty := []string{}
		for _, r := range Reports() {
			if r.Name == "um_total_sum" {
				continue // one row, of all
			}
			for _, name := range []string{r.Name, r.Old} {
				if name == "" {
					continue
				}
				for _, o := range variants(r) {
					got := both.rowsOf(t, name, o)
					x, y := onlyA.rowsOf(t, name, o), onlyB.rowsOf(t, name, o)
					if want := slices.Sorted(slices.Values(append(slices.Clone(x), y...))); !slices.Equal(got, want) {
						t.Errorf("%s: %s %+v: %s", tt.name, name, o, cmp.Diff(want, got))
					}
					if len(x) == 0 && len(y) == 0 {
						empty = append(empty, name)
					}
				}
			}
		}
		if len(empty) > 0 {
			t.Errorf("%s: no rows of %v", tt.name, empty)
		}
	}
}

// variants returns options to try a report with.
func variants(r Report) []Options {
	list := []Options{{}}
	for _, arg := range r.Args {
		switch arg {
		case "base":
			list = append(list, Options{Base: true})
		case "nvtx-name":
			list = append(list, Options{NVTXName: true})
		case "range":
			list = append(list, Options{Iterations: "nr_iteration"})
		}
	}
	return list
}

// TestRangeOfOneProcess: a range of one process leaves the other out.
func TestRangeOfOneProcess(t *testing.T) {
	a := &side{name: "a.", process: 1<<56 | 42<<24, slow: 1}
	b := &side{name: "b.", process: 2<<56 | 42<<24, slow: 3, driver: true}
	both, onlyA := sides(a, b, true, true), sides(a, b, true, false)
	for _, name := range []string{"cuda_gpu_kern_sum", "cuda_api_sum", "cuda_gpu_trace", "cuda_api_trace"} {
		o := Options{Range: "a.outer"}
		got, want := both.rowsOf(t, name, o), onlyA.rowsOf(t, name, o)
		if len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("%s: %s", name, cmp.Diff(want, got))
		}
	}
}

package stats

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/testkit/statstest"
	"github.com/nrkit/nrkit/nsys"
)

// answered are the reports that NVIDIA's program refuses and that we give, with
// the test that shows they are right.
var answered = map[string]string{
	"GindaChen_nsys-ai__h100_2gpu_1s/2022.4.2/gputrace":          "TestTraceWithoutDevices",
	"GindaChen_nsys-ai__h100_2gpu_1s/2023.4.4/cuda_gpu_trace":    "TestTraceWithoutDevices",
	"GindaChen_nsys-ai__mfu_2gpu_before/2022.4.2/gputrace":       "TestTraceWithoutDevices",
	"GindaChen_nsys-ai__mfu_2gpu_before/2023.4.4/cuda_gpu_trace": "TestTraceWithoutDevices",

	"GindaChen_nsys-ai__healthy_1pct/2022.4.2/cudaapitrace":         "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2022.4.2/gputrace":             "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2022.4.2/kernexecsum":          "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2022.4.2/kernexectrace":        "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_api_trace":       "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_gpu_sum":         "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_api_gpu_sum":     "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_gpu_trace":       "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_kern_exec_sum":   "TestFewColumns",
	"GindaChen_nsys-ai__healthy_1pct/2023.4.4/cuda_kern_exec_trace": "TestFewColumns",

	saxpy + "/2023.4.4/cuda_gpu_mem_time_sum": "TestOldExportsUnderNewNames",
	saxpy + "/2023.4.4/cuda_gpu_mem_size_sum": "TestOldExportsUnderNewNames",
	saxpy + "/2023.4.4/cuda_gpu_sum":          "TestOldExportsUnderNewNames",
	saxpy + "/2023.4.4/cuda_api_gpu_sum":      "TestOldExportsUnderNewNames",
	saxpy + "/2023.4.4/cuda_gpu_trace":        "TestOldExportsUnderNewNames",
	saxpy + "/2023.4.4/cuda_memcpy_sync":      "TestCallsAreCountedOnce",
}

// saxpy is a database of 2022.2, whose calls have second rows with call chains.
const saxpy = "hpcgroup_pipit__saxpy-mpi-cuda_nsys_perlmutter0"

// TestNoData: where NVIDIA's program has no output, we have none either, except
// in the cases of answered.
func TestNoData(t *testing.T) {
	slow := map[string]bool{"nvtx_gpu_proj_trace": true, "nvtx_gpu_proj_sum": true, "nvtxgpuproj": true} // had no end where they are not given
	given := map[string]bool{}                                                                           // folder/report
	folders := map[string]oracleFile{}
	for _, f := range oracleFiles(t) {
		folder := strings.TrimSuffix(filepath.Base(f.database), ".sqlite") + "/" + f.version
		folders[folder] = f
		given[folder+"/"+f.report] = true
	}
	for folder, f := range folders {
		e, err := nsys.Open(f.database)
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range Reports() {
			name := r.Name
			if f.version == "2022.4.2" {
				name = r.Old
			}
			if name == "" || slow[name] || strings.HasPrefix(name, "nr_") || strings.Contains(name, "-") || given[folder+"/"+name] {
				continue
			}
			table, err := Run(e, name, Options{})
			if answered[folder+"/"+name] != "" {
				if err != nil {
					t.Errorf("%s: %s: %v", folder, name, err)
				}
			} else if !errors.Is(err, ErrNoData) && (err != nil || table.Len() > 0) { // a rule may have found nothing
				t.Errorf("%s: %s: got %v, want no data", folder, name, err)
			}
		}
		e.Close()
	}
}

// oracleExport opens a database.
func oracleExport(t *testing.T, name string) *nsys.Export {
	t.Helper()
	e, err := nsys.Open(filepath.Join(oracleFolder(t), name+".sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

// rowsPrinted returns the rows of a report as they are printed.
func rowsPrinted(t *testing.T, e *nsys.Export, spec string) []statstest.Row {
	t.Helper()
	d, err := statstest.ParseCSV(printed(t, e, spec))
	if err != nil {
		t.Fatal(err)
	}
	return d.Rows
}

// An export without TARGET_INFO_GPU has a trace of each kernel and memory
// operation, whose times are those of the summary; devices have no name.
func TestTraceWithoutDevices(t *testing.T) {
	for _, name := range []string{"GindaChen_nsys-ai__h100_2gpu_1s", "GindaChen_nsys-ai__mfu_2gpu_before"} {
		e := oracleExport(t, name)
		if e.Has("TARGET_INFO_GPU") {
			t.Fatalf("%s has TARGET_INFO_GPU", name)
		}
		times, count := map[string]int64{}, map[string]int64{}
		devices := map[string]bool{}
		for _, r := range rowsPrinted(t, e, "cuda_gpu_trace") {
			ns, err := strconv.ParseInt(r.Values["Duration (ns)"], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			times[r.Values["Name"]] += ns
			count[r.Values["Name"]]++
			devices[r.Values["Device"]] = true
		}
		if !maps.Equal(devices, map[string]bool{"(0)": true, "(1)": true}) {
			t.Errorf("%s: devices %v, want (0) and (1)", name, devices)
		}
		sums := rowsPrinted(t, e, "cuda_gpu_sum") // which equals NVIDIA's
		for _, r := range sums {
			op := r.Values["Operation"]
			if fmt.Sprint(times[op]) != r.Values["Total Time (ns)"] || fmt.Sprint(count[op]) != r.Values["Instances"] {
				t.Errorf("%s: %s: the trace has %d ns in %d rows, the summary %s in %s", name, op, times[op], count[op], r.Values["Total Time (ns)"], r.Values["Instances"])
			}
		}
		if len(sums) != len(times) {
			t.Errorf("%s: the trace has %d names, the summary %d", name, len(times), len(sums))
		}
	}
}

// An export that was cut down to few columns: what it has is as in the reports
// that NVIDIA's program gives, what it has not is empty.
func TestFewColumns(t *testing.T) {
	e := oracleExport(t, "GindaChen_nsys-ai__healthy_1pct")
	for _, spec := range []string{"cuda_gpu_trace", "cuda_kern_exec_trace", "kernexectrace"} {
		rows := rowsPrinted(t, e, spec)
		if len(rows) != 400 {
			t.Errorf("%s: %d rows, want 400", spec, len(rows))
		}
		for _, r := range rows {
			for column, want := range map[string]string{"Reg/Trd": "", "Ctx": "", "GreenCtx": "", "Bytes (MB)": "", "Device": "NVIDIA H100 80GB HBM3 (0)"} {
				if got, ok := r.Values[column]; ok && got != want {
					t.Fatalf("%s: %s is %q, want %q", spec, column, got, want)
				}
			}
		}
	}
	// The kernels of cuda_gpu_kern_sum and the calls of cuda_api_sum, which equal
	// NVIDIA's, together.
	var want []string
	for _, r := range rowsPrinted(t, e, "cuda_gpu_kern_sum") {
		want = append(want, r.Values["Total Time (ns)"]+" "+r.Values["Instances"]+" CUDA_KERNEL "+r.Values["Name"])
	}
	for _, r := range rowsPrinted(t, e, "cuda_api_sum") {
		want = append(want, r.Values["Total Time (ns)"]+" "+r.Values["Num Calls"]+" CUDA_API "+r.Values["Name"])
	}
	var got []string
	for _, r := range rowsPrinted(t, e, "cuda_api_gpu_sum") {
		got = append(got, r.Values["Total Time (ns)"]+" "+r.Values["Instances"]+" "+r.Values["Category"]+" "+r.Values["Operation"])
	}
	if !slices.Equal(got, want) {
		t.Errorf("cuda_api_gpu_sum:\n got %q\nwant %q", got, want)
	}
}

// A database of 2022 gives under the new names what it gives under the old ones,
// which equals NVIDIA's, but for how copies, columns and NULL are printed.
func TestOldExportsUnderNewNames(t *testing.T) {
	e := oracleExport(t, saxpy)
	renamed := strings.NewReplacer("[CUDA memcpy HtoD]", "[CUDA memcpy Host-to-Device]", "[CUDA memcpy DtoH]", "[CUDA memcpy Device-to-Host]", "None", "", "MBps", "MB/s")
	for old, name := range map[string]string{"gpumemtimesum": "cuda_gpu_mem_time_sum", "gpumemsizesum": "cuda_gpu_mem_size_sum", "gpusum": "cuda_gpu_sum", "apigpusum": "cuda_api_gpu_sum"} {
		if got, want := printed(t, e, name), renamed.Replace(printed(t, e, old)); got != want {
			t.Errorf("%s:\n got %s\nwant %s", name, got, want)
		}
	}
	rows, old := rowsPrinted(t, e, "cuda_gpu_trace"), rowsPrinted(t, e, "gputrace")
	for i := range rows {
		for column, want := range old[i].Values {
			if got := rows[i].Values[renamed.Replace(column)]; got != renamed.Replace(want) {
				t.Errorf("cuda_gpu_trace: row %d: %s is %q, want %q", i+1, column, got, renamed.Replace(want))
			}
		}
		if got := rows[i].Values["GreenCtx"]; got != "" {
			t.Errorf("row %d: a green context %q", i+1, got)
		}
	}
	if len(rows) != len(old) || len(rows) != 20 {
		t.Errorf("cuda_gpu_trace: %d rows, gputrace %d, want 20", len(rows), len(old))
	}
}

// A call with a call chain has two rows of which a rule lists one: each of the
// 15 copies of 262 MB that the program waits for once.
func TestCallsAreCountedOnce(t *testing.T) {
	for _, report := range []string{"cuda_memcpy_sync", "cuda-sync-memcpy"} {
		starts := map[string]bool{}
		rows := rowsPrinted(t, oracleExport(t, saxpy), report)
		for _, r := range rows {
			starts[r.Values["Start (ns)"]] = true
		}
		if len(rows) != 15 || len(starts) != 15 {
			t.Errorf("%s: %d rows of %d copies, want 15 of 15", report, len(rows), len(starts))
		}
	}
}

// The rules find calls of the driver API too, which is all that programs call
// that XLA compiled.
func TestRulesKnowTheDriverAPI(t *testing.T) {
	const pid = int64(7 << 24)
	names := []string{"cuStreamSynchronize", "cuCtxSynchronize", "cuEventSynchronize", "cuMemcpyDtoHAsync_v2", "cuMemcpyDtoH_v2", "cudaMemcpyAsync_v3020",
		"cuMemsetD8_v2", "cudaMemset_v3020", "cuLaunchKernel", "cudaEventSynchronize", "cuStreamQuery", "cuMemAlloc_v2", "cuMemsetD8Async"}
	var calls, copies, sets [][]any
	for i := range names {
		at := int64(100 * i)
		calls = append(calls, []any{at, at + 50 - int64(i), 0, pid | 7, i, i + 1, 0})
		copies = append(copies, []any{at, at + 9, 0, 1, 7, i, pid, 1, 2, 2, 0, 0, nil, nil})
		sets = append(sets, []any{at, at + 9, 0, 1, 7, i, pid, 1, 0, 1})
	}
	e := openExport(t, namesOf(names...), rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns, calls...),
		rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns, copies...),
		rowsOf("CUPTI_ACTIVITY_KIND_MEMSET", "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, value INTEGER, memKind INTEGER", sets...))
	for report, want := range map[string]string{
		"cuda_api_sync":     "cuStreamSynchronize cuCtxSynchronize cuEventSynchronize",
		"cuda_memcpy_async": "cuMemcpyDtoHAsync_v2 cudaMemcpyAsync_v3020",
		"cuda_memcpy_sync":  "cuMemcpyDtoH_v2",
		"cuda_memset_sync":  "cuMemsetD8_v2 cudaMemset_v3020",
	} {
		var got []string
		for _, r := range rowsPrinted(t, e, report) {
			got = append(got, r.Values["API Name"])
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s: got %s, want %s", report, got, want)
		}
	}
}

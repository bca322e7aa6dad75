package parquet_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/nrkit/nrkit/trace"
	"github.com/nrkit/nrkit/trace/input"
	"github.com/nrkit/nrkit/trace/parquet"
)

// Work on devices, its ranges and the calls that wait have the figures of the table of
// phases, for each export of Nsight Systems and each profile that is at hand.
func TestDevices(t *testing.T) {
	files, err := filepath.Glob("../../testdata/nsys/*.sqlite")
	if err != nil || len(files) == 0 {
		t.Fatalf("got %v, %v", files, err)
	}
	if dir := os.Getenv("NRKIT_ORACLE"); dir != "" {
		more, err := filepath.Glob(filepath.Join(dir, "nsys*", "*.sqlite"))
		if err != nil || len(more) < 9 {
			t.Fatalf("got %v, %v", more, err)
		}
		files = append(files, more...)
	}
	operations := 0
	for _, path := range files {
		f, err := input.OpenFile(path, input.Options{})
		if err != nil {
			t.Fatal(err)
		}
		operations += checkDevices(t, path, f.Trace)
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if operations == 0 {
		t.Error("no work on a device in any file")
	}
}

// checkDevices compares, and returns how many operations there are.
func checkDevices(t *testing.T, path string, tr *trace.Trace) int {
	t.Helper()
	tables := written(t, tr, parquet.Options{})
	s := trace.Summarize(tr, trace.SummaryOptions{})
	if s.Device == nil {
		if n := len(tables["gpu_operations.parquet"].rows) + len(tables["waits.parquet"].rows); n > 0 {
			t.Errorf("%s: got %d rows, want none", path, n)
		}
		return 0
	}
	ranges, phases := map[int64]row{}, map[string]int64{}
	for _, r := range tables["ranges.parquet"].rows {
		ranges[r["id"].(int64)] = r
	}
	var ns, outside, waits, waitNS int64
	for _, r := range tables["gpu_operations.parquet"].rows {
		ns += r["dur_ns"].(int64)
		if r["parent_id"] == nil {
			outside += r["dur_ns"].(int64)
		}
		if id, ok := r["call_id"].(int64); ok && (ranges[id]["name"] != r["call"] || ranges[id]["start_ns"] != r["call_start_ns"]) {
			t.Errorf("%s: got %v, the call is %v", path, r, ranges[id])
		}
		if id, ok := r["parent_id"].(int64); ok && ranges[id]["name"] != r["phase"] {
			t.Errorf("%s: got %v, the range is %v", path, r, ranges[id])
		}
		seen := map[string]bool{}
		for id, ok := r["parent_id"].(int64); ok; id, ok = ranges[id]["parent_id"].(int64) {
			if name := ranges[id]["name"].(string); !seen[name] {
				seen[name] = true
				phases[name] += r["dur_ns"].(int64)
			}
		}
	}
	for _, r := range tables["waits.parquet"].rows {
		waits++
		waitNS += r["dur_ns"].(int64)
	}
	rows := int64(len(tables["gpu_operations.parquet"].rows))
	if d := s.Device; rows != d.Work || ns != d.NS || waits != d.Calls || waitNS != d.Wait || outside != d.Unattributed {
		t.Errorf("%s: got %d operations of %d ns, %d outside, %d waits of %d ns; want %+v", path, rows, ns, outside, waits, waitNS, *d)
	}
	for _, p := range s.Phases {
		if p.GPU != nil && phases[p.Name] != *p.GPU {
			t.Errorf("%s: %s: got %d ns of work, want %d", path, p.Name, phases[p.Name], *p.GPU)
		}
	}
	return int(rows)
}

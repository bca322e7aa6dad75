package stats

import (
	"errors"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
	"github.com/nrkit/nrkit/nsys"
)

// Each rule finds nothing in a program that does nothing wrong, and says so;
// without one of the tables that it looks at, or without rows in it, it cannot.
func TestNothing(t *testing.T) {
	const pid = int64(7 << 24)
	names := namesOf("cudaMemcpyAsync_v3020", "cudaMemsetAsync_v3020", "kernel")
	const setColumns = "start INTEGER, end INTEGER, deviceId INTEGER, contextId INTEGER, streamId INTEGER, correlationId INTEGER, globalPid INTEGER, bytes INTEGER, value INTEGER, memKind INTEGER"
	calls := [][]any{{10, 20, 0, pid | 7, 1, 1, 0}, {30, 40, 0, pid | 7, 2, 2, 0}}
	copies := [][]any{{100, 200, 0, 1, 7, 1, pid, 1 << 20, 1, 1, 2, nil, 0, nil}} // pinned to device
	sets := [][]any{{200, 300, 0, 1, 7, 2, pid, 1 << 20, 0, 2}}
	tables := func(calls, copies, sets [][]any) []sqlitetest.Table {
		return []sqlitetest.Table{names, rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns, calls...),
			rowsOf("CUPTI_ACTIVITY_KIND_MEMCPY", copyColumns, copies...), rowsOf("CUPTI_ACTIVITY_KIND_MEMSET", setColumns, sets...)}
	}
	whole := openExport(t, tables(calls, copies, sets)...)
	noCalls, noCopies, noSets := openExport(t, tables(nil, copies, sets)...), openExport(t, tables(calls, nil, sets)...), openExport(t, tables(calls, copies, nil)...)
	alone := openExport(t, names, rowsOf("CUPTI_ACTIVITY_KIND_RUNTIME", callColumns, calls...))
	seen := 0
	for _, r := range Reports() {
		if r.verdict == nil {
			continue
		}
		seen++
		tab, err := Run(whole, r.Name, Options{})
		if err != nil || tab.Len() > 0 || !strings.HasPrefix(tab.Nothing, "no problems detected: no ") {
			t.Errorf("%s: want no problems, got %+v, %v", r.Name, tab, err)
		}
		time := strings.HasPrefix(r.Name, "gpu_")
		for _, without := range []struct {
			what   string
			export *nsys.Export
			enough bool
		}{
			{"calls", noCalls, time},
			{"copies", noCopies, !strings.HasPrefix(r.Name, "cuda_memcpy")},
			{"memory sets", noSets, r.Name != "cuda_memset_sync"},
			{"tables of work", alone, r.Name == "cuda_api_sync" || r.Name == "nr_sync"},
		} {
			if _, err := Run(without.export, r.Name, Options{}); (err == nil) != without.enough || err != nil && !errors.Is(err, ErrNoData) {
				t.Errorf("%s of an export without %s: got %v", r.Name, without.what, err)
			}
		}
	}
	if seen != 7 {
		t.Errorf("got %d rules, want 7", seen)
	}
}

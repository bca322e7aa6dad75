package nsys_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/nsys"
)

// A time that cannot be one is refused with table and row, by every reader of
// times; the latest, the earliest and NULL are read.
func TestTimesOutOfRange(t *testing.T) {
	const far = int64(1 << 61)
	columns := map[string]string{
		"CUPTI_ACTIVITY_KIND_KERNEL":      "start, end, deviceId, streamId, correlationId, globalPid",
		"CUPTI_ACTIVITY_KIND_MEMCPY":      "start, end, deviceId, correlationId, globalPid, bytes",
		"CUPTI_ACTIVITY_KIND_RUNTIME":     "start, end, globalTid, correlationId, nameId, eventClass",
		"CUPTI_ACTIVITY_KIND_GRAPH_TRACE": "start, end, deviceId, correlationId, globalPid, graphId",
		"NVTX_EVENTS":                     "start, end, eventType, text, globalTid, domainId",
		"OSRT_API":                        "start, end, globalTid, nameId, nestingLevel",
	}
	for name, cols := range columns {
		row := func(start, end any) []any {
			cells := make([]any, strings.Count(cols, ",")+1)
			for i := range cells {
				cells[i] = 1
			}
			cells[0], cells[1] = start, end
			return cells
		}
		if _, err := readers(open(t, table(name, cols, row(-far, far), row(-3000, -500))))[name](); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for _, c := range []struct {
			start, end any
			column     string
			got        int64
		}{
			{1, far + 1, "end", far + 1},
			{-far - 1, 1, "start", -far - 1},
			{int64(math.MaxInt64), int64(math.MinInt64), "start", math.MaxInt64},
			{1, int64(math.MinInt64), "end", math.MinInt64}, // stands for NULL elsewhere
		} {
			e := open(t, table(name, cols, row(1, 2), row(c.start, c.end)))
			_, err := readers(e)[name]()
			want := fmt.Sprintf("%s: table %s, row 2: column %s: want a time within 2^61 ns (73 years) of the start, got %d", e.Path, name, c.column, c.got)
			if err == nil || err.Error() != want {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
		}
	}
	e := open(t, table("NVTX_EVENTS", columns["NVTX_EVENTS"], []any{1, nil, nsys.NVTXPushPop, "x", 1, 0}, []any{1, far + 1, nsys.NVTXPushPop, "x", 1, 0}))
	if _, err := e.Ranges(); err == nil || !strings.Contains(err.Error(), "table NVTX_EVENTS, row 2: column end: want a time") {
		t.Errorf("Ranges: got %v", err)
	}
}

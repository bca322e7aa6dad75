package main

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nrkit/nrkit/internal/sqlite"
)

// A period is a time, in ns.
type period struct{ start, end int64 }

// An apiRow is a row of CUPTI_ACTIVITY_KIND_RUNTIME that is a call.
type apiRow struct {
	period
	pid, tid, id int64 // id is the correlation id
	name         string
	work         []*workRow
	inner        bool // it lies in another call of its thread
}

func (c *apiRow) took() int64 { return c.end - c.start }

// A workRow is a row of CUPTI_ACTIVITY_KIND_KERNEL, MEMCPY or MEMSET.
type workRow struct {
	period
	pid, device, id int64
	table           string
	kernel          int64 // shortName
	kind, src, dst  int64 // of copies; -1 where the row has none
	bytes           int64
}

// pageable says whether a copy is from or to pageable memory (0 of
// ENUM_CUDA_MEM_KIND) of the host.
func (w *workRow) pageable() bool { return w.kind == 1 && w.src == 0 || w.kind == 2 && w.dst == 0 }

// An exportRows has the rows of a database that questions are asked of.
type exportRows struct {
	calls    []*apiRow
	work     []*workRow
	overhead []apiRow // of PROFILER_OVERHEAD
	messages []string // of DIAGNOSTIC_EVENT
	nvtx     int      // ranges
	first    int64    // of all times
	last     int64
}

// version is what the names of functions end with.
var version = regexp.MustCompile(`(_ptsz|_ptds)?(_v\d+)?$`)

// readExport reads the rows, without package nsys.
func readExport(t *testing.T, path string) *exportRows {
	t.Helper()
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	x := &exportRows{first: 1<<63 - 1, last: -1 << 63}
	texts := map[int64]string{}
	eachRow(t, db, "StringIds", func(r row) { texts[r.int("id")] = r.text("value") })
	eachRow(t, db, "NVTX_EVENTS", func(r row) {
		switch r.int("eventType") {
		case 59, 60:
			x.nvtx++
			x.see(r)
		}
	})
	eachRow(t, db, "CUPTI_ACTIVITY_KIND_RUNTIME", func(r row) {
		if r.int("eventClass") != 67 { // a row with the call chain
			tid := r.int("globalTid")
			x.calls = append(x.calls, &apiRow{period: x.see(r), pid: tid >> 24 & 0xffffff, tid: tid, id: r.int("correlationId"),
				name: version.ReplaceAllString(texts[r.int("nameId")], "")})
		}
	})
	for _, table := range []string{"KERNEL", "MEMCPY", "MEMSET"} {
		eachRow(t, db, "CUPTI_ACTIVITY_KIND_"+table, func(r row) {
			pid := r.int("globalPid") >> 24 & 0xffffff
			if r.int("globalPid") < 0 && len(x.calls) > 0 {
				pid = x.calls[0].pid // the export has one process
			}
			x.work = append(x.work, &workRow{period: x.see(r), pid: pid, device: r.int("deviceId"), id: r.int("correlationId"),
				table: table, kernel: r.int("shortName"), kind: r.int("copyKind"), src: r.int("srcKind"), dst: r.int("dstKind"), bytes: r.int("bytes")})
		})
	}
	eachRow(t, db, "PROFILER_OVERHEAD", func(r row) {
		x.overhead = append(x.overhead, apiRow{period: period{r.int("start"), r.int("end")}, name: texts[r.int("nameId")]})
	})
	eachRow(t, db, "DIAGNOSTIC_EVENT", func(r row) {
		if r.int("severity") > 1 {
			x.messages = append(x.messages, r.text("text"))
		}
	})
	x.join()
	return x
}

// see returns the times of a row, and takes note of them.
func (x *exportRows) see(r row) period {
	p := period{r.int("start"), r.int("end")}
	x.first, x.last = min(x.first, p.start), max(x.last, p.start, p.end)
	return p
}

// join gives each call its work, and finds the calls that lie in others.
func (x *exportRows) join() {
	byID := map[[2]int64]*apiRow{}
	slices.SortStableFunc(x.calls, func(a, b *apiRow) int { return int(a.start - b.start) })
	outer := map[int64]int64{} // end of the call around, by thread
	for _, c := range x.calls {
		c.inner = c.end <= outer[c.tid]
		outer[c.tid] = max(outer[c.tid], c.end)
		if _, known := byID[[2]int64{c.pid, c.id}]; !known {
			byID[[2]int64{c.pid, c.id}] = c
		}
	}
	for _, w := range x.work {
		if c := byID[[2]int64{w.pid, w.id}]; c != nil {
			c.work = append(c.work, w)
		}
	}
}

// A row is a row of a table by column.
type row struct {
	columns map[string]int
	values  []sqlite.Value
}

// int returns a number, -1 where the table has no such column or the row nothing
// in it.
func (r row) int(column string) int64 {
	k, ok := r.columns[column]
	if !ok || r.values[k].Kind == sqlite.Null {
		return -1
	}
	return r.values[k].Int()
}

func (r row) text(column string) string {
	if k, ok := r.columns[column]; ok {
		return string(r.values[k].Bytes())
	}
	return ""
}

// eachRow reads a table, if there is one.
func eachRow(t *testing.T, db *sqlite.DB, table string, yield func(row)) {
	t.Helper()
	tab := db.Table(table)
	if tab == nil {
		return
	}
	r := row{columns: map[string]int{}}
	var all []int
	for i, name := range tab.Columns() {
		r.columns[name] = i
		all = append(all, i)
	}
	err := tab.Scan(all, func(values []sqlite.Value) error {
		r.values = values
		yield(r)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// total returns how much time lies in some of the periods.
func total(list []period) (ns int64) {
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b period) int { return int(a.start - b.start) })
	end := int64(-1 << 63)
	for _, p := range list {
		if p.end > end {
			ns += p.end - max(p.start, end)
			end = p.end
		}
	}
	return ns
}

// without returns how much time lies in some of a list and in none of others.
func without(list, others []period) int64 {
	return total(slices.Concat(list, others)) - total(others)
}

// clip returns the parts of the periods that lie in another one.
func clip(list []period, to period) (parts []period) {
	for _, p := range list {
		if p = (period{max(p.start, to.start), min(p.end, to.end)}); p.end > p.start {
			parts = append(parts, p)
		}
	}
	return parts
}

// hasPrefix says whether a text begins with one of some.
func hasPrefix(text string, prefixes ...string) bool {
	return slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(text, p) })
}

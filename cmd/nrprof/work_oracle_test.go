package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nrkit/nrkit/compare"
	"github.com/nrkit/nrkit/internal/sqlite"
	"github.com/nrkit/nrkit/trace"
)

// oracleExports returns the exports that others published.
func oracleExports(t *testing.T) []string {
	root := os.Getenv("NRKIT_ORACLE")
	if root == "" {
		t.Skip("NRKIT_ORACLE is not set")
	}
	var files []string
	for _, dir := range []string{"nsys", "nsys-cases"} {
		list, err := filepath.Glob(filepath.Join(root, dir, "*.sqlite"))
		if err != nil || len(list) == 0 {
			t.Fatalf("got %d exports in %s, %v", len(list), dir, err)
		}
		files = append(files, list...)
	}
	return files
}

// column is the names of a column in all versions of exports.
type column []string

// tableRows yields the columns of a table that an export may lack, as integers.
func tableRows(t *testing.T, db *sqlite.DB, table string, columns []column, yield func(row []sqlite.Value)) {
	t.Helper()
	k := slices.IndexFunc(db.Tables(), func(x sqlite.Table) bool { return x.Name == table })
	if k < 0 {
		return
	}
	tab := &db.Tables()[k]
	var list []int
	for _, c := range columns {
		for _, name := range c {
			if i := tab.Column(name); i >= 0 {
				list = append(list, i)
				break
			}
		}
	}
	if len(list) != len(columns) {
		t.Fatalf("%s: got columns %v, want %v", table, tab.Columns(), columns)
	}
	if err := tab.Scan(list, func(row []sqlite.Value) error { yield(row); return nil }); err != nil {
		t.Fatal(err)
	}
}

// A naive is what an export has of devices and calls, counted from its rows.
type naive struct {
	first, last int64
	some        bool
	edges       map[[2]int64][]edge // by process and device
	kernels     map[string]trace.DeviceTotal
	copies      trace.DeviceTotal
	calls       map[string]trace.DeviceTotal
}

// An edge is the begin or the end of an operation.
type edge struct {
	at     int64
	by     int // 1 for a begin, -1 for an end
	kernel bool
}

func (n *naive) span(start, end int64) {
	if !n.some {
		n.first, n.last, n.some = start, end, true
	}
	n.first, n.last = min(n.first, start), max(n.last, end)
}

func addTotal(m map[string]trace.DeviceTotal, name string, ns int64) {
	x := m[name]
	m[name] = trace.DeviceTotal{Count: x.Count + 1, Total: x.Total + ns}
}

// suffixes are what names of calls have for versions and streams.
var suffixes = regexp.MustCompile(`(_v\d+|_ptsz|_ptds)+$`)

// readNaive counts the rows of an export.
func readNaive(t *testing.T, path string) *naive {
	t.Helper()
	db, err := sqlite.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close() // was only read
	n := &naive{edges: map[[2]int64][]edge{}, kernels: map[string]trace.DeviceTotal{}, calls: map[string]trace.DeviceTotal{}}
	texts := map[int64]string{}
	tableRows(t, db, "StringIds", []column{{"id"}, {"value"}}, func(r []sqlite.Value) { texts[r[0].Int()] = string(r[1].Bytes()) })
	work := func(r []sqlite.Value, kernel bool) int64 {
		start, end := r[0].Int(), r[1].Int()
		n.span(start, end)
		key := [2]int64{r[3].Int() >> 24, r[2].Int()}
		n.edges[key] = append(n.edges[key], edge{start, 1, kernel}, edge{end, -1, kernel})
		return end - start
	}
	times := []column{{"start"}, {"end"}, {"deviceId"}}
	process := column{"globalPid", "deviceId"} // exports without the first are of one process
	tableRows(t, db, "CUPTI_ACTIVITY_KIND_KERNEL", append(slices.Clone(times), process, column{"demangledName"}, column{"shortName"}), func(r []sqlite.Value) {
		addTotal(n.kernels, texts[r[5].Int()], work(r, true))
	})
	for _, table := range []string{"MEMCPY", "MEMSET"} {
		tableRows(t, db, "CUPTI_ACTIVITY_KIND_"+table, append(slices.Clone(times), process), func(r []sqlite.Value) {
			n.copies = trace.DeviceTotal{Count: n.copies.Count + 1, Total: n.copies.Total + work(r, false)}
		})
	}
	tableRows(t, db, "CUPTI_ACTIVITY_KIND_RUNTIME", []column{{"start"}, {"end"}, {"nameId"}, {"eventClass", "globalTid"}}, func(r []sqlite.Value) {
		if r[3].Int() != 67 { // a call chain
			n.span(r[0].Int(), r[1].Int())
			addTotal(n.calls, suffixes.ReplaceAllString(texts[r[2].Int()], ""), r[1].Int()-r[0].Int())
		}
	})
	tableRows(t, db, "NVTX_EVENTS", []column{{"start"}, {"end"}, {"eventType"}}, func(r []sqlite.Value) {
		if k := r[2].Int(); (k == 59 || k == 60) && r[1].Kind != sqlite.Null {
			n.span(r[0].Int(), r[1].Int())
		}
	})
	return n
}

// device returns what the rows of a device must have, by counting how many
// operations are open.
func (n *naive) device(edges []edge) trace.DeviceWork {
	slices.SortFunc(edges, func(a, b edge) int { return int(a.at - b.at) })
	var d trace.DeviceWork
	var open [2]int // copies, kernels
	for i, e := range edges {
		if i > 0 {
			ns := e.at - edges[i-1].at
			if open[0]+open[1] > 0 {
				d.Busy += ns
			}
			if open[0] > 0 {
				d.Memory += ns
			}
			if open[1] > 0 {
				d.Kernels += ns
			}
		}
		k := 0
		if e.kernel {
			k = 1
		}
		open[k] += e.by
		d.Operations += int64(1+e.by) / 2
	}
	d.Span = edges[len(edges)-1].at - edges[0].at
	d.Idle = d.Span - d.Busy
	return d
}

// summaryOf returns what nrprof phases --json prints.
func summaryOf(t *testing.T, path string) *trace.Summary {
	t.Helper()
	var out, errs bytes.Buffer
	if code := run([]string{"phases", path, "--json"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("%s: %s", path, errs.String())
	}
	s := &trace.Summary{}
	if err := json.Unmarshal(out.Bytes(), s); err != nil {
		t.Fatal(err)
	}
	return s
}

// TestWorkOfExports compares the tables of published exports with what their rows
// say.
func TestWorkOfExports(t *testing.T) {
	for _, path := range oracleExports(t) {
		t.Run(filepath.Base(path), func(t *testing.T) {
			s, n := summaryOf(t, path), readNaive(t, path)
			if s.Work == nil {
				if len(n.edges)+len(n.calls) > 0 {
					t.Fatal("got no work")
				}
				return
			}
			if s.Span != n.last-n.first {
				t.Errorf("got a span of %d, want %d", s.Span, n.last-n.first)
			}
			if len(s.Work.Devices) != len(n.edges) {
				t.Errorf("got %d devices, want %d", len(s.Work.Devices), len(n.edges))
			}
			for key, edges := range n.edges {
				want := n.device(edges)
				if !slices.ContainsFunc(s.Work.Devices, func(d trace.DeviceWork) bool {
					want.Process, want.Device = d.Process, d.Device
					return d == want && int64(d.Device) == key[1]
				}) {
					t.Errorf("device %v: want %+v among %+v", key, want, s.Work.Devices)
				}
			}
			checkTotals(t, s.Work, n)
		})
	}
}

// checkTotals compares the totals by name.
func checkTotals(t *testing.T, w *trace.WorkSummary, n *naive) {
	t.Helper()
	var copies trace.DeviceTotal
	kernels := 0
	for _, x := range w.Operations {
		got := trace.DeviceTotal{Count: x.Count, Total: x.Total}
		switch {
		case x.Sort != trace.SortKernel:
			copies.Count, copies.Total = copies.Count+got.Count, copies.Total+got.Total
			continue
		case n.kernels[x.Name] == (trace.DeviceTotal{}): // the name is the demangled one
			continue
		case got != n.kernels[x.Name]:
			t.Errorf("%s: got %v, want %v", x.Name, got, n.kernels[x.Name])
		}
		kernels++
	}
	if copies != n.copies || kernels != len(n.kernels) {
		t.Errorf("got copies %v and %d kernels, want %v and %d", copies, kernels, n.copies, len(n.kernels))
	}
	if len(w.Calls) != len(n.calls) {
		t.Errorf("got %d calls, want %d", len(w.Calls), len(n.calls))
	}
	for _, c := range w.Calls {
		if got := (trace.DeviceTotal{Count: c.Count, Total: c.Total}); got != n.calls[c.Name] {
			t.Errorf("%s: got %v, want %v", c.Name, got, n.calls[c.Name])
		}
	}
}

// TestCompareOnOneScreen: two captures of one program on two GPUs, each of 0.3 s.
// The figures of the verdict are those of the rows.
func TestCompareOnOneScreen(t *testing.T) {
	oracleExports(t)
	root := os.Getenv("NRKIT_ORACLE")
	files := []string{filepath.Join(root, "nsys", "GindaChen_nsys-ai__mfu_2gpu_before.sqlite"), filepath.Join(root, "nsys-cases", "mfu_2gpu_after.sqlite")}
	var out, errs bytes.Buffer
	if code := run([]string{"compare", files[0], files[1], "--width", "100"}, strings.NewReader(""), &out, &errs); code != 0 || errs.Len() > 0 {
		t.Fatalf("got status %d: %s", code, errs.String())
	}
	text := out.String()
	if n := strings.Count(text, "\n"); n > 40 {
		t.Errorf("got %d lines, want 40 at most:\n%s", n, text)
	}
	for line := range strings.Lines(text) {
		if n := utf8.RuneCountInString(line); n > 101 {
			t.Errorf("line of %d columns: %s", n-1, line)
		}
	}
	for _, want := range []string{"No time was tested", "flash_fwd_kernel −31.6 ms (68 → 60 launches", "ncclDevKernel_SendRecv +8.34 ms (66 → 62 launches",
		"device 0 26.0 ms → 59.1 ms, device 1 31.4 ms → 45.3 ms", "the same 11 names"} {
		if !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
	out.Reset()
	if code := run([]string{"compare", files[0], files[1], "--json"}, strings.NewReader(""), &out, &errs); code != 0 {
		t.Fatalf("got status %d: %s", code, errs.String())
	}
	var r struct{ Work *compare.Work }
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	old, new := readNaive(t, files[0]), readNaive(t, files[1])
	for _, x := range r.Work.Totals {
		a, b := old.kernels[x.Name], new.kernels[x.Name]
		if x.Sort == trace.SortKernel && (x.Count != compare.Pair{Old: float64(a.Count), New: float64(b.Count)} || x.Total != compare.Pair{Old: float64(a.Total), New: float64(b.Total)}) {
			t.Errorf("%s: got %v of %v, want %v and %v", x.Name, x.Total, x.Count, a, b)
		}
	}
	for _, side := range []struct {
		n    *naive
		idle func(compare.DeviceRow) float64
	}{{old, func(d compare.DeviceRow) float64 { return d.Idle.Old }}, {new, func(d compare.DeviceRow) float64 { return d.Idle.New }}} {
		for key, edges := range side.n.edges {
			want := float64(side.n.device(edges).Idle)
			name := fmt.Sprintf("device %d", key[1])
			if k := slices.IndexFunc(r.Work.Devices, func(d compare.DeviceRow) bool { return d.Name == name }); k < 0 || side.idle(r.Work.Devices[k]) != want {
				t.Errorf("%s: got %+v, want %g idle", name, r.Work.Devices, want)
			}
		}
	}
}

// TestGroupedComparison: with --group-numbers the ranges that one side alone has
// under numbers of its own are compared.
func TestGroupedComparison(t *testing.T) {
	oracleExports(t)
	root := os.Getenv("NRKIT_ORACLE")
	args := []string{"compare", filepath.Join(root, "nsys", "GindaChen_nsys-ai__mfu_2gpu_before.sqlite"), filepath.Join(root, "nsys-cases", "mfu_2gpu_after.sqlite"), "--json"}
	for _, c := range []struct {
		flags []string
		alone bool
	}{{nil, true}, {[]string{"--group-numbers"}, false}} {
		var out, errs bytes.Buffer
		if code := run(append(slices.Clone(args), c.flags...), strings.NewReader(""), &out, &errs); code != 0 {
			t.Fatalf("got status %d: %s", code, errs.String())
		}
		var r compare.Result
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if n := len(r.OnlyOld) + len(r.OnlyNew); (n > 0) != c.alone {
			t.Errorf("%v: got %d quantities of one side alone", c.flags, n)
		}
	}
}

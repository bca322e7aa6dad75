package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/nrkit/nrkit/internal/sqlite/sqlitetest"
)

// Processes and threads of an export.
const (
	process = 1<<56 | 42<<24
	other   = 1<<56 | 43<<24
)

var threads = []int64{process | 7, process | 8, other | 7}

// strs are the strings of ids from 1: a function, two kernels, each with its
// base name, and names of ranges.
var strs = []string{"cudaLaunchKernel_v7000", "f(int)", "f", "g<2>", "g", "a", "b", "c,d", "e f"}

// firstRange is the id of the first name of a range in strs.
const firstRange = 6

// A generator draws the rows of an export.
type generator struct {
	*rand.Rand
	base, span                     int64
	ranges, calls, kernels, copies [][]any
}

// randomExport returns the tables of a random export. In half of them times are
// so large that single precision tells few of them apart.
func randomExport(seed uint64) []sqlitetest.Table {
	g := &generator{Rand: rand.New(rand.NewPCG(seed, 0))}
	g.span = []int64{300, 2000, 1e6, 5e8}[seed%4]
	if seed/4%2 == 1 {
		g.base = 155_357_647_753
	}
	g.drawRanges()
	for id := range int64(40) {
		g.drawCall(id)
	}
	var texts [][]any
	for _, s := range strs {
		texts = append(texts, []any{nil, s})
	}
	table := func(name, columns string, rows [][]any) sqlitetest.Table {
		return sqlitetest.Table{Name: name, SQL: "CREATE TABLE " + name + " (" + columns + ")", Rows: sqlitetest.Rows(rows...)}
	}
	work := "start, end, deviceId, contextId, greenContextId, streamId, correlationId, globalPid, graphNodeId"
	return []sqlitetest.Table{
		table("StringIds", "id INTEGER PRIMARY KEY, value TEXT", texts),
		table("META_DATA_EXPORT", "name TEXT, value TEXT", [][]any{{"EXPORT_SCHEMA_VERSION", "3.4.0"}}),
		table("NVTX_EVENTS", "start, end, eventType, text, textId, globalTid, endGlobalTid, domainId", g.ranges),
		table("CUPTI_ACTIVITY_KIND_RUNTIME", "start, end, eventClass, globalTid, correlationId, nameId, returnValue", g.calls),
		table("CUPTI_ACTIVITY_KIND_KERNEL", work+", demangledName, shortName", g.kernels),
		table("CUPTI_ACTIVITY_KIND_MEMCPY", work+", bytes, copyKind", g.copies),
	}
}

// drawRanges draws ranges by start, domains and a mark behind all. No two ranges
// of a thread are equally long: which of them is the parent of a third depends
// on how SQLite built its index.
func (g *generator) drawRanges() {
	seen := map[string]bool{}
	last := g.base + g.span
	for range 60 {
		a, b := g.base+g.Int64N(g.span), g.base+g.Int64N(g.span)
		start, thread := min(a, b), threads[g.IntN(len(threads))]
		var end, text, id, away, domain any = max(a, b), nil, nil, nil, nil
		if g.IntN(12) == 0 {
			end = nil
		}
		ends := max(a, b)
		if end == nil {
			ends = last
		}
		key := fmt.Sprint(thread, ends-start)
		if seen[key] {
			continue
		}
		seen[key] = true
		if g.IntN(10) == 0 {
			away = threads[0]
		}
		if g.IntN(2) == 0 {
			domain = g.IntN(3)
		}
		if name := g.IntN(len(strs) - firstRange + 1); g.IntN(2) == 0 {
			text = strs[firstRange-1+name]
		} else {
			id = firstRange + name
		}
		g.ranges = append(g.ranges, []any{start, end, []int{59, 59, 60, 70, 71}[g.IntN(5)], text, id, thread, away, domain})
	}
	slices.SortStableFunc(g.ranges, func(a, b []any) int { return cmp.Compare(a[0].(int64), b[0].(int64)) })
	g.ranges = append(g.ranges,
		[]any{g.base, nil, 75, "dom", nil, threads[0], nil, 1},
		[]any{g.base, nil, 75, "dim", nil, threads[2], nil, 1},
		[]any{last, nil, 34, "mark", nil, threads[0], nil, 1})
}

// drawCall draws a call and up to two operations that it started.
func (g *generator) drawCall(id int64) {
	start, thread := g.base+g.Int64N(g.span), threads[g.IntN(len(threads))]
	g.calls = append(g.calls, []any{start, start + g.Int64N(g.span/20), 0, thread, id, 1, 0})
	for range g.IntN(3) {
		from := start + g.Int64N(g.span)
		work := []any{from, from + g.Int64N(g.span), 0, 1, nil, 7, id, thread &^ 0xffffff, nil}
		if kernel := g.IntN(3); kernel < 2 {
			g.kernels = append(g.kernels, append(work, 2+2*kernel, 3+2*kernel))
		} else {
			g.copies = append(g.copies, append(work, 8, 1))
		}
	}
}

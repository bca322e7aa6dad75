package main

import (
	"cmp"
	"slices"
	"strings"
)

// A wanted finding is one that a query justifies: what its title must say, its cost,
// -1 where it is unknown, and figures that its evidence must have.
type wanted struct {
	rule    string
	says    string
	cost    int64
	figures []float64
}

// queries say what of the rows of an export is a finding, each in the obvious way
// and without package diagnose. Rules that have none must find nothing in exports.
var queries = map[string]func(*exportRows) []wanted{
	"gpu-work-not-captured":   queryCaptured,
	"host-waits":              queryWaits,
	"copy-bound":              queryCopies,
	"pageable-copies":         queryPageable,
	"gpu-idle":                queryIdle,
	"startup-dominates":       queryStartup,
	"per-iteration-dtoh-sync": querySync,
	"timer-distortion":        queryTimer,
	"dropped-ranges":          queryDropped,
}

// much says whether some time is 5 % of the trace or more.
func (x *exportRows) much(ns int64) bool {
	return ns > 0 && float64(ns) >= 0.05*float64(x.last-x.first)
}

// launches says whether a function launches kernels.
func launches(name string) bool {
	return hasPrefix(name, "cudaLaunchKernel", "cuLaunchKernel", "cudaGraphLaunch", "cuGraphLaunch")
}

// uncaptured returns how often each process launched kernels of which there is no
// row.
func (x *exportRows) uncaptured() map[int64]map[string]float64 {
	list := map[int64]map[string]float64{}
	for _, c := range x.calls {
		if launches(c.name) && !c.inner {
			if list[c.pid] == nil {
				list[c.pid] = map[string]float64{}
			}
			list[c.pid][c.name]++
		}
	}
	for _, w := range x.work {
		if w.table == "KERNEL" {
			delete(list, w.pid)
		}
	}
	return list
}

func queryCaptured(x *exportRows) (list []wanted) {
	for _, names := range x.uncaptured() {
		w := wanted{rule: "gpu-work-not-captured", cost: -1}
		for _, n := range names {
			w.figures = append(w.figures, n)
		}
		list = append(list, w)
	}
	if len(list) == 0 && len(x.work) == 0 && slices.ContainsFunc(x.messages, func(m string) bool { return strings.HasPrefix(m, "CUDA profiling might have not been started") }) {
		list = append(list, wanted{rule: "gpu-work-not-captured", cost: -1})
	}
	return list
}

func queryDropped(x *exportRows) (list []wanted) {
	for _, m := range x.messages {
		if strings.HasPrefix(m, "Not all NVTX") && x.nvtx > 0 {
			return []wanted{{rule: "dropped-ranges", cost: -1}}
		}
	}
	return nil
}

// waits says whether a call waits for a device.
func (c *apiRow) waits() bool {
	return strings.HasSuffix(c.name, "Synchronize") || hasPrefix(c.name, "cudaMemcpy", "cuMemcpy") && !strings.Contains(c.name, "Async") && !strings.Contains(c.name, "DtoD")
}

func queryWaits(x *exportRows) []wanted {
	var waits, work []period
	longest := map[[2]any]int64{}
	for _, c := range x.calls {
		if c.waits() && !c.inner {
			waits = append(waits, c.period)
			longest[[2]any{c.tid, c.name}] += c.took()
		}
	}
	for _, w := range x.work {
		work = append(work, w.period)
	}
	if len(x.uncaptured()) > 0 && x.much(total(waits)) {
		most := int64(0)
		for _, ns := range longest {
			most = max(most, ns)
		}
		return []wanted{{"host-waits", "", -1, []float64{float64(total(waits)), float64(most)}}}
	}
	if idle := without(waits, work); len(work) > 0 && x.much(idle) {
		return []wanted{{"host-waits", "", idle, []float64{float64(total(waits))}}}
	}
	return nil
}

// A gpuOf is a device of a process.
type gpuOf struct{ pid, device int64 }

// A busy is what a device did.
type busy struct {
	gpuOf
	n                              int
	all, computing, host, pageable []period
	window                         period
}

func (b *busy) idle() int64 { return b.window.end - b.window.start - total(b.all) }

// devices returns what each device did.
func (x *exportRows) devices() []*busy {
	byGPU := map[gpuOf]*busy{}
	var list []*busy
	for _, w := range x.work {
		b := byGPU[gpuOf{w.pid, w.device}]
		if b == nil {
			b = &busy{gpuOf: gpuOf{w.pid, w.device}, window: w.period}
			byGPU[b.gpuOf], list = b, append(list, b)
		}
		b.n++
		b.all = append(b.all, w.period)
		b.window.start, b.window.end = min(b.window.start, w.start), max(b.window.end, w.end)
		switch {
		case w.table != "MEMCPY":
			b.computing = append(b.computing, w.period)
		case w.kind <= 2 || w.kind == 11 || w.kind == 12:
			b.host = append(b.host, w.period)
			if w.pageable() {
				b.pageable = append(b.pageable, w.period)
			}
		}
	}
	return list
}

// worst returns the device with the largest figure, 0 where there is none.
func (x *exportRows) worst(figure func(*busy) int64) (worst *busy, most int64) {
	for _, b := range x.devices() {
		if f := figure(b); worst == nil || f > most {
			worst, most = b, f
		}
	}
	return worst, most
}

// In none of the exports do two devices copy, or idle, for times that differ by 5 %
// of the trace, so that the worst of them is the finding.
func queryCopies(x *exportRows) []wanted {
	b, ns := x.worst(func(b *busy) int64 { return without(b.host, b.computing) })
	if b == nil || !x.much(ns) || ns < total(b.computing) || len(x.uncaptured()) > 0 {
		return nil
	}
	figures := []float64{float64(ns), float64(total(b.computing))}
	for _, kind := range []int64{1, 2} { // to the device and from it, each of one kind of memory but for some copies of a few bytes
		var bytes, took float64
		for _, w := range x.work {
			if w.table == "MEMCPY" && w.kind == kind && w.pid == b.pid && w.device == b.device && w.bytes > 1000 {
				bytes, took = bytes+float64(w.bytes), took+float64(w.end-w.start)
			}
		}
		if took > 0 {
			figures = append(figures, bytes, took, bytes/(took/1e9))
		}
	}
	return []wanted{{"copy-bound", "", ns, figures}}
}

func queryPageable(x *exportRows) []wanted {
	b, ns := x.worst(func(b *busy) int64 { return without(b.pageable, b.computing) })
	if b == nil || !x.much(ns) || len(x.uncaptured()) > 0 {
		return nil
	}
	w := wanted{"pageable-copies", "", ns, []float64{float64(ns)}}
	var blocked float64 // in calls that are asynchronous by name
	for _, c := range x.calls {
		if strings.Contains(c.name, "Async") && slices.ContainsFunc(c.work, (*workRow).pageable) {
			blocked += float64(c.took())
		}
	}
	if blocked > 0 {
		w.figures = append(w.figures, blocked)
	}
	return []wanted{w}
}

func queryIdle(x *exportRows) []wanted {
	cold := x.cold()
	b, idle := x.worst((*busy).idle)
	if b == nil || len(x.uncaptured()) > 0 || b.n < 8 {
		return nil
	}
	waste := without(clip(cold[b.pid], b.window), b.all)
	whole := b.window.end - b.window.start - waste
	if !x.much(idle-waste) || 2*total(b.computing) > whole {
		return nil
	}
	longest, short := b.gaps()
	return []wanted{{"gpu-idle", "", idle - waste, []float64{float64(idle), float64(total(b.computing)), float64(total(b.all) - total(b.computing)), float64(longest), float64(short)}}}
}

// gaps returns the longest gap of a device, and the sum of those up to 100 µs: from
// each end of some work, when no other work runs, to the next begin.
func (b *busy) gaps() (longest, short int64) {
	for _, w := range b.all {
		next := b.window.end
		for _, o := range b.all {
			if o.start <= w.end && o.end > w.end {
				next = w.end
			}
			if o.start > w.end {
				next = min(next, o.start)
			}
		}
		longest = max(longest, next-w.end)
		if next-w.end <= 100_000 {
			short += next - w.end
		}
	}
	return longest, short
}

// cold returns the calls in which each process starts up.
func (x *exportRows) cold() map[int64][]period {
	gives, works := map[int64]int64{}, map[int64]int64{}
	type first struct {
		pid    int64
		name   string
		kernel int64
	}
	of := func(c *apiRow) first {
		f := first{c.pid, c.name, -1}
		for _, w := range c.work {
			if w.table == "KERNEL" && f.kernel < 0 {
				f.kernel = w.kernel
			}
		}
		return f
	}
	seen := map[first][]*apiRow{}
	for _, w := range x.work {
		if at, known := works[w.pid]; !known || w.start < at {
			works[w.pid] = w.start
		}
	}
	for _, c := range x.calls { // in order of time
		if _, known := gives[c.pid]; !known && !c.inner && (len(c.work) > 0 || launches(c.name) || strings.Contains(c.name, "Mem") && hasPrefix(c.name, "cudaMemcpy", "cuMemcpy", "cudaMemset", "cuMemset")) {
			gives[c.pid] = c.start
		}
		if !c.inner {
			seen[of(c)] = append(seen[of(c)], c)
		}
	}
	list := map[int64][]period{}
	for _, calls := range seen {
		for k, c := range calls {
			at, worked := works[c.pid]
			before := c.start < gives[c.pid] && (!worked || c.start <= at) && (!c.waits() || strings.HasSuffix(c.name, "DeviceSynchronize"))
			if before || k == 0 && x.loads(c, calls[1:]) {
				list[c.pid] = append(list[c.pid], c.period)
			}
		}
	}
	return list
}

// loads says whether the first call of a function, or of a kernel, is a cold one.
func (x *exportRows) loads(c *apiRow, later []*apiRow) bool {
	if c.took() < 100_000 || c.waits() || strings.Contains(c.name, "Memcpy") || strings.Contains(c.name, "Free") || strings.Contains(c.name, "Destroy") {
		return false
	}
	for _, w := range c.work {
		for _, o := range x.work {
			if o.pid == w.pid && o.device == w.device && o.start < w.start && o.end > c.end {
				return false // the queue of the device was not empty
			}
		}
	}
	if launches(c.name) || strings.Contains(c.name, "Memset") {
		return true
	}
	var ns int64
	for _, l := range later {
		ns += l.took()
	}
	return len(later) > 0 && c.took() >= 10*(ns/int64(len(later)))
}

func queryStartup(x *exportRows) []wanted {
	var list []period
	for _, cold := range x.cold() {
		list = append(list, cold...)
	}
	for _, c := range x.calls {
		if hasPrefix(c.name, "cudaMalloc", "cuMemAlloc", "cudaHostAlloc", "cudaHostRegister", "cuModuleLoad", "cuLibraryLoad", "cuInit", "cudaStreamCreate", "cuStreamCreate", "cuMemCreate") && !strings.Contains(c.name, "Async") {
			list = append(list, c.period)
		}
	}
	if ns := total(list); 2*ns >= x.last-x.first && ns > 0 {
		return []wanted{{"startup-dominates", "", ns, nil}}
	}
	return nil
}

// querySync finds trains of waits: none of the exports has iterations of a solver.
func querySync(x *exportRows) []wanted {
	type train struct {
		pid  int64
		ns   int64
		span period
		n    int
		fed  bool // each follows a copy of 8 bytes from pageable memory
		last *workRow
	}
	byThread := map[int64]*train{}
	for _, c := range x.calls {
		tr := byThread[c.tid]
		if tr == nil {
			tr = &train{pid: c.pid, span: period{c.start, c.end}, fed: true}
			byThread[c.tid] = tr
		}
		if strings.HasSuffix(c.name, "Synchronize") {
			if tr.n == 0 {
				tr.span.start = c.start
			}
			tr.n++
			tr.ns += c.took()
			tr.span.end = c.end
			tr.fed = tr.fed && tr.last != nil && tr.last.kind == 1 && tr.last.src == 0 && tr.last.bytes <= 8
		}
		for _, w := range c.work {
			tr.last = w
		}
	}
	var cost int64
	var figures []float64
	says := "after a copy of at most 8 bytes to the device from pageable memory"
	for _, tr := range byThread {
		if tr.n < 8 || len(x.uncaptured()) > 0 || len(x.work) == 0 {
			continue
		}
		idle := int64(1<<63 - 1)
		for _, b := range x.devices() {
			if b.pid == tr.pid {
				idle = min(idle, tr.span.end-tr.span.start-total(clip(b.all, tr.span)))
			}
		}
		if c := min(tr.ns, idle); x.much(c) {
			cost = max(cost, c) // devices that lose at once lose it once
			figures = append(figures, float64(tr.ns))
			if !tr.fed {
				says = "without a copy to the host"
			}
		}
	}
	if cost == 0 {
		return nil
	}
	return []wanted{{"per-iteration-dtoh-sync", says, cost, figures}}
}

func queryTimer(x *exportRows) []wanted {
	var list []period
	for _, o := range x.overhead {
		if slices.ContainsFunc([]string{"CUPTI", "profiling", "Chunk Allocation", "TLS allocation", "plugins"}, func(w string) bool { return strings.Contains(o.name, w) }) {
			list = append(list, o.period)
		}
	}
	ns := total(clip(list, period{x.first, x.last}))
	if !x.much(ns) {
		return nil
	}
	return []wanted{{"timer-distortion", "", ns, nil}}
}

// justified returns what the queries find, sorted by rule.
func (x *exportRows) justified() (list []wanted) {
	for _, query := range queries {
		list = append(list, query(x)...)
	}
	slices.SortFunc(list, func(a, b wanted) int { return cmp.Compare(a.rule, b.rule) })
	return list
}

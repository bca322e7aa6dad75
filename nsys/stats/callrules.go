package stats

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/nsys"
)

// Calls that wait until a device has done something, without their versions.
// NVIDIA's rule knows the first two alone, so that it finds nothing in programs
// that call the driver API, such as those that XLA compiled.
var waitingCalls = []string{"cudaDeviceSynchronize", "cudaStreamSynchronize", "cuCtxSynchronize", "cuStreamSynchronize", "cuEventSynchronize"}

// isWaiting says whether a call waits for a device.
func isWaiting(name string) bool {
	return slices.ContainsFunc(waitingCalls, func(prefix string) bool { return hasPrefix(name, prefix) })
}

// hasPrefix is strings.HasPrefix in any case.
func hasPrefix(s, prefix string) bool {
	return len(s) >= len(prefix) && strings.EqualFold(s[:len(prefix)], prefix)
}

// isCall returns a test for calls of an operation of the runtime or the driver
// API, such as Memcpy, that are asynchronous or not.
func isCall(operation string, async bool) func(string) bool {
	return func(name string) bool {
		rest := strings.ToLower(name)
		rest, ok := strings.CutPrefix(rest, "cu")
		if !ok {
			return false
		}
		rest = strings.TrimPrefix(rest, "da")
		rest, ok = strings.CutPrefix(rest, strings.ToLower(operation))
		return ok && strings.Contains(rest, "async") == async
	}
}

// callsNamed returns which calls have a name that is wanted. A call with a
// call chain has two rows in an export, of which the second is left out.
func (r *request) callsNamed(calls []nsys.Call, wanted func(string) bool) []bool {
	known := map[nsys.String]bool{}
	is := make([]bool, len(calls))
	for i := range calls {
		c := &calls[i]
		if c.Class == nsys.ClassBacktrace {
			continue
		}
		yes, ok := known[c.Name]
		if !ok {
			yes = wanted(r.Text(c.Name))
			known[c.Name] = yes
		}
		is[i] = yes
	}
	return is
}

// syncRule lists the longest calls that wait for a device.
func syncRule(r *request) (*Table, error) {
	calls, err := r.calls()
	if err != nil {
		return nil, err
	}
	var found []nsys.Call
	for i, yes := range r.callsNamed(calls, isWaiting) {
		if yes {
			found = append(found, calls[i])
		}
	}
	slices.SortStableFunc(found, func(a, b nsys.Call) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	t := &Table{Columns: []string{"Duration (ns)", "Start (ns)", "PID", "TID", "API Name"}}
	for _, c := range found[:r.limit(len(found), ruleRows)] {
		t.Add(Integer(c.End-c.Start), Integer(c.Start), Integer(c.Thread.PID()), Integer(c.Thread.TID()), r.name(c.Name))
	}
	return t, nil
}

// A memoryWork is a copy or a memory set with the call that started it.
type memoryWork struct {
	*nsys.Work
	bytes int64
	kinds [2]Cell // of the source and of the destination, or of the memory set
	api   nsys.String
}

// pageable is a kind of memory: what the system may move.
const pageable = 0

// asyncCopyRule lists asynchronous copies from or to pageable memory, which
// block the program.
func asyncCopyRule(r *request) (*Table, error) {
	return r.copyRule(isCall("Memcpy", true), func(m *nsys.Memcpy) bool {
		return m.SrcKind == pageable || m.DstKind == pageable
	})
}

// smallCopy is up to which size copies to a device return before they are done.
const smallCopy = 64000

// syncCopyRule lists the copies that block the program, without small ones to
// a device and those within a device.
func syncCopyRule(r *request) (*Table, error) {
	return r.copyRule(isCall("Memcpy", false), func(m *nsys.Memcpy) bool {
		const toDevice = 1
		small := m.Bytes <= smallCopy && m.Kind == toDevice
		within := m.SrcDevice != nsys.Null && m.SrcDevice == m.DstDevice
		return !small && !within
	})
}

// copyRule lists the longest copies of some kind by calls of some names.
func (r *request) copyRule(named func(string) bool, is func(*nsys.Memcpy) bool) (*Table, error) {
	copies, err := r.copies()
	if err != nil {
		return nil, err
	}
	var list []memoryWork
	for i := range copies {
		if m := &copies[i]; is(m) {
			list = append(list, memoryWork{Work: &m.Work, bytes: m.Bytes, kinds: [2]Cell{memoryKind(m.SrcKind), memoryKind(m.DstKind)}})
		}
	}
	return r.memoryRule(list, []string{"Src Kind", "Dst Kind"}, named)
}

// syncSetRule lists the memory sets that block the program: of pinned and of
// managed memory.
func syncSetRule(r *request) (*Table, error) {
	sets, err := r.sets()
	if err != nil {
		return nil, err
	}
	const pinned, managed = 1, 4
	var list []memoryWork
	for i := range sets {
		if m := &sets[i]; m.Kind == pinned || m.Kind == managed {
			list = append(list, memoryWork{Work: &m.Work, bytes: m.Bytes, kinds: [2]Cell{memoryKind(m.Kind)}})
		}
	}
	return r.memoryRule(list, []string{"Memory Kind"}, isCall("Memset", false))
}

// memoryRule lists the longest of list whose calls have some names; kinds are
// the columns of kinds of memory.
func (r *request) memoryRule(list []memoryWork, kinds []string, named func(string) bool) (*Table, error) {
	calls, err := r.CUDACalls()
	if err != nil {
		return nil, err
	}
	is, index := r.callsNamed(calls, named), indexCalls(calls)
	var found []memoryWork
	for _, m := range list {
		for c := range index.of(m.Launch()) {
			if is[c] {
				m.api = calls[c].Name
				found = append(found, m)
			}
		}
	}
	slices.SortStableFunc(found, func(a, b memoryWork) int { return cmp.Compare(b.End-b.Start, a.End-a.Start) })
	t := &Table{Columns: append(append([]string{"Duration (ns)", "Start (ns)"}, kinds...), "Bytes (MB)", "PID", "Device ID", "Context ID")}
	if !r.old {
		t.Columns = append(t.Columns, "Green Context ID")
	}
	t.Columns = append(t.Columns, "Stream ID", "API Name")
	for _, m := range found[:r.limit(len(found), ruleRows)] {
		row := append([]Cell{Integer(m.End - m.Start), Integer(m.Start)}, m.kinds[:len(kinds)]...)
		row = append(row, wholeMegabytes(m.bytes), Integer(m.Process.PID()), whole(m.ID), whole(m.Context))
		if !r.old {
			row = append(row, greenContext(m.Work))
		}
		t.Add(append(row, whole(m.Stream), r.name(m.api))...)
	}
	return t, nil
}

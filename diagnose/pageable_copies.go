package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// pageableCopies finds copies from and to pageable memory, which the driver makes
// through buffers of its own: they are slower, and the host is blocked in the call
// while the data goes through these buffers, even if the call is asynchronous by name.
func pageableCopies() Rule {
	return Rule{
		ID:      "pageable-copies",
		Meaning: "Copies from or to pageable host memory take at least 5 % of the trace. Such copies are slow, and the host is blocked even if the call is asynchronous by name",
		Needs:   "copies with the kind of host memory: exports of Nsight Systems, profiles of JAX on NVIDIA GPUs",
		Check:   checkPageable,
	}
}

// isPageable says whether a copy is from or to pageable memory of the host.
func isPageable(c trace.Copy) bool { return c.Crosses() && c.Memory == trace.CopyPageable }

func checkPageable(in *Input) Outcome {
	kinds, crossing := false, false
	for w := range in.devices().work.All() {
		if in.sort(w) == trace.SortMemcpy && in.copyOf(w).Crosses() {
			crossing = true
			kinds = kinds || in.copyOf(w).Memory != ""
		}
	}
	switch {
	case in.devices().work.Len() == 0:
		return Abstain(noWork)
	case !crossing:
		return Abstain("the trace has no copies between host and device")
	case !kinds:
		return Abstain("the trace does not report the kind of host memory of copies")
	case in.hidden() != "":
		return Abstain(in.hidden())
	}
	list := slices.Clone(in.usages())
	slices.SortStableFunc(list, func(a, b usage) int { return -cmp.Compare(a.pageable, b.pageable) })
	dear := slices.DeleteFunc(slices.Clone(list), func(u usage) bool { return share(u.pageable, in.Span()) < worth })
	if len(dear) == 0 {
		return Clear(fmt.Sprintf("on each device, copies from or to pageable memory without computation take at most %s, %s of the trace", units.Duration(list[0].pageable),
			units.Percent(float64(list[0].pageable), float64(in.Span()))))
	}
	var findings []Finding
	for _, group := range in.alike(dear, func(u *usage) int64 { return u.pageable }) {
		findings = append(findings, pageableFinding(in, group))
	}
	return Found(findings...)
}

// pageableFinding describes devices whose pageable copies take about as long.
func pageableFinding(in *Input, group []usage) Finding {
	u := &group[0]
	c := in.copiesOf(u.device, isPageable)
	title := fmt.Sprintf("Device %d of process %d", u.number, u.process)
	if n := len(group); n > 1 {
		title = fmt.Sprintf("Each of %d devices copies from or to pageable memory for about as long; %s", n, u.name())
	}
	f := Finding{Severity: Warning, Cost: in.Cost(u.pageable - max(in.pinnedTime(c, u.device)-u.computing, 0)),
		Title: title + fmt.Sprintf(" copies %s; during %s of this time it computes nothing", c.amount(), units.Duration(u.pageable))}
	f.Evidence = []Evidence{{Text: u.name() + ": time in which it copied from or to pageable memory and computed nothing", Value: float64(u.pageable), Unit: UnitNS,
		Source: fmt.Sprintf("%s: work on %s (nrprof stats cuda_gpu_trace)", in.Source, u.name())}}
	f.Evidence = append(f.Evidence, c.evidence(in, u)...)
	if calls, took := c.asynchronous(); calls > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("host time in calls that are asynchronous by name (%s)", units.Plural(calls, "call")),
			Value: float64(took), Unit: UnitNS, Source: in.Source + ": ranges of calls whose name has Async (nrprof stats cuda_memcpy_async)"})
	}
	f.Try = []string{
		"allocate the copied data in page-locked memory (cudaHostAlloc, cudaHostRegister; PyTorch: pin_memory; OpenMP: omp_alloc with a pinned allocator)",
		"if the program does not own the memory, copy through a page-locked buffer that is kept",
		"copy less often (see copy-bound)",
	}
	return f
}

// amount says how much pageable copies move at what rate, where all sizes are known.
func (x *copies) amount() string {
	var all copySum
	for _, s := range x.byName {
		all.copies, all.sized, all.ns, all.bytes = all.copies+s.copies, all.sized+s.sized, all.ns+s.ns, all.bytes+s.bytes
	}
	rate, known := all.rate()
	if !known {
		return "from and to pageable memory"
	}
	return fmt.Sprintf("%s from and to pageable memory at %s", units.Size(all.bytes), units.Rate(rate))
}

// asynchronous returns the calls that are asynchronous by name.
func (x *copies) asynchronous() (calls, ns int64) {
	for who, s := range x.by {
		if strings.Contains(who.call, "Async") {
			calls += s.calls
			ns += s.ns
		}
	}
	return calls, ns
}

// pinnedTime returns how long the pageable copies of a device would take at the
// rate of the page-locked ones that the trace has of the same device and direction,
// if those are on average no smaller; 0 where it has none.
func (in *Input) pinnedTime(pageable *copies, d device) int64 {
	pinned := in.copiesOf(d, func(c trace.Copy) bool { return c.Crosses() && c.Memory == trace.CopyPinned })
	var ns float64
	for _, s := range pageable.byName {
		want := trace.CopyOf(in.nameOf(s.name))
		want.Memory = trace.CopyPinned
		for _, p := range pinned.byName {
			if rate, known := p.rate(); known && rate > 0 && in.nameOf(p.name) == want.Name() && p.bytes/float64(p.copies) >= s.bytes/float64(s.copies) {
				ns += s.bytes / rate * 1e9
			}
		}
	}
	return int64(ns)
}

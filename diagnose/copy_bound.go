package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// copyBound finds devices that copy from and to the host for longer than they
// compute.
func copyBound() Rule {
	return Rule{
		ID:      "copy-bound",
		Meaning: "A device copies from and to the host, while it computes nothing, for at least as long as it computes",
		Needs:   "work on devices, with all GPU work in the trace",
		Check:   checkCopyBound,
	}
}

func checkCopyBound(in *Input) Outcome {
	if in.devices().work.Len() == 0 {
		return Abstain(noWork)
	}
	if why := in.hidden(); why != "" {
		return Abstain(why)
	}
	list := slices.Clone(in.usages())
	slices.SortStableFunc(list, func(a, b usage) int { return -cmp.Compare(a.copying, b.copying) })
	bound := slices.DeleteFunc(slices.Clone(list), func(u usage) bool {
		return u.copying < u.computing || share(u.copying, in.Span()) < worth
	})
	if len(bound) == 0 {
		u := &list[0]
		return Clear(fmt.Sprintf("%s only copies from and to the host for %s, %s of the trace, and computes for %s", u.name(),
			units.Duration(u.copying), units.Percent(float64(u.copying), float64(in.Span())), units.Duration(u.computing)))
	}
	var findings []Finding
	for _, group := range in.alike(bound, func(u *usage) int64 { return u.copying }) {
		findings = append(findings, copyFinding(in, group))
	}
	return Found(findings...)
}

// copyFinding describes devices that copy for about as long. Their copies run at
// the same time, so the device that copies longest bounds what is saved.
func copyFinding(in *Input, group []usage) Finding {
	u := &group[0]
	title := fmt.Sprintf("Device %d of process %d", u.number, u.process)
	if n := len(group); n > 1 {
		title = fmt.Sprintf("Each of %d devices copies for at least as long as it computes; %s, which copies longest,", n, u.name())
	}
	title += fmt.Sprintf(" only copies from and to the host for %s, %s of the trace, and computes for %s", units.Duration(u.copying), units.Percent(float64(u.copying), float64(in.Span())),
		units.Duration(u.computing))
	f := Finding{Severity: Warning, Cost: in.Cost(u.copying), Title: title}
	for i := range group[:min(len(group), mostNames)] {
		f.Evidence = append(f.Evidence, group[i].copyEvidence(in)...)
	}
	c := in.copiesOf(u.device, trace.Copy.Crosses)
	f.Evidence = append(f.Evidence, c.evidence(in, u)...)
	f.Try = []string{
		"keep the data on the device between kernels, and copy only what the host changes or reads (OpenMP: target data around the loop; OpenACC: data regions)",
		fmt.Sprintf("run copies and kernels at the same time, on several streams and with page-locked memory: this saves at most %s, the time in which the device computes", units.Duration(min(u.computing, u.copying))),
	}
	if share(u.pageable, u.copying) >= worth {
		f.Try = append(f.Try, "copy from and to page-locked memory (see pageable-copies)")
	}
	return f
}

// copyEvidence says what a device does.
func (u *usage) copyEvidence(in *Input) []Evidence {
	source := fmt.Sprintf("%s: work on %s (nrprof stats cuda_gpu_trace)", in.Source, u.name())
	return []Evidence{
		{Text: u.name() + ": time in which it copied from or to the host and computed nothing", Value: float64(u.copying), Unit: UnitNS, Source: source},
		{Text: u.name() + ": time in which it computed (kernels, memory sets, graphs)", Value: float64(u.computing), Unit: UnitNS, Source: source},
	}
}

// A copySum is what copies of one name are together.
type copySum struct {
	name   int32
	copies int64
	ns     int64
	bytes  float64
	sized  int64 // copies whose size is known
}

// rate returns the bytes per second of the copies; false where a size is not known.
func (c *copySum) rate() (float64, bool) {
	return c.bytes / (float64(c.ns) / 1e9), c.sized == c.copies && c.ns > 0
}

// Copies are the copies of a device by name, and who launched them.
type copies struct {
	byName map[int32]*copySum
	by     ranking
	orphan int64 // copies whose launch the trace lacks; pages of unified memory have none
}

// copiesOf returns the copies of a device that are wanted.
func (in *Input) copiesOf(d device, wanted func(trace.Copy) bool) *copies {
	x := &copies{byName: map[int32]*copySum{}, by: ranking{}}
	matches := func(w *devWork) bool {
		return in.sort(w) == trace.SortMemcpy && in.device(w) == d && wanted(in.copyOf(w))
	}
	for w := range in.devices().work.All() {
		if !matches(w) {
			continue
		}
		s := x.byName[w.name]
		if s == nil {
			s = &copySum{name: w.name}
			x.byName[w.name] = s
		}
		s.copies++
		if !in.copyOf(w).Unified {
			x.orphan++
		}
		s.ns += w.End - w.Start
		if !math.IsNaN(w.bytes) {
			s.bytes += w.bytes
			s.sized++
		}
	}
	for c := range in.devices().launched() {
		var launched int64
		for w := range c.each {
			if matches(w) {
				launched++
			}
		}
		x.orphan -= launched
		if launched > 0 {
			x.by.add(in.caller(c.apiCall), c.End-c.Start)
		}
	}
	return x
}

// sums returns the copies by name, those that took longest first, without those
// that took next to nothing.
func (x *copies) sums(in *Input) []copySum {
	var list []copySum
	var all int64
	for _, s := range x.byName {
		all += s.ns
	}
	for _, s := range x.byName {
		if share(s.ns, all) >= worth {
			list = append(list, *s)
		}
	}
	slices.SortFunc(list, func(a, b copySum) int {
		return cmp.Or(-cmp.Compare(a.ns, b.ns), cmp.Compare(in.nameOf(a.name), in.nameOf(b.name)))
	})
	return list
}

// evidence says how much was copied of what memory at what rate, and by whom.
func (x *copies) evidence(in *Input, u *usage) []Evidence {
	var list []Evidence
	source := fmt.Sprintf("%s: ranges memcpy of %s (nrprof stats cuda_gpu_mem_time_sum, cuda_gpu_mem_size_sum)", in.Source, u.name())
	for _, s := range x.sums(in) {
		name := copyWords(trace.CopyOf(in.nameOf(s.name)))
		list = append(list, Evidence{Text: fmt.Sprintf("%s: time of %s", name, units.Count(s.copies, "copy", "copies")), Value: float64(s.ns), Unit: UnitNS, Source: source})
		if rate, known := s.rate(); known {
			list = append(list, Evidence{Text: name + ": bytes", Value: s.bytes, Unit: UnitBytes, Source: source},
				Evidence{Text: name + ": bandwidth", Value: rate, Unit: UnitRate, Source: source})
		}
	}
	for _, c := range x.by.top(mostNames) {
		list = append(list, Evidence{Text: fmt.Sprintf("host time in %s %s; these calls launched the copies", units.Plural(c.calls, "call"), c.of(in)), Value: float64(c.ns), Unit: UnitNS, Source: c.source(in)})
	}
	if x.orphan > 0 && len(x.by) > 0 {
		list = append(list, Evidence{Text: "copies whose launch is not in the trace, for example because the capture began after the launch", Value: float64(x.orphan), Unit: "copies", Source: source})
	}
	return list
}

// copyWords says in words what is copied.
func copyWords(c trace.Copy) string {
	words := "copies from the host"
	if c.Reads() {
		words = "copies to the host"
	}
	switch {
	case c.Unified:
		words += ", of pages of unified memory"
	case c.Memory != "":
		words += ", " + c.Memory + " memory"
	}
	return words
}

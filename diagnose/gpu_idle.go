package diagnose

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/nrkit/nrkit/internal/spill"
	"github.com/nrkit/nrkit/internal/units"
)

// gpuIdle finds devices that wait for the host most of the time.
func gpuIdle() Rule {
	return Rule{
		ID:      "gpu-idle",
		Meaning: "a device does nothing for most of the time from its first work to its last",
		Needs:   fmt.Sprintf("%d pieces of work on a device or more, none of which a graph hides", enough),
		Check:   checkGPUIdle,
	}
}

// A usage says how much of its time a device of a process worked.
type usage struct {
	device
	pieces int64
	window Interval // from its first work to the end of its last
	busy   int64    // ns of it in which some stream worked
}

func (u *usage) idle() int64 { return u.window.End - u.window.Start - u.busy }

// usages returns what each device of each process did, the one that was idle
// longest first.
func (in *Input) usages() []usage {
	byDevice := map[device]int{}
	var list []usage
	var work []*spill.Sorter[Interval]
	for w := range in.devices().work.All() {
		d := in.device(w)
		k, ok := byDevice[d]
		if !ok {
			k = len(list)
			byDevice[d] = k
			list, work = append(list, usage{device: d, window: w.Interval}), append(work, in.intervals())
		}
		u := &list[k]
		u.pieces++
		u.window.Start, u.window.End = min(u.window.Start, w.Start), max(u.window.End, w.End)
		work[k].Add(w.Interval)
	}
	for k := range list {
		list[k].busy = covered(work[k])
		work[k].Free()
	}
	slices.SortFunc(list, func(a, b usage) int {
		return cmp.Or(-cmp.Compare(a.idle(), b.idle()), cmp.Compare(a.rank, b.rank), cmp.Compare(a.process, b.process), cmp.Compare(a.number, b.number))
	})
	return list
}

func checkGPUIdle(in *Input) Outcome {
	if in.devices().work.Len() == 0 {
		return Abstain("there is no work on devices in the trace")
	}
	if g := in.graphs(); g.unseen > 0 {
		return Abstain(fmt.Sprintf("%s of CUDA graphs have no work in the trace: what the device does there is hidden", units.Plural(g.unseen, "launch")))
	}
	var findings []Finding
	var clear string
	for _, u := range in.usages() {
		if u.pieces < enough {
			continue
		}
		whole := u.window.End - u.window.Start
		if share(u.idle(), whole) >= most && share(u.idle(), in.Span()) >= worth {
			findings = append(findings, u.finding(in))
		} else if clear == "" {
			clear = fmt.Sprintf("device %d is idle for %s of the %s from its first work to its last, %s of the trace", u.number,
				units.Percent(float64(u.idle()), float64(whole)), units.Duration(whole), units.Percent(float64(u.idle()), float64(in.Span())))
		}
	}
	switch {
	case len(findings) > 0:
		return Found(findings...)
	case clear != "":
		return Clear(clear)
	}
	return Abstain(fmt.Sprintf("no device has %d pieces of work, of which its time could be said to be idle", enough))
}

// finding tells of a device.
func (u *usage) finding(in *Input) Finding {
	whole := u.window.End - u.window.Start
	source := fmt.Sprintf("%s: work on device %d of process %d (nrprof stats cuda_gpu_trace)", in.Source, u.number, u.process)
	f := Finding{Severity: Warning, Cost: in.Cost(u.idle()),
		Title: fmt.Sprintf("Device %d of process %d does nothing for %s of the %s from its first work to its last", u.number, u.process,
			units.Percent(float64(u.idle()), float64(whole)), units.Duration(whole)),
		Evidence: []Evidence{
			{Text: "time in which no stream of the device worked", Value: float64(u.idle()), Unit: UnitNS, Source: source},
			{Text: "time in which some stream did", Value: float64(u.busy), Unit: UnitNS, Source: source},
			{Text: "kernels, copies, memory sets and graphs", Value: float64(u.pieces), Unit: "operations", Source: source},
		},
		Try: []string{
			"look at what the host does meanwhile (nrprof view): waits, launches, files, other processes",
			"give the device more at once: batches of circuits or corners, more work by launch",
			"put the iteration into a graph, so that the host launches once",
		}}
	if g := in.graphs(); g.whole > 0 {
		f.Evidence = append(f.Evidence, Evidence{Text: "of it graphs, gaps within which are not told", Value: float64(g.whole), Unit: "graphs", Source: in.Source + ": ranges of graphs"})
	}
	return f
}

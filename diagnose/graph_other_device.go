package diagnose

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// graphOtherDevice finds CUDA graphs that ran on another device than where they
// were made, or than where their thread does everything else.
func graphOtherDevice() Rule {
	return Rule{
		ID:      "graph-launched-on-other-device",
		Meaning: "A CUDA graph or command buffer ran on another device than the device it was made for, or its thread gives other work to another device",
		Needs:   "graphs that were traced as a whole, or a log of XLA (--xla-log, command_buffer_thunk=3)",
		Parts:   []Part{PartXLA},
		Check:   checkGraphDevice,
	}
}

// An execGraph is an executable CUDA graph of a process.
type execGraph struct {
	rank    int32
	process int64
	id      int64
}

func checkGraphDevice(in *Input) Outcome {
	findings := in.foreignRecordings()
	runs := in.graphRuns()
	findings = append(findings, in.wanderingGraphs(runs)...)
	findings = append(findings, in.strayGraphs()...)
	var recorded int
	if in.XLA != nil {
		recorded = len(in.XLA.Runs.Devices)
	}
	switch {
	case len(findings) > 0:
		return Found(findings...)
	case len(runs) > 0:
		return Clear(fmt.Sprintf("each of %s ran on one device", units.Plural(len(runs), "graph")))
	case recorded > 0:
		return Clear(fmt.Sprintf("command buffers ran on %s, and no device ran command buffers that only other devices recorded", units.Plural(recorded, "device")))
	}
	if in.NoTrace {
		return Abstain(in.XLASource + " has no runs of command buffers with their device (command_buffer_thunk=3)")
	}
	return Abstain("neither the trace nor a log of XLA (--xla-log, command_buffer_thunk=3) shows on which device graphs ran")
}

// foreignRecordings describes devices that executed command buffers, but recorded
// none, while the log of XLA has recordings on other devices.
func (in *Input) foreignRecordings() []Finding {
	if in.XLA == nil {
		return nil
	}
	var recorded int64
	for _, d := range in.XLA.Runs.Devices {
		recorded += d.Recordings
	}
	var list []Finding
	for _, d := range in.XLA.Runs.Devices {
		if recorded == 0 || d.Device < 0 || d.Executions == 0 || d.Recordings+d.Updates > 0 {
			continue
		}
		key := in.XLASource + fmt.Sprintf(": xlalog/v1 .files[].xla.command_buffer_runs.devices[] | select(.device==%d)", d.Device)
		list = append(list, Finding{Severity: Warning,
			Title: fmt.Sprintf("Device %d executed command buffers %s, but only other devices recorded command buffers", d.Device, units.Plural(d.Executions, "time")),
			Evidence: []Evidence{
				{Text: "executions on the device", Value: float64(d.Executions), Unit: "executions", Source: key + ".executions"},
				{Text: "recordings on the device", Value: 0, Unit: "recordings", Source: key + ".recordings"},
				{Text: "recordings on other devices", Value: float64(recorded), Unit: "recordings", Source: in.XLASource + ": xlalog/v1 .files[].xla.command_buffer_runs.devices[].recordings"},
			}, Try: tryGraphDevice()})
	}
	return list
}

// graphRuns returns how often each executable graph ran on each device.
func (in *Input) graphRuns() map[execGraph]map[int32]int64 {
	runs := map[execGraph]map[int32]int64{}
	l := in.devices()
	for w := range l.work.All() {
		if in.sort(w) != trace.SortGraph || math.IsNaN(w.graph) {
			continue
		}
		d := in.device(w)
		g := execGraph{d.rank, d.process, int64(w.graph)}
		if runs[g] == nil {
			runs[g] = map[int32]int64{}
		}
		runs[g][d.number]++
	}
	return runs
}

// wanderingGraphs describes executable graphs that ran on several devices.
func (in *Input) wanderingGraphs(runs map[execGraph]map[int32]int64) []Finding {
	var graphs []execGraph
	for g, devices := range runs {
		if len(devices) > 1 {
			graphs = append(graphs, g)
		}
	}
	slices.SortFunc(graphs, func(a, b execGraph) int {
		return cmp.Or(cmp.Compare(a.rank, b.rank), cmp.Compare(a.process, b.process), cmp.Compare(a.id, b.id))
	})
	var list []Finding
	for _, g := range graphs {
		f := Finding{Severity: Warning, Try: tryGraphDevice(),
			Title: fmt.Sprintf("Executable graph %d of process %d ran on %s", g.id, g.process, units.Plural(len(runs[g]), "device"))}
		for _, d := range sortedKeys(runs[g]) {
			f.Evidence = append(f.Evidence, Evidence{Text: fmt.Sprintf("runs on device %d", d), Value: float64(runs[g][d]), Unit: "graphs",
				Source: fmt.Sprintf("%s: graphs with graph_exec_id %d (CUPTI_ACTIVITY_KIND_GRAPH_TRACE)", in.Source, g.id)})
		}
		list = append(list, f)
	}
	return list
}

// strayGraphs describes threads that give all kernels, copies and memory sets to
// one device, and graphs to another.
func (in *Input) strayGraphs() []Finding {
	l := in.devices()
	var list []Finding
	stray := strays{thread: none}
	for c := range l.launched() {
		if c.thread != stray.thread {
			list = append(list, stray.findings(in)...)
			stray = strays{c.thread, map[int32]int64{}, map[int32]int64{}, 0}
		}
		launches := isGraphLaunch(trace.CallName(in.nameOf(c.name)))
		for w := range c.each {
			if launches {
				stray.graphs[in.device(w).number]++
			} else {
				stray.rest[in.device(w).number]++
				stray.pieces++
			}
		}
	}
	return append(list, stray.findings(in)...)
}

// Strays are the work of a thread by device: of graphs, and the rest.
type strays struct {
	thread       int32
	graphs, rest map[int32]int64
	pieces       int64 // of the rest
}

// findings describes graphs on other devices than the rest of the work, if the rest
// is on one device.
func (s *strays) findings(in *Input) (list []Finding) {
	if len(s.rest) != 1 || s.pieces < enough {
		return nil
	}
	own := sortedKeys(s.rest)[0]
	for _, d := range sortedKeys(s.graphs) {
		if d == own {
			continue
		}
		id := in.devices().threads[s.thread]
		source := fmt.Sprintf("%s: work that thread %d of process %d launched", in.Source, id.thread, id.process)
		list = append(list, Finding{Severity: Info, Try: tryGraphDevice(),
			Title: fmt.Sprintf("Thread %d of process %d launches graphs on device %d, and all its other work on device %d", id.thread, id.process, d, own),
			Evidence: []Evidence{
				{Text: fmt.Sprintf("work of graphs on device %d", d), Value: float64(s.graphs[d]), Unit: "operations", Source: source},
				{Text: fmt.Sprintf("other work on device %d", own), Value: float64(s.pieces), Unit: "operations", Source: source},
			}})
	}
	return list
}

func tryGraphDevice() []string {
	return []string{
		"set the device before the program captures, instantiates and launches the graph: nodes stay in the context of the capture",
		"make one executable graph for each device",
	}
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[int32]V) []int32 {
	var list []int32
	for k := range m {
		list = append(list, k)
	}
	slices.Sort(list)
	return list
}

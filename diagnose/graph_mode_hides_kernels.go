package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
)

// graphModeHidesKernels finds traces in which a CUDA graph is one piece of work,
// or none, so that its kernels are missing from every table.
func graphModeHidesKernels() Rule {
	return Rule{
		ID:      "graph-mode-hides-kernels",
		Meaning: "CUDA graphs were traced as a whole, or not at all: kernels and copies in them are in no table",
		Needs:   "work on devices",
		Check:   checkGraphMode,
	}
}

func checkGraphMode(in *Input) Outcome {
	l := in.devices()
	if l.work.Len() == 0 {
		return Abstain("there is no work on devices in the trace")
	}
	g := in.graphs()
	var all int64
	for w := range l.work.All() {
		all += w.End - w.Start
	}
	hidden := g.launches > 0 && share(g.unseen, g.launches) >= most
	if !hidden && (g.whole == 0 || share(g.ns, all) < worth) {
		switch {
		case g.whole > 0:
			return Clear(fmt.Sprintf("graphs that were traced as a whole are %s of the time of the device", units.Percent(float64(g.ns), float64(all))))
		case g.launches > 0:
			return Clear(fmt.Sprintf("all but %s of %s of CUDA graphs have their kernels in the trace", units.Integer(g.unseen), units.Plural(g.launches, "launch")))
		case l.flows == 0 && l.calls.Len() == 0:
			return Abstain("the trace has no graphs, and no calls that could launch some")
		}
		return Clear("no CUDA graph was launched")
	}
	f := Finding{Severity: Warning, Try: []string{
		"trace the nodes: nsys profile --cuda-graph-trace=node, which costs time and stretches what it measures",
		"compare times of the whole between runs, and kernels only of runs without graphs",
	}}
	if hidden {
		f.Title = fmt.Sprintf("%s of %s of CUDA graphs have no work in the trace: what the device did there is in no table", units.Integer(g.unseen), units.Plural(g.launches, "launch"))
		f.Evidence = append(f.Evidence, Evidence{Text: "launches of graphs without work", Value: float64(g.unseen), Unit: "calls", Source: in.Source + ": ranges cudaGraphLaunch, cuGraphLaunch"})
	} else {
		f.Title = fmt.Sprintf("%s were traced as a whole: kernels in %s of the time of the device are in no table", units.Plural(g.whole, "CUDA graph"), units.Percent(float64(g.ns), float64(all)))
	}
	if g.whole > 0 {
		f.Evidence = append(f.Evidence,
			Evidence{Text: "graphs as one piece of work", Value: float64(g.whole), Unit: "graphs", Source: in.Source + ": ranges of graphs (CUPTI_ACTIVITY_KIND_GRAPH_TRACE)"},
			Evidence{Text: "time of them", Value: float64(g.ns), Unit: UnitNS, Source: in.Source + ": ranges of graphs (CUPTI_ACTIVITY_KIND_GRAPH_TRACE)"})
	}
	f.Evidence = append(f.Evidence, in.Phases("time of all work on devices", float64(all), UnitNS, ".device.gpu_ns"))
	return Found(f)
}

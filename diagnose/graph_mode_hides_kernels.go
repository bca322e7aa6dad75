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
		Meaning: "CUDA graphs were traced as a whole, or not at all. Tables do not show the kernels and copies of these graphs",
		Needs:   "work on devices",
		Check:   checkGraphMode,
	}
}

func checkGraphMode(in *Input) Outcome {
	l := in.devices()
	if l.work.Len() == 0 {
		return Abstain(noWork)
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
			return Clear(fmt.Sprintf("graphs that were traced as a whole take %s of the time of all device work", units.Percent(float64(g.ns), float64(all))))
		case g.launches > 0:
			return Clear(fmt.Sprintf("the trace has no work for %s of %s of CUDA graphs", units.Integer(g.unseen), units.Count(g.launches, "launch", "launches")))
		case l.flows == 0 && l.calls.Len() == 0:
			return Abstain("the trace has no graphs, and no API calls that could launch graphs")
		}
		return Clear("no CUDA graph was launched")
	}
	f := Finding{Severity: Warning, Try: []string{
		"trace the nodes of graphs (nsys profile --cuda-graph-trace=node); this costs time and lengthens what it measures",
		"compare total times between runs; compare kernels only between runs without graphs",
	}}
	if hidden {
		f.Title = fmt.Sprintf("The trace has no work for %s of %s of CUDA graphs; tables do not show what the device did there", units.Integer(g.unseen), units.Count(g.launches, "launch", "launches"))
		f.Evidence = append(f.Evidence, Evidence{Text: "launches of graphs without work in the trace", Value: float64(g.unseen), Unit: "calls", Source: in.Source + ": ranges cudaGraphLaunch, cuGraphLaunch"})
	} else {
		f.Title = fmt.Sprintf("%s traced as a whole; tables do not show the kernels in %s of the time of all device work", units.Plural(g.whole, "CUDA graph")+" "+was(int(g.whole)), units.Percent(float64(g.ns), float64(all)))
	}
	if g.whole > 0 {
		f.Evidence = append(f.Evidence,
			Evidence{Text: "graphs that were traced as a whole", Value: float64(g.whole), Unit: "graphs", Source: in.Source + ": ranges of graphs (CUPTI_ACTIVITY_KIND_GRAPH_TRACE)"},
			Evidence{Text: "time of these graphs", Value: float64(g.ns), Unit: UnitNS, Source: in.Source + ": ranges of graphs (CUPTI_ACTIVITY_KIND_GRAPH_TRACE)"})
	}
	f.Evidence = append(f.Evidence, in.Phases("time of all work on devices", float64(all), UnitNS, ".device.gpu_ns"))
	return Found(f)
}

package assistant

import (
	"cmp"
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/nrkit/nrkit/internal/phasetable"
	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// phasesArgs are the arguments of phases.
type phasesArgs struct {
	tracesArgs
	Paths bool `json:"paths,omitempty" jsonschema:"a row for each place in the nesting instead of each name"`
	Paged
}

func (a *phasesArgs) resolve(r *Roots) ([]string, error) {
	if err := needFiles(a.Files); err != nil {
		return nil, err
	}
	return files(r, a.Files)
}

// phasesFacts are the figures of a trace.
type phasesFacts struct {
	Source       string            `json:"source"`
	Program      string            `json:"program,omitempty"`
	Labels       map[string]string `json:"labels,omitempty"`
	Span         int64             `json:"span_ns"`
	RootNS       int64             `json:"root_ns" jsonschema:"time of all ranges that lie in no other, over all threads"`
	Unattributed int64             `json:"unattributed_ns" jsonschema:"time of ranges with phases inside, outside of these phases"`
	TimerCost    int64             `json:"timer_cost_ns"`
	Steps        int64             `json:"steps,omitempty" jsonschema:"time steps"`
	StepMean     float64           `json:"step_mean_ns,omitempty"`
	Iterations   int64             `json:"iterations,omitempty" jsonschema:"Newton iterations"`
	IterMean     float64           `json:"iteration_mean_ns,omitempty"`
	Histogram    []int64           `json:"iterations_per_step,omitempty" jsonschema:"element k: time steps with k iterations"`
	Sample       int               `json:"sample" jsonschema:"N: one time step of N was timed"`
	OpenRanges   int64             `json:"open_ranges"`
	Dropped      int64             `json:"dropped"`
	DeviceBusy   int64             `json:"device_busy_ns,omitempty"`
	DeviceIdle   int64             `json:"device_idle_ns,omitempty"`
}

// phasesRow is a phase, an operation of devices, or a call of their driver.
type phasesRow struct {
	Kind   string  `json:"kind" jsonschema:"phase, operation of a device, or call of the driver"`
	Name   string  `json:"name" jsonschema:"with paths: names from the root, joined by /"`
	Count  int64   `json:"count"`
	Total  int64   `json:"total_ns"`
	Self   int64   `json:"self_ns,omitempty" jsonschema:"outside of inner ranges"`
	Mean   float64 `json:"mean_ns"`
	Median int64   `json:"median_ns,omitempty"`
	P90    int64   `json:"p90_ns,omitempty"`
	P99    int64   `json:"p99_ns,omitempty"`
	Max    int64   `json:"max_ns,omitempty"`
	Share  float64 `json:"share,omitempty" jsonschema:"of the time of the roots; of operations: of all operations"`
	GPU    *int64  `json:"gpu_ns,omitempty" jsonschema:"work on devices that the phase started"`
	Wait   *int64  `json:"wait_ns,omitempty" jsonschema:"time in calls that wait for a device"`
}

func addPhases(s *server, m *mcp.Server) error {
	return add[phasesArgs, phasesFacts, phasesRow](s, m, "phases", "Where the time of a run goes",
		"The table of phases of a trace: how often each phase ran, how long it took, and how much device work it started. "+
			"Kernels, copies and driver calls follow as rows if the trace has them.", phases)
}

func phases(ctx context.Context, s *server, a *phasesArgs) (*answer, error) {
	set, err := a.open(ctx, s)
	if err != nil {
		return nil, err
	}
	doc := phasetable.OfSet(set)
	if err := cmp.Or(set.Err(), set.Close()); err != nil {
		return nil, err
	}
	list := doc.Phases
	if a.Paths {
		list = doc.Paths
	}
	var rows []phasesRow
	for _, p := range list {
		r := phasesRow{"phase", p.Name, p.Count, p.Total, p.Self, p.Mean, p.Median, p.P90, p.P99, p.Max, p.Share, p.GPU, p.Wait}
		if a.Paths {
			r.Name = p.Path
		}
		rows = append(rows, r)
	}
	if w := doc.Work; w != nil {
		for _, o := range w.Operations {
			rows = append(rows, phasesRow{Kind: o.Sort, Name: o.Name, Count: o.Count, Total: o.Total, Mean: o.Mean, Max: o.Max, Share: o.Share})
		}
		for _, c := range w.Calls {
			rows = append(rows, phasesRow{Kind: "call", Name: c.Name, Count: c.Count, Total: c.Total, Mean: c.Mean})
		}
	}
	return answerOf(phasesSummary(doc), doc.Warnings, factsOfPhases(doc), rows)
}

func factsOfPhases(doc *phasetable.Document) *phasesFacts {
	f := &phasesFacts{Source: doc.Source, Program: doc.Program, Labels: doc.Labels, Span: doc.Span, RootNS: doc.RootNS, Unattributed: doc.Unattributed,
		TimerCost: doc.TimerCost, Histogram: doc.Histogram, Sample: doc.Sample, OpenRanges: doc.Open, Dropped: doc.Dropped}
	if u := doc.Steps; u != nil {
		f.Steps, f.StepMean = u.Count, u.Mean
	}
	if u := doc.Iterations; u != nil {
		f.Iterations, f.IterMean = u.Count, u.Mean
	}
	if w := doc.Work; w != nil {
		for _, d := range w.Devices {
			f.DeviceBusy, f.DeviceIdle = f.DeviceBusy+d.Busy, f.DeviceIdle+d.Idle
		}
	}
	return f
}

// phasesSummary says what took longest.
func phasesSummary(doc *phasetable.Document) []string {
	var list []string
	longest := func(of func(p *trace.Phase) int64) *trace.Phase {
		var most *trace.Phase
		for k := range doc.Phases {
			if p := &doc.Phases[k]; most == nil || of(p) > of(most) {
				most = p
			}
		}
		return most
	}
	if p := longest(func(p *trace.Phase) int64 { return p.Self }); p != nil {
		list = append(list, fmt.Sprintf("The phase %s has the most time outside of inner phases: %s in %s.", p.Name, units.Duration(p.Self), units.Plural(int(p.Count), "range")))
	} else {
		list = append(list, "The trace has no ranges of phases.")
	}
	if u := doc.Iterations; u != nil {
		list = append(list, fmt.Sprintf("%s took %s each on average.", units.Plural(int(u.Count), "Newton iteration"), units.Duration(int64(u.Mean))))
	}
	if w := doc.Work; w != nil && len(w.Operations) > 0 {
		list = append(list, fmt.Sprintf("On devices, %s took longest: %s.", w.Operations[0].Name, units.Duration(w.Operations[0].Total)))
	}
	return append(list, "diagnose says what is wrong with the run.")
}

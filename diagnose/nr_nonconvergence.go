package diagnose

import (
	"fmt"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/trace"
)

// nrNonconvergence finds iterations that lead nowhere: runs that failed, time
// steps given up because their iteration did not converge, and operating points
// that were only reached by way of others. What costs less than worth clears.
func nrNonconvergence() Rule {
	return Rule{
		ID:      "nr-nonconvergence",
		Meaning: "Newton iterations did not converge: the run failed, time steps were rejected, or the operating point needed gmin or source stepping",
		Needs:   "counts of run/v1 or of a capture of nrprof run, or phases gmin_step and source_step",
		Parts:   []Part{PartRun},
		Summary: true,
		Check:   checkNonconvergence,
	}
}

// Names of counts of a capture that this rule looks at.
const (
	countRejectedNR = "rejected_nr"
	countWastedNR   = "wasted_iterations_nr"
)

// A convergence is what is known of how iterations ended.
type convergence struct {
	rejected, wasted, all int64
	source                func(key string) string
	blocked               string // unknown that violated its tolerance most often
	known                 bool
}

func convergenceOf(in *Input) convergence {
	if r, _ := in.counts(); r != nil {
		c := convergence{rejected: r.Counts.RejectedNR, wasted: r.Counts.WastedNR, all: r.Counts.Iterations, known: true,
			source: func(key string) string { return r.Source + ": run/v1 .counts." + key }}
		if len(r.Blocked) > 0 {
			c.blocked = r.Blocked[0].Unknown
		}
		return c
	}
	n := in.Summary.Counts.Number
	rejected, known := n[countRejectedNR]
	c := convergence{rejected: rejected, wasted: n[countWastedNR], all: n[trace.CountIterations], known: known,
		source: func(key string) string { return in.Source + ": phases/v1 .counts.number." + key }}
	if rows := in.Summary.Counts.Table["blocked"]; len(rows) > 0 {
		c.blocked = rows[0].Name
	}
	return c
}

func checkNonconvergence(in *Input) Outcome {
	c := convergenceOf(in)
	var list []Finding
	if f := failed(in); f != nil {
		list = append(list, *f)
	}
	if f := c.rejectedSteps(in); f != nil {
		list = append(list, *f)
	}
	steps := continuation(in)
	if f := steps.finding(in); f != nil {
		list = append(list, *f)
	}
	switch {
	case len(list) > 0:
		return Found(list...)
	case c.known:
		return Clear(fmt.Sprintf("time steps that did not converge took %s of %s", units.Integer(c.wasted), units.Plural(c.all, "iteration")))
	case steps.count > 0:
		return Clear(fmt.Sprintf("gmin and source stepping took %s of the time", units.Percent(float64(steps.ns), float64(in.Summary.Worked()))))
	}
	return Abstain("the trace has no counts of rejected steps, and no phases " + trace.PhaseGminStep + " or " + trace.PhaseSourceStep)
}

// failed describes a run without a solution.
func failed(in *Input) *Finding {
	run, _ := in.counts()
	if run == nil || run.Failure == nil {
		return nil
	}
	x := run.Failure
	title := "The run found no solution: " + x.Text
	try := []string{"check the device or node that the message names: typical causes are a loop of sources, a node without a path to ground, or a model with a jump",
		"if the step before converged slowly, use shorter steps or allow more iterations (.options itl4)"}
	return &Finding{Severity: Error, Title: title, Try: try, Evidence: []Evidence{{Text: "simulated time of the failure", Value: x.Time, Unit: "s",
		Source: run.Source + ": run/v1 .failure.time_s"}}}
}

// rejectedSteps describes rejected time steps.
func (c *convergence) rejectedSteps(in *Input) *Finding {
	part := share(c.wasted, c.all)
	if !c.known || c.wasted == 0 || part < worth {
		return nil
	}
	f := &Finding{Severity: Warning,
		Title: fmt.Sprintf("%s did not converge and took %s of all iterations", units.Plural(c.rejected, "time step"), units.Share(part)),
		Evidence: []Evidence{
			{Text: "rejected time steps", Value: float64(c.rejected), Unit: "time steps", Source: c.source(countRejectedNR)},
			{Text: "iterations in rejected time steps", Value: float64(c.wasted), Unit: "iterations", Source: c.source(countWastedNR)},
			{Text: "all iterations", Value: float64(c.all), Unit: "iterations", Source: c.source(trace.CountIterations)},
		},
		Try: []string{"use shorter steps where sources switch (breakpoints), so that fewer steps are rejected", "use a better first guess: extrapolate from the last two points"}}
	if c.blocked != "" {
		f.Try = append(f.Try, fmt.Sprintf("check unknown %s, which violated its tolerance most often", c.blocked))
	}
	if u := in.Summary.Iterations; u != nil && u.Mean > 0 {
		f.Cost = in.Cost(int64(float64(c.wasted) * u.Mean))
		f.Evidence = append(f.Evidence, in.Phases("mean time of an iteration", u.Mean, UnitNS, ".iterations.mean_ns"))
	}
	return f
}

// Solutions on the way to an operating point, and what they took.
type continued struct{ count, ns int64 }

func continuation(in *Input) continued {
	var c continued
	for _, name := range []string{trace.PhaseGminStep, trace.PhaseSourceStep} {
		if p, ok := in.Phase(name); ok {
			c.count += p.Count
			c.ns += p.Total
		}
	}
	return c
}

func (c continued) finding(in *Input) *Finding {
	part := share(c.ns, in.Summary.Worked())
	if c.count == 0 || part < worth {
		return nil
	}
	return &Finding{Severity: Info, Cost: in.Cost(c.ns),
		Title: fmt.Sprintf("The operating point needed %s with gmin or source stepping, %s of the time", units.Plural(c.count, "solution"), units.Share(part)),
		Evidence: []Evidence{
			in.Phases("solutions with gmin or source stepping", float64(c.count), "solutions", ".phases[] | select(.name | test(\"gmin_step|source_step\")).count"),
			in.Phases("time of these solutions", float64(c.ns), UnitNS, ".phases[] | select(.name | test(\"gmin_step|source_step\")).total_ns"),
		},
		Try: []string{"start from a known solution (.ic, .nodeset, or uic)", "limit the step of devices whose voltages jump"}}
}

package simulate

import (
	"slices"

	"github.com/nrkit/nrkit/newton"
	"github.com/nrkit/nrkit/trace"
)

// Why a run stopped.
const (
	StopEnd         = "end"         // of the analysis
	StopSteps       = "steps"       // as many as asked for
	StopInterrupted = "interrupted" // by the caller
	StopFailed      = "failed"      // no solution, or a writer's error
)

// A Report is what a run did: run/v1. Counts are exact whether or not the run
// was timed.
type Report struct {
	Schema   string   `json:"schema"`
	Circuit  Info     `json:"circuit"`
	Analysis Analysis `json:"analysis"`
	Stop     string   `json:"stop"`

	blocked []Blocked // all, for captures

	Failure  *Failure  `json:"failure,omitempty"`
	Counts   Counts    `json:"counts"`
	PerStep  []int64   `json:"iterations_per_step,omitempty"` // [k]: accepted steps of k iterations
	Blocked  []Blocked `json:"blocked"`                       // most often first
	Linear   *Linear   `json:"linear,omitempty"`
	Models   []Model   `json:"models"`
	Solution []Value   `json:"solution,omitempty"` // of an operating point
	Elapsed  int64     `json:"elapsed_ns"`
	CPU      int64     `json:"cpu_ns,omitempty"` // of it the solver's thread ran; 0 when unknown

	Capture string         `json:"capture,omitempty"` // file
	Phases  *trace.Summary `json:"phases,omitempty"`  // phases/v1
	NVTX    *NVTX          `json:"nvtx,omitempty"`

	Warnings []string `json:"warnings"`
}

// NVTX is what a tool was shown by NVTX. Counts are exact.
type NVTX struct {
	Library string           `json:"library"` // of the tool
	Domain  string           `json:"domain"`
	Total   int64            `json:"total"`
	Ranges  map[string]int64 `json:"ranges"` // pushed and popped, by phase; those with none are left out
}

// Info is what was simulated.
type Info struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Unknowns int    `json:"unknowns"`
	Nodes    int    `json:"nodes"`
	Branches int    `json:"branches"`
	Devices  int    `json:"devices"`
	NNZ      int    `json:"nnz"`
}

// Analysis is how.
type Analysis struct {
	Kind     string  `json:"kind"` // "tran" or "op"
	Step     float64 `json:"step_s,omitempty"`
	End      float64 `json:"stop_s,omitempty"`
	Max      float64 `json:"max_step_s,omitempty"`
	UIC      bool    `json:"uic"`
	Method   string  `json:"method"`
	Ordering string  `json:"ordering"`
	Residual bool    `json:"residual_test"` // keeps iterations from ending
	Reached  float64 `json:"reached_s"`     // simulated time of the last accepted point
}

// Failure is why there is no solution.
type Failure struct {
	Time     float64 `json:"time_s"`
	Unknown  string  `json:"unknown,omitempty"`
	Residual bool    `json:"residual"` // the violation was that of its residual alone
	Text     string  `json:"text"`
}

// Counts are those of newton.Stats.
type Counts struct {
	Accepted        int64 `json:"accepted"`
	RejectedLTE     int64 `json:"rejected_lte"`
	RejectedNR      int64 `json:"rejected_nr"`
	Iterations      int64 `json:"nr_iterations"`
	OPIterations    int64 `json:"op_iterations"`
	WastedLTE       int64 `json:"wasted_iterations_lte"`
	WastedNR        int64 `json:"wasted_iterations_nr"`
	LimiterBlocked  int64 `json:"limiter_blocked"`
	ResidualBlocked int64 `json:"residual_blocked"`
	Loads           int64 `json:"loads"`
	Factors         int64 `json:"factors"`
	Refactors       int64 `json:"refactors"`
	Solves          int64 `json:"solves"`
	PivotFailures   int64 `json:"pivot_failures"`
	GminSteps       int64 `json:"gmin_steps"`
	SourceSteps     int64 `json:"source_steps"`
}

// Blocked is an unknown whose step was the largest against its tolerance in so
// many iterations from the second of a solution.
type Blocked struct {
	Unknown string `json:"unknown"`
	Count   int64  `json:"count"`

	index int64 // of the unknown
}

// Linear is the last factorisation with pivoting.
type Linear struct {
	Blocks      int     `json:"blocks"`
	NNZL        int64   `json:"nnz_l"` // with the unit diagonal
	NNZU        int64   `json:"nnz_u"`
	NNZLU       int64   `json:"nnz_lu"` // with the diagonal once, and what is above the blocks
	FillRatio   float64 `json:"fill_ratio"`
	Flops       float64 `json:"flops"`
	OffDiagonal int     `json:"off_diagonal_pivots"`
}

// Model is one kind of devices and what its evaluation cost.
type Model struct {
	Name    string  `json:"name"`
	Devices int     `json:"devices"` // 0 of "linear part": copying the linear entries of the Jacobian
	Timed   int64   `json:"loads_timed"`
	PerLoad float64 `json:"load_ns,omitempty"`   // of all devices of the kind, once
	Each    float64 `json:"device_ns,omitempty"` // of one
}

// Value is an unknown of an operating point.
type Value struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
}

func (r *runner) report(stop string, opt newton.Options) *Report {
	c, s := r.circuit, &r.engine.Stats
	rep := &Report{Schema: "run/v1", Stop: stop, Counts: counts(s), PerStep: s.PerStep,
		blocked: r.blocked(), Models: r.models(), Elapsed: int64(s.Elapsed), CPU: int64(s.CPU), Warnings: []string{}}
	rep.Blocked = rep.blocked[:min(len(rep.blocked), mostBlocked)]
	rep.Circuit = Info{Name: c.Name, Title: c.Netlist.Title, Unknowns: c.System.Size(), Nodes: c.System.Nodes(),
		Branches: c.System.Size() - c.System.Nodes(), Devices: len(c.Netlist.Elements), NNZ: c.System.Pattern().NNZ()}
	rep.Analysis = Analysis{Kind: "op", Method: opt.Method.String(), Ordering: r.cfg.ordering(),
		Residual: !opt.NoResidual, Reached: r.reached}
	if t := r.tran; t != nil {
		rep.Analysis.Kind, rep.Analysis.Step, rep.Analysis.End, rep.Analysis.Max, rep.Analysis.UIC = "tran", t.Step, t.Stop, t.Max, t.UIC
	} else if stop == StopEnd {
		for i, v := range r.engine.X() {
			rep.Solution = append(rep.Solution, Value{c.System.Unknown(i).Name, v})
		}
	}
	if f := r.failure; f != nil {
		rep.Failure = &Failure{Time: f.Time, Unknown: f.Unknown, Residual: f.Residual, Text: f.Error()}
	}
	if f := r.engine.Factorisation(); f.Blocks > 0 {
		rep.Linear = &Linear{Blocks: f.Blocks, NNZL: f.NNZL, NNZU: f.NNZU, NNZLU: f.NNZ,
			FillRatio: float64(f.NNZ) / float64(max(rep.Circuit.NNZ, 1)), Flops: f.Flops, OffDiagonal: f.OffDiagonal}
	}
	for _, w := range c.Netlist.Warnings {
		rep.Warnings = append(rep.Warnings, w.Msg)
	}
	rep.Warnings = append(rep.Warnings, r.warnings...)
	return rep
}

func counts(s *newton.Stats) Counts {
	return Counts{Accepted: s.Accepted, RejectedLTE: s.RejectedLTE, RejectedNR: s.RejectedNR,
		Iterations: s.Iterations, OPIterations: s.OPIterations, WastedLTE: s.LostTo.LTE, WastedNR: s.LostTo.NR,
		LimiterBlocked: s.LimiterBlocks, ResidualBlocked: s.ResidualBlocks,
		Loads: s.Loads, Factors: s.Factors, Refactors: s.Refactors, Solves: s.Solves, PivotFailures: s.PivotFailures,
		GminSteps: s.GminSteps, SourceSteps: s.SourceSteps}
}

// mostBlocked is how many blocking unknowns a report has, mostNumbered how many
// a capture, whose iterations have their numbers.
const (
	mostBlocked  = 20
	mostNumbered = 200
)

// blocked returns the unknowns that kept iterations from being the last, most
// often first.
func (r *runner) blocked() []Blocked {
	list := []Blocked{}
	for i, n := range r.engine.Stats.Blocked {
		if n > 0 {
			list = append(list, Blocked{r.circuit.System.Unknown(i).Name, n, int64(i)})
		}
	}
	slices.SortStableFunc(list, func(a, b Blocked) int { return int(min(max(b.Count-a.Count, -1), 1)) })
	return list
}

func (r *runner) models() []Model {
	list := []Model{}
	costs := r.engine.Costs()
	for k, kind := range r.circuit.System.Kinds() {
		m := Model{Name: kind.Name, Devices: kind.Parts}
		if k < len(costs) && costs[k].Loads > 0 {
			m.Timed = costs[k].Loads
			m.PerLoad = float64(costs[k].Time) / float64(m.Timed)
			if m.Devices > 0 {
				m.Each = m.PerLoad / float64(m.Devices)
			}
		}
		list = append(list, m)
	}
	return list
}

// snapshot returns the counts so far, for the capture.
func (r *runner) snapshot() trace.Counts {
	s := &r.engine.Stats
	rep := &Report{Counts: counts(s), PerStep: s.PerStep, Blocked: r.blocked(), Models: r.models()}
	return rep.counts(r.engine)
}

// counts returns the counts in the form of a capture.
func (rep *Report) counts(e *newton.Engine) trace.Counts {
	n := rep.Counts
	c := trace.Counts{
		Number: map[string]int64{
			trace.CountIterations: n.Iterations,
			trace.CountTimesteps:  max(n.Accepted-1, 0) + n.RejectedLTE + n.RejectedNR,
			"accepted":            n.Accepted, "rejected_lte": n.RejectedLTE, "rejected_nr": n.RejectedNR,
			"op_iterations": n.OPIterations, "wasted_iterations_lte": n.WastedLTE, "wasted_iterations_nr": n.WastedNR,
			"limiter_blocked": n.LimiterBlocked, "residual_blocked": n.ResidualBlocked,
			"loads": n.Loads, "factors": n.Factors, "refactors": n.Refactors, "solves": n.Solves,
			"pivot_failures": n.PivotFailures, "gmin_steps": n.GminSteps, "source_steps": n.SourceSteps,
		},
		Table: map[string][]trace.Row{},
		Wall:  rep.Elapsed,
	}
	if rep.PerStep != nil { // an operating point has no steps
		c.Histogram = map[string][]int64{trace.CountIterationsPerStep: slices.Clone(rep.PerStep)}
	}
	if rep.CPU > 0 {
		c.Number[trace.CountCPU] = rep.CPU
	}
	c.Number[trace.CountPreempted], c.Number[trace.CountPreemptedNS] = e.Stats.Preempted, int64(e.Stats.PreemptedTime)
	for p, n := range e.Calls() {
		if n > 0 {
			c.Table[trace.TableCalls] = append(c.Table[trace.TableCalls], trace.Row{Name: newton.Phase(p).String(), Count: n})
		}
	}
	for _, b := range rep.blocked[:min(len(rep.blocked), mostNumbered)] {
		c.Table["blocked"] = append(c.Table["blocked"], trace.Row{Name: b.Unknown, Count: b.Count, Index: &b.index})
	}
	for _, m := range rep.Models {
		c.Table["models"] = append(c.Table["models"], trace.Row{Name: m.Name, Count: int64(m.Devices), NS: int64(m.PerLoad)})
	}
	return c
}

package simulate

import (
	"fmt"
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
	Schema   string   `json:"schema"`   // name of the schema: `run/v1`
	Circuit  Info     `json:"circuit"`  // the simulated circuit
	Analysis Analysis `json:"analysis"` // the analysis and its settings

	// why the run ended: `end`; `steps`: after the number of `--steps`;
	// `interrupted`; `failed`
	Stop string `json:"stop"`

	blocked []Blocked // all, for captures

	Failure *Failure `json:"failure,omitempty"` // why there is no solution; absent otherwise
	Counts  Counts   `json:"counts"`            // exact counts of the run

	// element k: number of accepted time steps with k iterations; absent without
	// time steps
	PerStep []int64 `json:"iterations_per_step,omitempty"`

	Blocked  []Blocked `json:"blocked"`            // unknowns that kept iterations from being the last, most often first; at most 20
	Linear   *Linear   `json:"linear,omitempty"`   // the last factorisation with pivoting; absent without one
	Models   []Model   `json:"models"`             // one element per kind of device
	Solution []Value   `json:"solution,omitempty"` // solution of an operating point; absent for transients, and without a solution
	Elapsed  int64     `json:"elapsed_ns"`         // wall-clock time of the analysis, including the operating point

	// part of `elapsed_ns` in which the thread of the solver ran on a processor;
	// absent if the system does not report it (outside of Linux)
	CPU int64 `json:"cpu_ns,omitempty"`

	Capture string `json:"capture,omitempty"` // file of `-o`; absent without it

	// table of phases: a document docs/formats.md#phasesv1 without `loss`; absent
	// with `--sample off`
	Phases *trace.Summary `json:"phases,omitempty"`

	NVTX *NVTX `json:"nvtx,omitempty"` // ranges that an NVTX tool received; absent without `--nvtx` or without a tool

	Warnings []string `json:"warnings"` // warnings of the netlist, and what is doubtful
}

// NVTX is what a tool was shown by NVTX. Counts are exact.
type NVTX struct {
	Library string           `json:"library"` // path of the tool, from `NVTX_INJECTION64_PATH`
	Domain  string           `json:"domain"`  // domain of the ranges
	Total   int64            `json:"total"`   // number of ranges that were pushed and popped
	Ranges  map[string]int64 `json:"ranges"`  // number of ranges per phase; phases without ranges are absent
}

// Info is what was simulated.
type Info struct {
	Name     string `json:"name"`     // name of the built-in circuit, or of the file without directory and extension
	Title    string `json:"title"`    // first line of the netlist
	Unknowns int    `json:"unknowns"` // number of node voltages and branch currents
	Nodes    int    `json:"nodes"`    // number of node voltages, including internal nodes of devices
	Branches int    `json:"branches"` // number of branch currents
	Devices  int    `json:"devices"`  // number of elements after subcircuits are expanded
	NNZ      int    `json:"nnz"`      // positions of the Jacobian
}

// Analysis is how.
type Analysis struct {
	Kind     string  `json:"kind"`                 // `tran`, `dc` or `op`
	Points   int     `json:"points,omitempty"`     // operating points of the sweep; absent unless `kind` is `dc`
	Step     float64 `json:"step_s,omitempty"`     // suggested time step; absent unless `kind` is `tran`
	End      float64 `json:"stop_s,omitempty"`     // end of the transient; absent unless `kind` is `tran`
	Max      float64 `json:"max_step_s,omitempty"` // largest time step; absent if the netlist gives none
	UIC      bool    `json:"uic"`                  // true if the transient starts from initial conditions, without an operating point
	Method   string  `json:"method"`               // integration method: `trap`, `gear` or `be`
	Ordering string  `json:"ordering"`             // ordering of the linear solver

	// true if large residuals keep an iteration from being the last; false with
	// `--no-residual-test`
	Residual bool `json:"residual_test"`

	Reached float64 `json:"reached_s"` // simulated time of the last accepted time point
}

// Failure is why there is no solution.
type Failure struct {
	Time    float64 `json:"time_s"`            // simulated time; 0 for the operating point
	Unknown string  `json:"unknown,omitempty"` // unknown with the largest violation, or without a pivot; absent if unknown

	// true if only the residual of this unknown violated its tolerance in the last
	// iteration
	Residual bool `json:"residual"`

	Text string `json:"text"` // the failure as a sentence
}

// Counts are the counts of newton.Stats.
type Counts struct {
	Accepted        int64 `json:"accepted"`              // accepted time points, including the start
	Points          int64 `json:"points"`                // solved operating points of a DC sweep; 0 for other analyses
	RejectedLTE     int64 `json:"rejected_lte"`          // time steps rejected for their truncation error
	RejectedNR      int64 `json:"rejected_nr"`           // time steps whose iteration did not converge
	Iterations      int64 `json:"nr_iterations"`         // all iterations
	OPIterations    int64 `json:"op_iterations"`         // iterations of operating points
	WastedLTE       int64 `json:"wasted_iterations_lte"` // iterations in the steps of `rejected_lte`
	WastedNR        int64 `json:"wasted_iterations_nr"`  // iterations in the steps of `rejected_nr`
	LimiterBlocked  int64 `json:"limiter_blocked"`       // iterations that only a limiter kept from being the last
	ResidualBlocked int64 `json:"residual_blocked"`      // iterations that only a residual kept from being the last
	Loads           int64 `json:"loads"`                 // evaluations of all devices
	Factors         int64 `json:"factors"`               // factorisations with pivoting
	Refactors       int64 `json:"refactors"`             // factorisations with known pattern and pivots
	Solves          int64 `json:"solves"`                // solves with the factors
	PivotFailures   int64 `json:"pivot_failures"`        // refactorisations that a small pivot ended; each is followed by a factorisation
	GminSteps       int64 `json:"gmin_steps"`            // intermediate solutions of gmin stepping for the operating point
	SourceSteps     int64 `json:"source_steps"`          // intermediate solutions of source stepping for the operating point
	SettleSteps     int64 `json:"settle_steps"`          // time points of pseudo-transients for the operating point
}

// Blocked is an unknown whose step was the largest against its tolerance in so
// many iterations from the second of a solution.
type Blocked struct {
	Unknown string `json:"unknown"` // a node, or `NAME#branch`

	// iterations, without the first of a solution, in which this unknown violated
	// its tolerance most
	Count int64 `json:"count"`

	index int64 // of the unknown
}

// Linear is the last factorisation with pivoting.
type Linear struct {
	Blocks int   `json:"blocks"` // number of diagonal blocks
	NNZL   int64 `json:"nnz_l"`  // entries of L, including its unit diagonal
	NNZU   int64 `json:"nnz_u"`  // entries of U, including its diagonal

	// entries of L and U, the diagonal counted once, plus the entries above the
	// diagonal blocks
	NNZLU int64 `json:"nnz_lu"`

	FillRatio   float64 `json:"fill_ratio"`          // `nnz_lu` divided by `circuit.nnz`
	Flops       float64 `json:"flops"`               // flops of one refactorisation
	OffDiagonal int     `json:"off_diagonal_pivots"` // number of pivots that are not the diagonal entry
}

// Model is one kind of devices and what its evaluation cost.
type Model struct {
	// name of the model or kind of element. `linear part`: linear entries of the
	// Jacobian are copied, the others cleared
	Name string `json:"name"`

	Devices int     `json:"devices"`             // number of devices; 0 for `linear part`
	Timed   int64   `json:"loads_timed"`         // number of timed evaluations, a sample of all
	PerLoad float64 `json:"load_ns,omitempty"`   // mean time of one evaluation of all its devices; absent if none was timed
	Each    float64 `json:"device_ns,omitempty"` // `load_ns` divided by `devices`; absent if none was timed, and for `linear part`
}

// Value is an unknown of an operating point.
type Value struct {
	Name  string  `json:"name"`  // name of the unknown
	Value float64 `json:"value"` // value in V or A
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
	} else if r.sweeps() {
		rep.Analysis.Kind, rep.Analysis.Points = "dc", c.Netlist.DC.Points()
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
		rep.Warnings = append(rep.Warnings, w.String())
	}
	rep.Warnings = append(rep.Warnings, r.warnings...)
	if s.Settled > 0 {
		rep.Warnings = append(rep.Warnings, "no operating point was found with charges at rest: the end of a pseudo-transient of 10 µs from 0 V replaces it")
	}
	if s.Shunted > 0 {
		rep.Warnings = append(rep.Warnings, fmt.Sprintf("the equations at rest are singular at %s: conductances of gmin from all nodes to ground are part of the operating point", s.Floating))
	}
	return rep
}

func counts(s *newton.Stats) Counts {
	return Counts{Accepted: s.Accepted, Points: s.Points, RejectedLTE: s.RejectedLTE, RejectedNR: s.RejectedNR,
		Iterations: s.Iterations, OPIterations: s.OPIterations, WastedLTE: s.LostTo.LTE, WastedNR: s.LostTo.NR,
		LimiterBlocked: s.LimiterBlocks, ResidualBlocked: s.ResidualBlocks,
		Loads: s.Loads, Factors: s.Factors, Refactors: s.Refactors, Solves: s.Solves, PivotFailures: s.PivotFailures,
		GminSteps: s.GminSteps, SourceSteps: s.SourceSteps, SettleSteps: s.SettleSteps}
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
			"accepted":            n.Accepted, "points": n.Points, "rejected_lte": n.RejectedLTE, "rejected_nr": n.RejectedNR,
			"op_iterations": n.OPIterations, "wasted_iterations_lte": n.WastedLTE, "wasted_iterations_nr": n.WastedNR,
			"limiter_blocked": n.LimiterBlocked, "residual_blocked": n.ResidualBlocked,
			"loads": n.Loads, "factors": n.Factors, "refactors": n.Refactors, "solves": n.Solves,
			"pivot_failures": n.PivotFailures, "gmin_steps": n.GminSteps, "source_steps": n.SourceSteps, "settle_steps": n.SettleSteps,
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

package diagnose_test

import (
	"math"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/solvers"
	"github.com/nrkit/nrkit/trace"
)

// A solverBuilder makes calls of solver libraries one after the other, 100 ns apart.
// The zero value is ready.
type solverBuilder struct {
	run      solvers.Run
	captured *diagnose.SolverMatrices
	keys     []diagnose.Keys
	at       int64
	b        builder
	tracks   []int32
}

// on adds a thread of process 1 and returns its number.
func (s *solverBuilder) on() int32 {
	n := int64(len(s.tracks) + 1)
	s.tracks = append(s.tracks, s.b.thread(1, n))
	s.run.Threads = append(s.run.Threads, solvers.Thread{Process: 1, ID: n})
	return int32(n - 1)
}

// function returns the number of a function.
func (s *solverBuilder) function(f solvers.Function) int32 {
	for k, x := range s.run.Functions {
		if x.Symbol == f.Symbol && x.Library == f.Library {
			return int32(k)
		}
	}
	s.run.Functions = append(s.run.Functions, f)
	return int32(len(s.run.Functions) - 1)
}

// call adds a call of a function that takes ns. Set changes what is known of it; without
// other words it is of the first thread and has a matrix of 10,000 rows with pattern 1.
func (s *solverBuilder) call(symbol string, library string, phase solvers.Phase, ns int64, set func(*solvers.Call)) *solvers.Call {
	if len(s.tracks) == 0 {
		s.on()
	}
	c := solvers.Call{Number: int64(len(s.run.Calls) + 1), Begin: s.at, End: s.at + ns, N: 10_000, Rows: 10_000, NNZ: 49_600, Parent: -1, Status: 0, Selector: solvers.Unknown,
		NRHS: -1, Pattern: 1, Phase: phase, Iteration: -1, Function: s.function(solvers.Function{Symbol: symbol, Library: library, Phase: phase})}
	if set != nil {
		set(&c)
	}
	s.b.span(s.tracks[c.Thread], "nrkit.solvers:"+symbol, c.Begin, c.End-c.Begin)
	s.at = max(s.at, c.End) + 100
	s.run.Calls = append(s.run.Calls, c)
	for int(c.Pattern) > len(s.run.Patterns) {
		s.run.Patterns = append(s.run.Patterns, solvers.Pattern{N: c.N, Rows: c.Rows, NNZ: c.NNZ, Call: int32(len(s.run.Calls) - 1)})
	}
	for int(c.Analysis) > len(s.run.Analyses) {
		s.run.Analyses = append(s.run.Analyses, solvers.Analysis{Pattern: c.Pattern})
	}
	for int(c.Factors) > len(s.run.Factorisations) {
		s.run.Factorisations = append(s.run.Factorisations, solvers.Factorisation{Pattern: c.Pattern, Analysis: c.Analysis})
	}
	return &s.run.Calls[len(s.run.Calls)-1]
}

// rest adds time of the program outside of the solver.
func (s *solverBuilder) rest(ns int64) {
	if len(s.tracks) == 0 {
		s.on()
	}
	s.b.span(s.tracks[0], "program", s.at, ns)
	s.at += ns + 100
}

// input returns the input.
func (s *solverBuilder) input() *diagnose.Input {
	in := s.b.input()
	ofSolver(in, s)
	if len(s.run.Calls) > 0 {
		in.Solvers = &s.run
	}
	in.Captured = s.captured
	if s.keys != nil {
		in.Keys = s.keys
	}
	return in
}

// solved returns an input that a function builds.
func solverCalls(plan func(*solverBuilder)) func() *diagnose.Input {
	return func() *diagnose.Input {
		var s solverBuilder
		plan(&s)
		return s.input()
	}
}

// saying is what a library says; a figure below zero is not said.
func saying(s solvers.Said) *solvers.Said {
	for _, x := range []*float64{&s.LNZ, &s.UNZ, &s.Flops, &s.RCond, &s.RGrowth, &s.PivotsMoved, &s.Memory, &s.Iterations} {
		if *x < 0 {
			*x = math.NaN()
		}
	}
	return &s
}

// nothing is a library that says nothing.
var nothing = solvers.Said{LNZ: -1, UNZ: -1, Flops: -1, RCond: -1, RGrowth: -1, PivotsMoved: -1, Memory: -1, Iterations: -1}

// The functions of KLU as rules see them.

func (s *solverBuilder) analyze(ns int64, analysis, pattern int32) {
	s.call("klu_analyze", "klu", solvers.PhaseAnalyze, ns, func(c *solvers.Call) {
		c.Analysis, c.Pattern, c.Flags = analysis, pattern, solvers.MakesAnalysis
	})
}

func (s *solverBuilder) freeAnalysis(ns int64, analysis int32) {
	s.call("klu_free_symbolic", "klu", solvers.PhaseFree, ns, func(c *solvers.Call) {
		c.Analysis, c.Pattern, c.Flags = analysis, 0, solvers.Frees
	})
}

func (s *solverBuilder) factor(ns int64, analysis, factors, values int32, moved float64) {
	s.call("klu_factor", "klu", solvers.PhaseFactor, ns, func(c *solvers.Call) {
		c.Analysis, c.Factors, c.Values, c.Flags = analysis, factors, values, solvers.MakesFactors
		x := nothing
		x.PivotsMoved = moved
		c.Said = saying(x)
	})
}

func (s *solverBuilder) refactor(ns int64, analysis, factors, values int32) {
	s.call("klu_refactor", "klu", solvers.PhaseRefactor, ns, func(c *solvers.Call) {
		c.Analysis, c.Factors, c.Values = analysis, factors, values
	})
}

func (s *solverBuilder) solve(ns int64, factors int32, rhs uint64) {
	s.call("klu_solve", "klu", solvers.PhaseSolve, ns, func(c *solvers.Call) {
		c.Factors, c.Pattern, c.NNZ, c.NRHS, c.RHSAt = factors, 0, -1, 1, rhs
	})
}

// growth adds a call of klu_rgrowth.
func (s *solverBuilder) growth(factors int32, growth float64) {
	s.call("klu_rgrowth", "klu", solvers.PhaseQuery, 100, func(c *solvers.Call) {
		c.Factors = factors
		x := nothing
		x.RGrowth = growth
		c.Said = saying(x)
	})
}

// key gives the run CPUs and variables of the environment.
func (s *solverBuilder) key(cpus int64, env ...string) {
	k, err := runkey.Of(runkey.Group{Parts: []runkey.Part{{Name: "cpu.count", Value: runkey.Number(cpus)}}}, runkey.Environment(env))
	if err != nil {
		panic(err)
	}
	s.keys = []diagnose.Keys{{Source: "run.nrt", Start: k}}
}

// noCalls is an input without calls of solvers.
func noCalls() *diagnose.Input {
	var b builder
	b.span(b.thread(1, 1), trace.PhaseIteration, 0, 1000)
	return b.input()
}

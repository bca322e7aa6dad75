package solvertest

import (
	"github.com/nrkit/nrkit/solvers"
)

// functions are rows of a table with a library, as NAME LIBRARY PHASE.
func functions(rows ...[2]string) []solvers.Function {
	var list []solvers.Function
	for _, row := range rows {
		phase, err := solvers.ParsePhase(row[1])
		if err != nil {
			panic(err)
		}
		list = append(list, solvers.Function{Symbol: row[0], Phase: phase})
	}
	return list
}

// in sets the library of functions.
func in(library string, list []solvers.Function) []solvers.Function {
	for k := range list {
		list[k].Library = library
	}
	return list
}

// Backslash is a program that solves a nonlinear system by A\b: UMFPACK analyses,
// factors and solves in each of some iterations, always with one pattern.
func Backslash(iterations int) *Program { return backslash(iterations, false) }

// BackslashDynamic is the same program with ids of schemas that NVTX gave.
func BackslashDynamic(iterations int) *Program { return backslash(iterations, true) }

func backslash(iterations int, dynamic bool) *Program {
	p := &Program{PID: 100, Dynamic: dynamic, Functions: in("umfpack", functions([2]string{"umfpack_di_symbolic", "analyze"}, [2]string{"umfpack_di_numeric", "factor"},
		[2]string{"umfpack_di_solve", "solve"}, [2]string{"umfpack_di_free_symbolic", "free"}, [2]string{"umfpack_di_free_numeric", "free"}))}
	t := p.Thread(100)
	now := int64(50e6)
	for k := range uint64(iterations) {
		matrix := []uint64{N, 14400, Rows, 14400, NNZ, 71520, Pattern, 0xb5a7_0000_0000_0001, Status, 0}
		call := func(ns int64, symbol string, set ...uint64) {
			t.Record(now, now+200e3)
			t.Call(now+200e3, now+200e3+ns, symbol, Blank(append(set, Aside, 200e3)...))
			now += 200e3 + ns
		}
		call(20e6, "umfpack_di_symbolic", append(matrix, MakesAnalysis, 0x1000)...)
		call(60e6, "umfpack_di_numeric", append(matrix, Values, 0xa0+k, UsesAnalysis, 0x1000, MakesFactors, 0x2000, LNZ, Float(405e3), UNZ, Float(405e3), Flops, Float(412e6), RCond, Float(1e-4))...)
		call(9e6, "umfpack_di_solve", append(matrix, Values, 0xa0+k, UsesFactors, 0x2000, RHS, 0xc0+k, NRHS, 1)...)
		call(100e3, "umfpack_di_free_symbolic", Frees, 0x1000)
		call(200e3, "umfpack_di_free_numeric", Frees, 0x2000)
		now += 5e6 // the program evaluates
	}
	return p
}

// Integrator is a program that integrates in time: each step is a Newton solution of
// some iterations with one factorisation, and evaluations of residual and Jacobian.
func Integrator(steps, iterations int) *Program { return integrator(steps, iterations, false) }

// IntegratorDynamic is the same program with ids of schemas that NVTX gave.
func IntegratorDynamic(steps, iterations int) *Program { return integrator(steps, iterations, true) }

func integrator(steps, iterations int, dynamic bool) *Program {
	p := &Program{PID: 200, Dynamic: dynamic, Functions: append(in("sundials", functions([2]string{"IDASolve", "integrate"}, [2]string{"SUNNonlinSolSolve", "newton"}, [2]string{"IDAEvaluate", "function evaluation"}, [2]string{"SUNLinSolSetup", "setup"}, [2]string{"SUNLinSolSolve", "linear solve"})),
		in("klu", functions([2]string{"klu_analyze", "analyze"}, [2]string{"klu_factor", "factor"}, [2]string{"klu_refactor", "refactor"}, [2]string{"klu_solve", "solve"}))...)}
	t := p.Thread(200)
	matrix := []uint64{N, 100, Rows, 100, NNZ, 460, Pattern, 0xda}
	now, solve := int64(1e6), uint64(0)
	step := func(ns int64) int64 { now += ns; return now }
	for k := range uint64(steps) {
		t.Begin(step(1000), "IDASolve")
		t.Begin(step(500), "SUNNonlinSolSolve")
		t.Begin(step(100), "SUNLinSolSetup")
		if k == 0 {
			t.Call(step(100), step(40e3), "klu_analyze", Blank(append(matrix, MakesAnalysis, 0x10)...))
			t.Call(step(100), step(90e3), "klu_factor", Blank(append(matrix, Values, 0x100, UsesAnalysis, 0x10, MakesFactors, 0x20)...))
		} else {
			t.Call(step(100), step(30e3), "klu_refactor", Blank(append(matrix, Values, 0x100+k, UsesAnalysis, 0x10, UsesFactors, 0x20)...))
		}
		t.End(step(200), Blank(Context, 0x5))
		for range iterations {
			t.Call(step(100), step(20e3), "IDAEvaluate", Blank())
			t.Begin(step(100), "SUNLinSolSolve")
			solve++
			t.Call(step(100), step(8e3), "klu_solve", Blank(N, 100, NRHS, 1, RHS, 0x1000+solve, UsesAnalysis, 0x10, UsesFactors, 0x20))
			t.End(step(100), Blank(Context, 0x5))
		}
		t.End(step(300), Blank(Context, 0x6))
		t.End(step(700), Blank(Context, 0x7))
	}
	return p
}

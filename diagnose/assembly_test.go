package diagnose_test

import (
	"fmt"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// solved is an input that has nothing but phases.
func solved() *diagnose.Input {
	var b builder
	b.solver(0, spread([2]int{10, 2})...)
	return b.input()
}

// withAssembly is an input whose analysis has an assembly of 1000 devices.
func withAssembly(in *diagnose.Input, hottest, withoutRails, configurations int, efficiency float64) *diagnose.Input {
	return analysed(in, fmt.Sprintf(`{"schema":"analyze/v1","assembly":{"name":"c","devices":1000,
		"all":{"slots":9000,"positions":4000,"adds":{"max":%d,"p999":20},"hottest":[{"row":1,"col":1,"row_name":"vss","col_name":"vss","writers":9,"adds":%[1]d}],
			"hottest_share":0.2,"colouring":{"colours":90}},
		"without_rails":{"slots":8000,"positions":3990,"adds":{"max":%d,"p999":12},"hottest":[],"hottest_share":0.01,"colouring":{"colours":12}},
		"specialisation":{"devices":1000,"variants":%d,"discrete_variants":2,"warp_efficiency":%g},
		"models":[{"name":"nch","devices":990,"static_parameters":8,"configurations":%[3]d},{"name":"vsource","devices":10,"static_parameters":0,"configurations":1}]}}`,
		hottest, withoutRails, configurations, efficiency))
}

func scatterHotSpotsInputs() []planted {
	return []planted{
		{"a rail takes 800 additions", finds, func() *diagnose.Input { return withAssembly(solved(), 800, 20, 4, 0.9) }},
		{"on a GPU 33 additions meet", finds, func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			b.call(th, "cuLaunchKernel", trace.SortAPI, 0, 5, b.stream(1, 0, 1, 7), "stamp", trace.SortKernel, 10, 50)
			return withAssembly(b.input(), 33, 33, 4, 0.9)
		}},
		{"32 additions meet", clears, func() *diagnose.Input { return withAssembly(solved(), 32, 20, 4, 0.9) }},
		{"no analysis", abstains, solved},
		{"an analysis without devices", abstains, func() *diagnose.Input { return analysed(solved(), fourfold) }},
	}
}

func branchSpecialisationInputs() []planted {
	return []planted{
		{"4 variants of 1000 devices", finds, func() *diagnose.Input { return withAssembly(solved(), 32, 20, 4, 0.51) }},
		{"variants leave half of the threads idle", clears, func() *diagnose.Input { return withAssembly(solved(), 32, 20, 60, 0.5) }},
		{"every device differs", clears, func() *diagnose.Input { return withAssembly(solved(), 32, 20, 990, 0.9) }},
		{"an analysis without parameters", abstains, func() *diagnose.Input {
			return analysed(solved(), `{"schema":"analyze/v1","assembly":{"devices":3}}`)
		}},
		{"no analysis", abstains, solved},
	}
}

func patternUnstableInputs() []planted {
	series := func(in *diagnose.Input, fixed string, removed int) *diagnose.Input {
		return analysed(in, fmt.Sprintf(`{"schema":"analyze/v1","series":{"files":[{"name":"a"},{"name":"b"},{"name":"c"}],"symbolic_analysis":"union",
			"pattern":{"fixed":%s,"steps":[{"added":0,"removed":%d},{"added":0,"removed":0}],"union_nnz":100,"common_nnz":98,
			"first_difference":{"from":0,"to":1,"text":"(3, 4) is in a and not in b"}}}}`, fixed, removed))
	}
	// factored has 10 factorisations of 500 ns and 10 refactorisations of 100 ns.
	factored := func() *diagnose.Input {
		var b builder
		th := b.thread(1, 1)
		for k := range int64(10) {
			b.open(th, trace.PhaseLinearSolve, k*600)
			b.span(th, trace.PhaseFactor, k*600, 500)
			b.span(th, trace.PhaseRefactor, k*600+500, 100)
			b.close(th, trace.PhaseLinearSolve, k*600+600)
		}
		return b.input()
	}
	return []planted{
		{"two entries go", finds, func() *diagnose.Input { return series(solved(), "false", 2) }},
		{"each change costs a factorisation", finds, func() *diagnose.Input { return series(factored(), "false", 2) }},
		{"the entries are the same", clears, func() *diagnose.Input { return series(solved(), "true", 0) }},
		{"one matrix", abstains, func() *diagnose.Input { return series(solved(), "null", 0) }},
		{"no series", abstains, func() *diagnose.Input { return analysed(solved(), fourfold) }},
		{"no analysis", abstains, solved},
	}
}

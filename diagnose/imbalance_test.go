package diagnose_test

import (
	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// ranked returns an input of several files. Each is a run of one program whose
// steps are given.
func ranked(programs []string, runs ...[]step) *diagnose.Input {
	var all builder
	var ranks []diagnose.Rank
	var traces []*trace.Trace
	for k, steps := range runs {
		b := builder{header: trace.Header{Program: programs[k%len(programs)]}}
		b.solver(0, steps...)
		all.solver(0, steps...)
		traces = append(traces, b.trace())
		ranks = append(ranks, diagnose.Rank{Number: int32(k), Source: "rank.nrt", Summary: trace.Summarize(b.trace(), trace.SummaryOptions{})})
	}
	in := all.input()
	ofRanks(in, traces)
	in.Ranks = ranks
	return in
}

func imbalanceInputs() []planted {
	of := func(build ...int64) func() *diagnose.Input {
		return func() *diagnose.Input {
			var runs [][]step
			for _, ns := range build {
				runs = append(runs, repeat(10, step{iterations: 2, build: ns, solve: 400, test: 100}))
			}
			return ranked([]string{"job"}, runs...)
		}
	}
	return []planted{
		{"one of four builds twice as long", finds, of(500, 500, 1000, 500)},
		{"the others wait for it", finds, func() *diagnose.Input { // the roots are equal
			return ranked([]string{"job"}, repeat(10, step{iterations: 1, build: 500, outside: 500}), repeat(10, step{iterations: 1, build: 1000}))
		}},
		{"one of four takes 7 per cent longer", finds, of(500, 500, 600, 500)},
		{"the one that waits is not the slowest", finds, func() *diagnose.Input {
			slow := repeat(10, step{iterations: 1, build: 1000})
			return ranked([]string{"job"}, repeat(10, step{iterations: 1, build: 100, outside: 900}), slow, slow)
		}},
		{"one of four takes 4 per cent longer", clears, of(500, 500, 555, 500)},
		{"all are equal", clears, of(500, 500, 500)},
		{"ranks of two programs", abstains, func() *diagnose.Input {
			return ranked([]string{"a", "b"}, spread([2]int{10, 2}), spread([2]int{20, 2}))
		}},
		{"one file", abstains, func() *diagnose.Input {
			var b builder
			b.solver(0, spread([2]int{10, 2})...)
			return b.input()
		}},
	}
}

package diagnose_test

import (
	"slices"
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/trace"
)

// spread returns n steps of k iterations for each pair.
func spread(pairs ...[2]int) []step {
	var list []step
	for _, p := range pairs {
		list = append(list, repeat(p[0], step{iterations: p[1], build: 900, solve: 90, test: 10})...)
	}
	return list
}

func nrIterationCapInputs() []planted {
	of := func(pairs ...[2]int) func() *diagnose.Input {
		return func() *diagnose.Input {
			var b builder
			b.solver(0, spread(pairs...)...)
			return b.input()
		}
	}
	return append(iterationCapLogs(), []planted{
		{"every step takes 20", finds, of([2]int{40, 20})},
		{"eight steps take 20", finds, of([2]int{8, 20})},
		{"nine of ten take 10", finds, of([2]int{1, 3}, [2]int{9, 10})},
		{"eight of nine take 10", clears, of([2]int{1, 3}, [2]int{8, 10})},
		{"every step takes 7", clears, of([2]int{40, 7})},
		{"one takes 20", clears, of([2]int{40, 3}, [2]int{1, 20})},
		{"counts of the run say so", finds, func() *diagnose.Input {
			in := of([2]int{8, 2})()
			in.Run = &diagnose.RunCounts{Source: "run.json", PerStep: []int64{0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 50}}
			return in
		}},
		{"seven steps", abstains, of([2]int{7, 20})},
		{"no steps", abstains, func() *diagnose.Input {
			var b builder
			th := b.thread(1, 1)
			for k := range int64(20) {
				b.span(th, trace.PhaseIteration, k*10, 10)
			}
			return b.input()
		}},
	}...)
}

// TestIterationCapLeavesTwoIterations computes the cost in another way: 20
// iterations of 1 µs in each of 40 steps, of which 2 are needed.
func TestIterationCapLeavesTwoIterations(t *testing.T) {
	var b builder
	b.solver(0, spread([2]int{40, 20})...)
	r := diagnose.Run(b.input(), diagnose.Rules())
	i := slices.IndexFunc(r.Findings, func(f diagnose.Finding) bool { return f.Rule == "nr-iteration-cap" })
	if i < 0 || r.Findings[i].Cost == nil || *r.Findings[i].Cost != 40*18*1000 {
		t.Errorf("got %+v, want a cost of 720000 ns", r.Findings)
	}
}

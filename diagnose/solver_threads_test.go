package diagnose_test

import (
	"testing"

	"github.com/nrkit/nrkit/diagnose"
	"github.com/nrkit/nrkit/solvers"
)

// parallel adds threads that factor at the same time, for ns each.
func parallel(threads int, library string, ns int64) func(*solverBuilder) {
	return func(s *solverBuilder) {
		for range threads {
			s.on()
		}
		for k := range int32(threads) {
			s.call(library+"_factor", library, solvers.PhaseFactor, ns, func(c *solvers.Call) { c.Thread, c.Begin, c.End, c.Values = k, int64(k)*10, ns+int64(k)*10, k+1 })
		}
	}
}

func oversubscribedInputs() []planted {
	plan := func(threads int, library string, cpus int64, env ...string) func() *diagnose.Input {
		return solverCalls(func(s *solverBuilder) {
			parallel(threads, library, 100_000)(s)
			s.key(cpus, env...)
		})
	}
	return []planted{
		{"four threads of four", finds, plan(4, "umfpack", 8, "OMP_NUM_THREADS=4")},
		{"more threads than CPUs in one call", finds, plan(1, "cholmod", 2, "OPENBLAS_NUM_THREADS=8")},
		{"four threads of two", clears, plan(4, "umfpack", 8, "OMP_NUM_THREADS=2")},
		{"they meet for a short time", clears, solverCalls(func(s *solverBuilder) {
			parallel(4, "umfpack", 1000)(s)
			s.rest(1_000_000)
			s.key(8, "OMP_NUM_THREADS=4")
		})},
		{"one thread at a time", clears, plan(1, "umfpack", 8)},
		{"the environment says nothing", abstains, plan(4, "umfpack", 8)},
		{"KLU has no BLAS", abstains, plan(4, "klu", 8, "OMP_NUM_THREADS=4")},
		{"no key", abstains, solverCalls(parallel(4, "umfpack", 100_000))},
		{"no solver", abstains, noCalls},
	}
}

// TestThreadsAtOnce: three threads are in calls together for 100 of 300 ns.
func TestThreadsAtOnce(t *testing.T) {
	var s solverBuilder
	for range 3 {
		s.on()
	}
	for k := range int32(3) {
		s.call("umfpack_di_numeric", "umfpack", solvers.PhaseFactor, 300, func(c *solvers.Call) { c.Thread, c.Begin, c.End = k, int64(k)*100, 300+int64(k)*100 })
	}
	s.key(4, "OMP_NUM_THREADS=4")
	e := ruleOf(t, "oversubscribed-threads").Check(s.input()).Findings[0].Evidence
	if e[0].Value != 3 || e[1].Value != 100 {
		t.Errorf("got %g threads for %g ns, want 3 for 100", e[0].Value, e[1].Value)
	}
}

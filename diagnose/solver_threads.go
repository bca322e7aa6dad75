package diagnose

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nrkit/nrkit/internal/units"
	"github.com/nrkit/nrkit/runkey"
	"github.com/nrkit/nrkit/solvers"
)

// oversubscribedThreads finds programs whose threads call solvers at once while each
// call may start threads of BLAS.
func oversubscribedThreads() Rule {
	return Rule{
		ID:      "oversubscribed-threads",
		Meaning: "Threads call solvers at the same time, and BLAS may start threads in each call: together more than CPUs",
		Needs:   needsSolvers + " of libraries that use BLAS, and the key of the run with CPUs and environment",
		Check:   checkOversubscribed,
	}
}

// usesBLAS says whether a library does its work in BLAS. KLU does not.
func usesBLAS(library string) bool {
	switch library {
	case "umfpack", "cholmod", "spqr", "superlu", "superlu_dist", "mumps", "lapack":
		return true
	}
	return false
}

// blasVariables set the number of threads of a BLAS, the most specific one first.
var blasVariables = []string{"OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "BLIS_NUM_THREADS", "OMP_NUM_THREADS"}

// blasThreads returns the number of threads that the environment sets, and the
// variable; the largest where several are set.
func blasThreads(k *runkey.Key) (threads int64, variable string) {
	for _, name := range blasVariables {
		part, ok := k.Part("env." + name)
		if !ok {
			continue
		}
		text, _, _ := strings.Cut(fmt.Sprint(part.Value), ",")
		if n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 64); err == nil && n > threads {
			threads, variable = n, name
		}
	}
	return threads, variable
}

func checkOversubscribed(in *Input) Outcome {
	if in.Solvers == nil {
		return Abstain(noSolvers)
	}
	list := in.solverCallsWith(func(c *solvers.Call) bool {
		return usesBLAS(in.solverFunction(c).Library) && (c.Phase.Factors() || c.Phase.Solves())
	})
	if len(list) == 0 {
		return Abstain("no call of the trace is into a library that uses BLAS")
	}
	if len(in.Keys) == 0 || in.Keys[0].Start == nil || len(in.Keys) > 1 {
		return Abstain("the trace has no key of one run, with CPUs and environment")
	}
	part, ok := in.Keys[0].Start.Part("cpu.count")
	cpus, isNumber := part.Value.(runkey.Number)
	if !ok || !isNumber || cpus < 1 {
		return Abstain("the key does not say how many CPUs there are")
	}
	threads, variable := blasThreads(in.Keys[0].Start)
	callers, together := atOnce(list)
	if variable == "" && callers > 1 {
		return Abstain(fmt.Sprintf("%d threads call solvers at the same time, but the environment does not set the threads of BLAS (OMP_NUM_THREADS)", callers))
	}
	if variable == "" {
		return Clear("one thread at a time calls solvers, and the environment does not ask for more threads of BLAS than CPUs")
	}
	if threads*int64(callers) <= int64(cpus) {
		return Clear(fmt.Sprintf("at most %s call solvers at the same time, with %s=%d, on %s", units.Plural(int64(callers), "thread"), variable, threads, units.Plural(int64(cpus), "CPU")))
	}
	if in.smallForSolver(together) {
		return Clear(fmt.Sprintf("calls of so many threads at the same time take %s", in.solverShare(together)))
	}
	return Found(in.threadsFinding(list, threads, variable, int64(callers), int64(cpus), together))
}

// threadsFinding describes the threads.
func (in *Input) threadsFinding(list solverCalls, threads int64, variable string, callers, cpus, together int64) Finding {
	f := in.solverFunction(list[0])
	key := in.Keys[0].Source + ": key/v1 "
	fit := max(cpus/callers, 1)
	who := units.Count(callers, "thread calls solvers", "threads call solvers at the same time")
	return Finding{Severity: Info,
		Title: fmt.Sprintf("%s with %s=%d: up to %d threads on %s, if BLAS uses threads",
			who, variable, threads, threads*callers, units.Plural(cpus, "CPU")),
		Evidence: []Evidence{
			in.solverEvidence("threads that call solvers at the same time", float64(callers), "threads", f.Library),
			in.solverEvidence("time in which so many call", float64(together), UnitNS, f.Library),
			{Text: variable, Value: float64(threads), Unit: "threads", Source: key + fmt.Sprintf(".parts[] | select(.name==%q)", "env."+variable)},
			{Text: "CPUs of the process", Value: float64(cpus), Unit: "CPUs", Source: key + `.parts[] | select(.name=="cpu.count")`},
		},
		Try: []string{fmt.Sprintf("set %s=%d", variable, fit), "the trace does not show threads of BLAS: a BLAS without threads ignores the variable"}}
}

// atOnce returns the largest number of threads that are in calls of the list at the
// same time, and how long they are. Two processes share the CPUs, and count together.
func atOnce(list solverCalls) (most int, ns int64) {
	type change struct {
		at     int64
		thread int32
		begin  bool
	}
	var all []change
	for _, c := range list {
		all = append(all, change{c.Begin, c.Thread, true}, change{c.End, c.Thread, false})
	}
	slices.SortStableFunc(all, func(a, b change) int {
		if x := cmp.Compare(a.at, b.at); x != 0 || a.begin == b.begin {
			return x
		}
		if b.begin {
			return -1 // ends first
		}
		return 1
	})
	depth, busy := map[int32]int{}, 0
	for k, x := range all {
		if busy == most && most > 0 {
			ns += x.at - all[k-1].at
		}
		if x.begin {
			if depth[x.thread]++; depth[x.thread] == 1 {
				busy++
			}
		} else if depth[x.thread]--; depth[x.thread] == 0 {
			busy--
		}
		if busy > most {
			most, ns = busy, 0
		}
	}
	return most, ns
}

package calls

import (
	"cmp"
	"math"
	"slices"

	"github.com/nrkit/nrkit/solvers"
)

// How many calls are listed.
const (
	all     = 20 // up to so many, all; otherwise
	first   = 5
	slowest = 10
	last    = 5
)

// A Table lists some calls.
type Table struct {
	Count int64    `json:"count"` // number of calls in the trace; `rows` may have fewer elements
	Rows  []Listed `json:"rows"`  // the listed calls, in the order of their begins
}

// Listed is a call of a document. What is not known is absent.
type Listed struct {
	Number  int64 `json:"call,omitempty"` // number of the call in its process, over all threads, from 1: the number in names of saved matrices
	Rank    int32 `json:"rank,omitempty"` // rank of the process; absent for rank 0
	Process int64 `json:"process"`        // process id
	Thread  int64 `json:"thread"`         // thread id

	Begin int64 `json:"begin_ns"` // begin of the call
	Total int64 `json:"total_ns"` // time from begin to end, without recording
	Self  int64 `json:"self_ns"`  // part of `total_ns` in no watched call inside

	Function string `json:"function"`          // symbol of the function
	Library  string `json:"library,omitempty"` // name of its library
	Phase    string `json:"phase"`             // what the call does
	Inside   *int64 `json:"inside,omitempty"`  // number of the innermost watched call around this call

	Status   *int64 `json:"status,omitempty"`   // what the library returned
	Selector *int64 `json:"selector,omitempty"` // argument that chooses the work, such as the job of MUMPS
	N        *int64 `json:"n,omitempty"`        // columns of the matrix
	Rows     *int64 `json:"rows,omitempty"`     // rows of the matrix
	NNZ      *int64 `json:"nnz,omitempty"`      // stored entries of the matrix
	NRHS     *int64 `json:"nrhs,omitempty"`     // number of right-hand sides

	Pattern       int32 `json:"pattern,omitempty"`         // number of the pattern: equal patterns have one number
	Values        int32 `json:"values,omitempty"`          // number of the values, likewise
	RHS           int32 `json:"right_hand_side,omitempty"` // number of the right-hand side, likewise
	Analysis      int32 `json:"analysis,omitempty"`        // number of the analysis that the call makes, uses or frees
	Factorisation int32 `json:"factorisation,omitempty"`   // number of the factorisation that the call makes, uses or frees
	Iteration     int64 `json:"iteration,omitempty"`       // number of the iteration, from 1

	LNZ     *float64 `json:"lnz,omitempty"`               // entries of L, by the library
	UNZ     *float64 `json:"unz,omitempty"`               // entries of U, by the library
	Flops   *float64 `json:"flops,omitempty"`             // floating-point operations of the factorisation, by the library
	RCond   *float64 `json:"rcond,omitempty"`             // reciprocal condition number, by the library
	RGrowth *float64 `json:"rgrowth,omitempty"`           // reciprocal pivot growth, by the library
	Pivots  *float64 `json:"pivots_moved,omitempty"`      // pivots off the diagonal, by the library
	Memory  *float64 `json:"memory_bytes,omitempty"`      // peak memory, by the library
	Its     *float64 `json:"solver_iterations,omitempty"` // iterations of an iterative or nonlinear solver, by the library

	Saved bool   `json:"saved,omitempty"` // true if the matrix was saved; absent otherwise
	End   string `json:"end,omitempty"`   // `open` if the call has no end, `left` if an exception or longjmp left it; absent if it returned
}

// Of returns the table of a run: all calls up to 20, otherwise the first 5, the
// slowest 10 and the last 5.
//
// Cost: O(n log n) for n calls.
func Of(run *solvers.Run) *Table {
	t := &Table{Count: int64(len(run.Calls)), Rows: []Listed{}}
	for _, k := range chosen(run.Calls) {
		t.Rows = append(t.Rows, listed(run, k))
	}
	return t
}

// chosen returns the indices of the calls that are listed, in order.
func chosen(calls []solvers.Call) []int {
	list := make([]int, len(calls))
	for k := range list {
		list[k] = k
	}
	if len(calls) <= all {
		return list
	}
	slow := slices.Clone(list)
	slices.SortStableFunc(slow, func(a, b int) int { return cmp.Compare(calls[b].Time(), calls[a].Time()) })
	list = slices.Concat(list[:first], slow[:slowest], list[len(list)-last:])
	slices.Sort(list)
	return slices.Compact(list)
}

func listed(run *solvers.Run, k int) Listed {
	c := &run.Calls[k]
	f, t := &run.Functions[c.Function], &run.Threads[c.Thread]
	l := Listed{
		Number: c.Number, Rank: t.Rank, Process: t.Process, Thread: t.ID,
		Begin: c.Begin, Total: c.Time(), Self: c.Exclusive,
		Function: f.Symbol, Library: f.Library, Phase: c.Phase.String(),
		Status: known(int64(c.Status), solvers.Unknown), Selector: known(int64(c.Selector), solvers.Unknown),
		N: known(c.N, -1), Rows: known(c.Rows, -1), NNZ: known(c.NNZ, -1), NRHS: known(int64(c.NRHS), -1),
		Pattern: c.Pattern, Values: c.Values, RHS: c.RHS, Analysis: c.Analysis, Factorisation: c.Factors, Iteration: int64(c.Iteration) + 1,
		Saved: c.Has(solvers.SavedMatrix),
	}
	if c.Parent >= 0 {
		l.Inside = known(run.Calls[c.Parent].Number, 0)
	}
	if s := c.Said; s != nil {
		l.LNZ, l.UNZ, l.Flops, l.RCond = finite(s.LNZ), finite(s.UNZ), finite(s.Flops), finite(s.RCond)
		l.RGrowth, l.Pivots, l.Memory, l.Its = finite(s.RGrowth), finite(s.PivotsMoved), finite(s.Memory), finite(s.Iterations)
	}
	switch {
	case c.Has(solvers.Open):
		l.End = "open"
	case c.Has(solvers.Left):
		l.End = "left"
	}
	return l
}

func known(n, unknown int64) *int64 {
	if n == unknown {
		return nil
	}
	return &n
}

// finite returns a number that JSON has.
func finite(x float64) *float64 {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return nil
	}
	return &x
}

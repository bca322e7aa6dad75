package solvers

import "fmt"

// A Run is what a trace says about the calls of sparse solvers in it.
type Run struct {
	Functions      []Function
	Threads        []Thread
	Calls          []Call // in the order of their begins, a call before the calls in it
	Patterns       []Pattern
	Analyses       []Analysis
	Factorisations []Factorisation
	Iterations     []Iteration
	Contexts       int   // solver instances
	Matrices       int   // matrix objects
	Values         int   // different values of matrices
	RHS            int   // different right-hand sides
	End            int64 // ns: end of the trace
	Loss           Loss
}

// Loss counts what is missing or wrong in the data of calls.
type Loss struct {
	Open      int64 `json:"open"`      // number of calls without an end: the program was in them when the capture ended
	NoData    int64 `json:"no_data"`   // number of calls of which only name and times are known
	Malformed int64 `json:"malformed"` // number of payloads that cannot be read
	Stray     int64 `json:"stray"`     // number of payloads of calls that are not in the trace
	TooDeep   int64 `json:"too_deep"`  // number of calls inside 256 others on their thread; they are ignored
	NoTable   bool  `json:"no_table"`  // true if the table of functions is missing
}

// Warnings says what is missing, in sentences; nil if nothing is.
func (l Loss) Warnings() []string {
	var list []string
	say := func(n int64, one, many string) {
		if n == 1 {
			list = append(list, "1 "+one)
		} else if n > 1 {
			list = append(list, fmt.Sprintf("%d %s", n, many))
		}
	}
	say(l.NoData, "solver call has no data: only its name and times are known", "solver calls have no data: only their names and times are known")
	say(l.Malformed, "record of a solver call is damaged", "records of solver calls are damaged")
	say(l.Stray, "record belongs to a solver call that the capture lacks", "records belong to solver calls that the capture lacks")
	say(l.TooDeep, "solver call lies inside 256 others and is ignored", "solver calls lie inside 256 others and are ignored")
	if l.NoTable {
		list = append(list, "the capture lacks the table of solver functions: libraries and phases are known by the names of the functions alone")
	}
	return list
}

// An Iteration is the calls of one iteration of a Newton solver on one thread.
//
// In a call of phase newton or integrate, an iteration ends with each call that
// solves a linear system, and begins where the iteration before ended.
// Elsewhere, iterations are inferred: an inferred iteration is one or more
// factorisations with one analysis, followed by the solves with them up to the next
// factorisation. Then several solves per iteration may be several iterations of
// modified Newton, several right-hand sides or iterative refinement: the calls do not
// tell which.
type Iteration struct {
	Within     int32 // index of the innermost call of phase newton or integrate around it; -1 if it is in no such call
	Thread     int32 // index of Run.Threads
	First      int32 // index of its first call
	Last       int32 // index of the last call that solves
	Begin, End int64 // ns: of First and Last
	Solver     int64 // ns in the solver
	Analyses   int32 // calls that analyse
	Factors    int32 // calls that factor with new pivots
	Refactors  int32 // calls that factor with old pivots
	Solves     int32 // calls that solve with a factorisation; a call of phase linear solve is one, with all calls inside
	Inferred   bool  // no library says that this is an iteration
}

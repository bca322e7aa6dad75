package solvers

import "math"

// Unknown is a status or selector that is not known, as in calls that have none.
const Unknown = math.MinInt32

// A Call is one call of a watched function.
type Call struct {
	Number     int64     // number of the call in its process over all threads, from 1; 0 if unknown
	Begin, End int64     // ns from the start of the trace; an open call ends with the trace
	Exclusive  int64     // ns of the call in which it was the innermost call with a phase on its thread, without recording
	Recorded   int64     // ns between Begin and End in which nested calls were recorded: no time of the program
	Aside      int64     // ns before Begin and after End in which this call was recorded
	N, Rows    int64     // columns and rows of the matrix; -1 if unknown
	NNZ        int64     // stored entries; -1 if unknown
	RHSAt      uint64    // address of the right-hand side in the program; 0 if unknown
	Said       *Said     // what the library says; nil if nothing
	Function   int32     // index of Run.Functions
	Thread     int32     // index of Run.Threads
	Parent     int32     // index in Run.Calls of the innermost call around this one on its thread; -1 if none
	Status     int32     // what the library returns; Unknown if it returns none
	Selector   int32     // argument that chooses the work, such as job or sys; Unknown if the call has no such argument
	NRHS       int32     // right-hand sides; -1 if unknown
	Pattern    int32     // number of the pattern, from 1: Run.Patterns[Pattern-1]; 0 if unknown
	Values     int32     // number of the values, from 1 in order of appearance; equal values have one number; 0 if unknown
	RHS        int32     // number of the right-hand side, likewise; 0 if unknown
	Analysis   int32     // number of the analysis that the call makes, uses or frees: Run.Analyses[Analysis-1]; 0 if unknown
	Factors    int32     // number of the factorisation that the call makes, uses or frees: Run.Factorisations[Factors-1]; 0 if unknown
	Context    int32     // number of the solver instance, from 1; 0 if unknown
	Matrix     int32     // number of the matrix object, from 1; 0 if unknown
	Iteration  int32     // index of Run.Iterations; -1 if the call is in none
	Flags      CallFlags // what else is known
	Phase      Phase     // what the call does
	counts     parts     // what the call counts as
}

// CallFlags say more about a call.
type CallFlags uint16

// Flags of a call. Those up to SavingFailed have the values of the payload.
const (
	Left           CallFlags = 1 << iota // the call did not return: an exception or longjmp left it
	SampledValues                        // Values is from a sample
	SampledPattern                       // Pattern is from a sample
	SavedMatrix                          // the matrix was saved
	SavedVectors                         // right-hand side and solution were saved
	SavingFailed                         // a file could not be written
	_                                    // of the payload, not used
	Open                                 // the call has no end: the program ended in it, or still runs
	NoData                               // the trace has no data of the call, only its begin, end and name
	MakesAnalysis                        // the call makes Analysis
	MakesFactors                         // the call makes Factors
	Frees                                // the call frees Analysis, Factors, or both
	Repeats                              // the call lies in a call of the same phase, and does not count as one more
	payloadFlags   = Left | SampledValues | SampledPattern | SavedMatrix | SavedVectors | SavingFailed
)

// Has says whether all of the flags f are set.
func (c *Call) Has(f CallFlags) bool { return c.Flags&f == f }

// Counts says whether the call counts as one analysis, factorisation, refactorisation
// or solve: p is PhaseAnalyze, PhaseFactor, PhaseRefactor or PhaseSolve. Libraries
// call each other and themselves, so that several nested calls do one thing. The
// outermost call whose phase is this one thing counts. A call that does several
// things counts as each of them that no call in it does, and as nothing if calls of
// the same library in it do any of them. A solve without a right-hand side does not
// count. A factorisation counts as a refactorisation if the calls in it only refactor.
// An open call counts as nothing.
func (c *Call) Counts(p Phase) bool {
	return c.counts&partsOf(p) != 0 && partsOf(p)&(partsOf(p)-1) == 0
}

// Time returns the ns of the program between begin and end of the call, with the
// calls inside it and without recording.
func (c *Call) Time() int64 { return c.End - c.Begin - c.Recorded }

// Said is what a library says of its work. What it does not say is NaN.
type Said struct {
	LNZ, UNZ    float64 // entries of L and U
	Flops       float64 // of the factorisation
	RCond       float64 // reciprocal condition number
	RGrowth     float64 // reciprocal pivot growth
	PivotsMoved float64 // pivots that are not on the diagonal
	Memory      float64 // peak, in bytes
	Iterations  float64 // of an iterative or nonlinear solver
}

// A Thread is a thread that calls watched functions.
type Thread struct {
	Rank    int32 // of the process among several inputs
	Process int64 // pid
	ID      int64 // tid
	Name    string

	First     int64 // ns: begin of the first call
	Last      int64 // ns: end of the last call that does not only free something
	Recording int64 // ns between First and Last in which calls were recorded

	end   int64 // of the last call
	track int32
}

// A Pattern is the pattern of a matrix.
type Pattern struct {
	Hash         uint64
	N, Rows, NNZ int64 // as the first call with it says; -1 if unknown
	Call         int32 // index of the first call with it
	Sampled      bool  // patterns that differ in few places may share the hash
}

// An Analysis is an ordering and symbolic factorisation that a library keeps.
type Analysis struct {
	Call             int32 // index of the call that made it; -1 if made before the watching began
	Pattern          int32 // number of the pattern that was analysed; 0 if unknown
	Factorisations   int32 // calls that made a factorisation with it
	Refactorisations int32 // calls that factored again with the pivots of such a factorisation
	Freed            bool
}

// A Factorisation is L and U that a library keeps.
type Factorisation struct {
	Call             int32 // index of the call that made it; -1 if made before the watching began
	Analysis         int32 // number of the analysis that it was made with; 0 if unknown
	Pattern          int32 // number of the pattern that was factored; 0 if unknown
	Refactorisations int32 // calls that replaced its values
	Solves           int32 // calls that solved with it
	Freed            bool
}

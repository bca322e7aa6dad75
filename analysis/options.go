package analysis

import (
	"time"

	"github.com/nrkit/nrkit/newton/lu"
	"github.com/nrkit/nrkit/prediction"
)

// DefaultPivotThreshold is the pivot threshold of the numeric LU.
const DefaultPivotThreshold = lu.DefaultThreshold

// Options say what [Run] computes. The zero value is the default analysis.
type Options struct {
	// Orderings are the methods to run, in any order: names of [Methods], "all", or
	// [BestOf] for the methods that may win. Empty means the methods that suit the
	// matrix.
	Orderings []string

	// OrderingTime, unless 0, is the wall-clock time after which the orderings of
	// BestOf are ended that are not done, but for the references: the document
	// then depends on the machine.
	OrderingTime time.Duration
	Now          func() time.Time // the clock for it; nil: the system's clock

	// Exact are the methods for which a numeric LU finds the fill exactly, besides
	// the recommended method: names of methods that run, "best" (no other method),
	// "all", or "none". With "none" there is no numeric LU, and the predictions
	// decide which ordering is recommended. Empty means best.
	Exact []string

	// Matching says how rows are matched to columns first: one of [Matchings]. Empty
	// means MatchingAuto.
	Matching string

	// LULevels asks for the levels of the LU factorization under each ordering;
	// under BestOf the recommended ordering has them by default if they are cheap.
	LULevels bool

	// Whole leaves out the orderings inside diagonal blocks that are not asked for by
	// name: the order is for a solver that does not work on blocks.
	Whole bool

	// Tune adds an order for factorizations by columns, as KLU has them: [Tuned]. The
	// search starts from the orders that finished, and takes longer if Factorizations is
	// larger.
	Tune bool

	Budget         Budget  // of each numeric LU; four times as much of all that seek the recommended ordering
	PivotThreshold float64 // of the numeric LU, 0 < t ≤ 1; 0 means DefaultPivotThreshold

	// Stamps, unless nil, is the devices that write the first matrix: the
	// document then says how they scatter.
	Stamps *Stamps

	// Machine, unless nil, is the machine for which times are predicted. It has no
	// influence on the rest of the document.
	Machine *prediction.Machine

	// ThisMachine says that Machine is the machine on which Run runs. It decides words of
	// the verdict only.
	ThisMachine bool

	Solvers []prediction.Solver // whose times are predicted; empty means all

	// Factorizations is how many matrices of the pattern are factored in all, the
	// first with a search for pivots. 0 means DefaultFactorizations for the
	// predictions, and that BestOf finishes orderings which are not predicted to pay for
	// themselves.
	// Solves is how many right-hand sides each of them is solved for; 0 means
	// DefaultSolves.
	Factorizations, Solves int64

	Series    bool // make a series of a single file too, which says that nothing was compared
	DropZeros bool // leave out entries that are stored but zero
	Timings   bool // add times to the document
	Keep      bool // keep permutations, trees and partitions, for drawings and files

	// Store, unless nil, keeps orderings between runs. Without Keep and Timings, Run
	// takes the orderings that the store has; the document is the same.
	Store Store

	// Workers is how many goroutines run; 0 means GOMAXPROCS under BestOf and on
	// matrices of 100,000 entries and more, otherwise one. Unless Timings or
	// OrderingTime is set, the document does not depend on it. With a Machine, each
	// worker may hold the structure of one factorization, at 8 bytes for each of at most
	// 10 million entries, and one of them up to 50 million.
	Workers int

	// Progress, unless nil, is called whenever a step ends, and at intervals, from several
	// goroutines, one at a time.
	Progress func(Progress)
}

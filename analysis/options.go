package analysis

import (
	"time"

	"github.com/nrkit/nrkit/newton/lu"
)

// DefaultPivotThreshold is the pivot threshold of the numeric LU.
const DefaultPivotThreshold = lu.DefaultThreshold

// Options say what [Run] computes. The zero value is the default analysis.
type Options struct {
	// Orderings are the methods to run, in any order: names of [Methods], "all",
	// or [BestOf], those that may win. Empty means those that suit the matrix.
	Orderings []string

	// OrderingTime, unless 0, is the wall-clock time after which the orderings of
	// BestOf are ended that are not done, but for the references: the document
	// then depends on the machine.
	OrderingTime time.Duration
	Now          func() time.Time // the clock for it; nil: that of the system

	// Exact are the methods for which a numeric LU finds the fill exactly, besides
	// the recommended one: names of methods that run, "best" (no other), "all", or
	// "none": no numeric LU, so that the recommended ordering is one by prediction.
	// Empty means best.
	Exact []string

	// Matching says how rows are matched to columns first: one of [Matchings]. Empty
	// means MatchingAuto.
	Matching string

	// LULevels asks for the levels of the LU factorization under each ordering;
	// under BestOf the recommended one has them anyway where they are cheap.
	LULevels bool

	Budget         Budget  // of each numeric LU; four times as much of all that seek the recommended ordering
	PivotThreshold float64 // of the numeric LU, 0 < t ≤ 1; 0 means DefaultPivotThreshold

	// Stamps, unless nil, is the devices that write the first matrix: the
	// document then says how they scatter.
	Stamps *Stamps

	Series    bool // make a series of a single file too, which says that nothing was compared
	DropZeros bool // leave out entries that are stored but zero
	Timings   bool // add times to the document
	Keep      bool // keep permutations, trees and partitions, for drawings and files

	// Store, unless nil, keeps orderings between runs. Without Keep and Timings
	// those it has are taken from it; the document is the same.
	Store Store

	// Workers is how many goroutines run; 0 means GOMAXPROCS under BestOf and on
	// matrices of 100,000 entries and more, else one. Unless Timings or OrderingTime
	// is set, the document does not depend on it.
	Workers int

	// Progress, unless nil, is told how many of how many steps are done and
	// which one has ended. It is called from several goroutines.
	Progress func(done, total int, step string)
}

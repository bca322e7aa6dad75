package input

import "github.com/nrkit/nrkit/internal/merge"

// An Alignment says how the clocks of several files become one. Align is the method,
// Range the name of the common ranges for AlignEnd and AlignBegin. The zero value is
// AlignAuto.
type Alignment = merge.Options

// A Clock says how far the times of a file were moved by common ranges, and how well
// the ranges agree: Offset, Spread and Lag in ns, Drift in parts per million, and the
// number of Matches. The rows of ranks[].clock in docs/formats.md describe them.
type Clock = merge.Clock

// An Align is a method to align clocks.
type Align = merge.Align

// Values of Alignment.Align.
const (
	AlignAuto  = merge.Auto  // AlignWall if all files know when they started, otherwise AlignStart
	AlignWall  = merge.Wall  // by the wall clock
	AlignStart = merge.Start // all files start at once
	AlignEnd   = merge.End   // ranges of one name end at the same moment in all files: a barrier
	AlignBegin = merge.Begin // ranges of one name begin at the same moment in all files
)

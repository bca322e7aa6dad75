package chrome

// Codes of warnings. docs/warnings.md lists them with these comments.
const (
	// An end event has no open range of its name; it is ignored.
	codeUnmatched = "end-without-begin"
	// A range ends before a range inside it.
	codeMismatched = "end-not-innermost"
	// Ranges of a track overlap without nesting; they are on tracks of their own.
	codeOverlap = "overlap"
	// Ranges overlap more other ranges than the reader has tracks for; they are dropped.
	codeDropped = "too-many-overlaps"
	// A range ends up to 1 ns too late, by the rounding of ts and dur; the excess is removed.
	codeRounding = "rounding"
	// A range that begins does not end.
	codeOpen = "open-range"
	// An X event has no dur.
	codeNoDuration = "no-duration"
	// An X event has a negative duration; it is skipped.
	codeNegative = "negative-duration"
	// Events of a phase that has no meaning for ranges are skipped.
	codePhase = "skipped-phase"
	// An argument that is not a number is skipped.
	codeArgument = "skipped-argument"
	// An event without ph is skipped.
	codeNoPhase = "no-phase"
	// The input ends inside traceEvents.
	codeUnfinished = "unterminated"
	// An event without ts is skipped.
	codeNoTimestamp = "no-timestamp"
)

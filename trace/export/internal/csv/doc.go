// Package csv writes traces as comma-separated values (RFC 4180, lines end in LF),
// one row for each range that has ended, in the order of their ends.
//
//	track     name of the track; process/thread if it has no name; after its
//	          rank if there are several ranks; followed by # and its number if
//	          another track has the same name
//	name      of the range
//	depth     number of ranges around the range on its track
//	index     number of the step or iteration; empty if the range has no number
//	start_ns  nanoseconds from the start of the trace
//	dur_ns    nanoseconds from the begin of the range to its end
//	self_ns   nanoseconds of the range that are in no range inside the range
//
// Rows are what was timed: figures of a sampled trace are not scaled, and the steps
// that were not timed have no rows.
//
// The dur_ns of the rows of depth 0 and the self_ns of all rows have the same sum.
// Dropped: the header, counters, arguments, instants, and ranges that do not end.
package csv

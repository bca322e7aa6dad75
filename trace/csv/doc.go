// Package csv writes traces as comma-separated values (RFC 4180, lines end in
// LF), one row for each range that has ended, in the order of their ends.
//
//	track     name of the track; process/thread where it has none; after its
//	          rank where there are several; followed by # and its number where
//	          another track is called the same
//	name      of the range
//	depth     ranges around it on its track
//	index     number of the step or iteration; empty when it has none
//	start_ns  nanoseconds from the start of the trace
//	dur_ns    nanoseconds from its begin to its end
//	self_ns   nanoseconds of it that are in no range inside it
//
// Rows are what was timed: of a sampled trace nothing is scaled, and the steps that
// were not timed have no rows.
//
// The dur_ns of the rows of depth 0 and the self_ns of all rows have the same
// sum. Dropped: the header, counters, arguments, instants, and ranges that do
// not end.
package csv

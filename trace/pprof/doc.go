// Package pprof writes traces as profiles for go tool pprof: nested ranges are
// stacks of functions.
//
// Format: profile.proto of github.com/google/pprof, in gzip. The package of that
// repository writes the profile, and checks it before.
//
// # What becomes what
//
// Every stack of range names is a sample, innermost first, with two values: calls,
// and wall, the nanoseconds of its innermost range outside of any range inside it.
// pprof adds them up to inclusive times. By default pprof shows wall.
//
// If there is work on devices or if there are calls of a driver, a sample has two
// more values: gpu and wait. gpu is the nanoseconds of work. The work lies below the
// call that launched it and has no wall time of its own. wait is the part of wall in
// calls that wait for a device.
//
// A sample has up to five labels. circuit comes from the header's labels. regime is
// cold in the first time step of a track, preempted or warm in later steps, and
// missing outside of time steps. track and rank are present if there are several.
// The number iteration counts the NR iterations within the range around them from 1.
// Iterations beyond 64 all have the number 65, so that the file stays small. For
// example:
//
//	go tool pprof -top -tagfocus=iteration=1:3 -tagignore=regime=cold run.pb.gz
//
// If only some time steps were timed, calls and wall are scaled by trace.Estimate,
// as in the table of phases: the sums of a profile by phase are the totals of that
// table. The scaled part is taken from the range around the steps. Steps in which
// the thread lost the processor have the regime preempted. They are absent if other
// steps stand for them.
//
// The identity of the run is in the comments. The one mapping stands for the
// program; it has no file, and says that functions have their names. Dropped:
// counters, arguments, instants, the order of ranges, and ranges that never end;
// ranges inside a range that never ends are kept.
package pprof

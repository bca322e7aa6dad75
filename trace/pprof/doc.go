// Package pprof writes traces as profiles for go tool pprof: nested ranges are
// stacks of functions.
//
// Format: profile.proto of github.com/google/pprof, in gzip. The package of that
// repository writes it, and checks it before.
//
// # What becomes what
//
// Every stack of range names is a sample, innermost first, with two values:
// calls, and wall, the nanoseconds of its innermost range that no range inside
// it has. pprof adds them up to inclusive times. Wall is what is shown unless
// asked otherwise.
//
// Where there is work on devices or calls of a driver, there are two more: gpu,
// the nanoseconds of work, which lies below the call that launched it and has no
// wall time of its own, and wait, the part of wall in calls that wait for a
// device.
//
// Labels of a sample: circuit, of the header's labels; regime, cold in the first
// time step of a track, preempted and warm in later ones, missing outside of them; track,
// where there are several; rank, likewise; and the number iteration, which counts the NR
// iterations within the range around them from 1. Iterations beyond 64 all have
// the number 65, so that the file stays small. For example:
//
//	go tool pprof -top -tagfocus=iteration=1:3 -tagignore=regime=cold run.pb.gz
//
// Where one of so many time steps was timed, calls and wall are those of
// trace.Estimate, as in the table of phases: the sums of a profile by phase are
// the totals of that table. What is scaled is taken from the range around the
// steps. Steps in which the thread lost the processor have the regime preempted,
// and are not there where others stand for them.
//
// The identity of the run is in the comments. The one mapping stands for the
// program; it has no file, and says that functions have their names. Dropped:
// counters, arguments, instants, the order of ranges, and ranges that never end;
// what is inside those is kept.
package pprof

// Package trace holds ranges of time: what a program did, when and on which thread.
// It also holds counts, which include the calls that were not timed.
//
// A [Recorder] brackets the phases of a running program and writes a capture file.
// The file is readable even if the program was killed at any instant. [Open] reads a
// capture, [Check] finds what is wrong with it, and [Summarize] makes the table of
// phases. Exporters and importers are in packages of their own and meet in [Trace],
// the model of everything that has ranges. Package trace/input reads traces of every
// format, and package trace/export writes them.
//
// # Clock
//
// All times of a trace are nanoseconds of one monotonic clock, counted from the
// start of the trace. The header has the wall-clock time of the start.
//
// # Identity
//
// Process, thread, device, context and stream are all part of the identity of a
// [Track]. Nothing may be joined on a single id.
package trace

// Package trace holds ranges of time: what a program did when, on which
// thread, and how often it did it whether or not it was timed.
//
// A [Recorder] brackets the phases of a running program and writes a capture
// file that is readable after the program was killed at any instant. [Open]
// reads one; [Check] says what is wrong with it; [Summarize] makes the table of
// phases. Exporters and importers live below this package and meet in [Trace],
// the model of everything that has ranges.
//
// # Clock
//
// All times of a trace are nanoseconds of one monotonic clock, counted from the
// start of the trace, whose wall-clock time is in the header.
//
// # Identity
//
// Process, thread, device, context and stream are all part of the identity of
// a [Track]. Nothing may be joined on a bare id of one of them.
package trace

// Package chrome writes and reads the Trace Event Format, the JSON of
// chrome://tracing, Perfetto and speedscope.
//
// Format: "Trace Event Format", the document of the Chrome project that
// chrome://tracing links to, in its object form and, for reading, its array
// form too.
//
// # Written
//
// A range with nothing inside is an X event, any other a B and an E event, all
// in the order of the trace, which is what tells nested ranges of no duration
// from adjacent ones. args.index is the number of a range, an integer; other
// args are numbers with a point or exponent, and travel with the end of the
// range, so those of a range that never ends are lost. Counters are C, instants
// are i with the scope of a thread. The header is otherData, tracks are
// thread_name events whose args have the other parts of the identity. Where two
// tracks share process and thread, the later one gets a tid of its own.
// Numbers that JSON lacks are the strings "NaN", "+Inf" and "-Inf". Counts and
// loss are dropped. The cat of ranges that are no phases is their sort, and s
// and f events called launch are flows; otherData.sorts and flows, the number of
// these, say so to the reader. Where ranks share a pid, the later one gets a
// number of its own, and the arg process has the pid.
//
// # Clock
//
// ts and dur are microseconds with up to three decimals, so that nanoseconds
// survive. Reading goes through integers, never through a float64; digits below
// a picosecond are dropped and ends are rounded to the nearest nanosecond, which
// keeps nested what was nested.
//
// # Read
//
// Events may come in any order. B and E are paired in order of their times, and
// in the order of the file where times are equal: an E closes the innermost
// open range of its name, or the innermost one if it has no name. Ranges of a
// thread that overlap without one being inside the other go to an extra track,
// as in Perfetto; but where that is by one nanosecond and the end of an X event
// is concerned, whose ts and dur were rounded each on its own, that nanosecond
// is taken off its end, and the ranges nest. A range that never ends stays open. Whatever is odd yields a
// [Warning]; only what is not JSON, or is not what the format says, is an error.
//
// Skipped, with a warning: flows that Write did not write, asynchronous and object events, samples,
// memory dumps, arguments that are not numbers.
package chrome

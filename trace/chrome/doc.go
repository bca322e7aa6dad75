// Package chrome writes and reads the Trace Event Format, the JSON of
// chrome://tracing, Perfetto and speedscope.
//
// Format: "Trace Event Format", the document of the Chrome project that
// chrome://tracing links to, in its object form and, for reading, its array
// form too.
//
// # Written
//
// Every range is a pair of a B and an E event, in the order of the trace; there
// are no X events. Of equal times Perfetto keeps the order of the file, but in a
// file with one X event it takes E before X before B, and nests the ranges of that
// instant wrongly. Speedscope adds ts and dur of X events as floats, and many ends
// miss the next begin by a last digit.
//
// The args come with the E event, those of B events would make another function of
// each for speedscope: index is the number of the range, an integer; the others
// have a point or exponent. A range that never ends has only its B event. Its args
// are those of a metadata event open_range at the end of the file, the outermost
// range of a track first, and otherData.last_ns says until when the program was
// alive; only Read uses both. Speedscope shows such a range until the last begin or
// end of its thread.
//
// Counters are C; a second track of the process with the name of a counter has an
// id, since Perfetto tells counters apart by process, name and id. Instants are i
// with the scope of a thread. The header is otherData.
//
// Tracks are thread_name events. Process and thread ids are within 1…2³¹−1 and no
// two tracks share both: Perfetto keeps 32 bits and takes 0 for the main thread. A
// thread of the host has its own tid, unless another one in the file has it too. A
// device stream or a lane has a tid from 2³⁰ on, and so has a process whose pid
// another rank uses. The args of thread_name then have the real numbers, and the
// other parts of the identity.
//
// Numbers that JSON lacks are the strings "NaN", "+Inf" and "-Inf". Counts and
// loss are dropped. The cat of ranges that are no phases is their sort, and s
// and f events called launch are flows; otherData.sorts and flows, the number of
// these, say so to the reader.
//
// # Clock
//
// ts is in microseconds with up to three decimals, so that nanoseconds survive.
// Further decimals tell speedscope, which ignores the order of the file, in which
// order a begin and an end at one nanosecond come: a range of no length ends 1 fs
// after its begin, from 4 s on 1 ps, from 71 min on 100 ps. Such steps add up to
// less than half a nanosecond, and every other reader rounds them away. One
// nanosecond of a track has room for 400,000 steps, from 4 s on for 400, from
// 71 min on for 4, from 76 h on for none, where a float64 has no such decimals.
// Beyond that the steps are left out, and speedscope may nest the ranges of that
// nanosecond, and those around them, wrongly; Perfetto and Read do not.
//
// Reading goes through integers, never through a float64; digits below
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

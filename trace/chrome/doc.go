// Package chrome writes and reads the Trace Event Format, the JSON of
// chrome://tracing, Perfetto and speedscope.
//
// Format: "Trace Event Format", the document of the Chrome project that
// chrome://tracing links to, in its object form and, for reading, its array form
// too.
//
// # Written
//
// Every range is a pair of a B and an E event, in the order of the trace. There are
// no X events, for two reasons. If times are equal, Perfetto keeps the order of the
// file; but in a file with an X event it takes E before X before B, and nests the
// ranges of that instant wrongly. Speedscope adds ts and dur of X events as floats,
// and many ends miss the next begin by a last digit.
//
// The args come with the E event, because speedscope treats equal names with
// different args on the B event as different functions. index is the number of the
// range, an integer; the other args have a point or exponent. A range that never
// ends has only its B event. Its args are in a metadata event open_range at the end
// of the file, with the outermost range of a track first, and otherData.last_ns says
// until when the program was alive. Only Read uses both. Speedscope shows such a
// range until the last begin or end of its thread.
//
// Counters are C events. A second track of the process with the name of a counter
// has an id, since Perfetto distinguishes counters by process, name and id. Instants
// are i events with the scope of a thread. The header is otherData.
//
// Tracks are thread_name events. Process and thread ids are within 1…2³¹−1 and no
// two tracks share both: Perfetto keeps 32 bits and takes 0 for the main thread. A
// thread of the host has its own tid, unless another thread in the file has the same
// tid. A device stream or a lane has a tid from 2³⁰ on, and so has a process whose
// pid another rank uses. The args of thread_name then have the real numbers, and the
// other parts of the identity.
//
// Numbers that JSON lacks are the strings "NaN", "+Inf" and "-Inf". Counts and loss
// are dropped. The cat of ranges that are no phases is their sort, and s and f
// events called launch are flows. otherData.sorts and otherData.flows, the number of
// flows, tell the reader that the file has them.
//
// # Clock
//
// ts is in microseconds with up to three decimals, so that nanoseconds survive.
// Further decimals are for speedscope, which ignores the order of the file: they
// give the order of a begin and an end at the same nanosecond. A range of no length
// ends 1 fs after its begin, from 4 s on 1 ps, from 71 min on 100 ps. Such steps add
// up to less than half a nanosecond, and every other reader rounds them away. One
// nanosecond of a track has room for 400,000 steps, from 4 s on for 400, from 71 min
// on for 4, and from 76 h on for no step, because a float64 has no such decimals
// there. Beyond that the steps are left out, and speedscope may nest the ranges of
// that nanosecond, and the ranges around them, wrongly. Perfetto and Read nest them
// correctly.
//
// Reading goes through integers, never through a float64. Digits below a picosecond
// are dropped and ends are rounded to the nearest nanosecond. Ranges that were
// nested stay nested.
//
// # Read
//
// Events may come in any order. B and E are paired in order of their times, and in
// the order of the file if times are equal. An E closes the innermost open range of
// its name, or the innermost range if the E has no name. Ranges of a thread that
// overlap without nesting go to an extra track, as in Perfetto. There is one
// exception: if the overlap is one nanosecond and the end belongs to an X event,
// whose ts and dur were rounded separately, that nanosecond is taken off the end,
// and the ranges nest. A range that never ends stays open. Anything unusual yields a
// [Warning]. Only input that is not JSON, or is not what the format says, is an
// error.
//
// Skipped, with a warning: flows that Write did not write, asynchronous and object
// events, samples, memory dumps, arguments that are not numbers.
package chrome

// Package nvtxt writes traces as NVTXT. ImportNvtxt of Nsight Systems adds this text
// to a report (.nsys-rep), or makes a report from it.
//
// Format: "Nsight Systems User Guide", section "Import NVTXT", as ImportNvtxt of
// 2022.4 takes it. Lines that start with @ say which parameters the lines of that
// name have, and give the other parameters a value.
//
// # What becomes what
//
// A range is a RangePush and a RangePop, an instant a Marker. Every track is a
// thread. The thread has its own number, except for tracks of devices, for lanes and
// for numbers that do not fit into 24 bits: they get numbers that count down from
// the largest. Processes are numbered in the same way. The tracks of two ranks are
// never the same thread.
//
// Names lose the characters that the format cannot write: " becomes ', \ becomes /,
// and what cannot be printed, such as control characters, becomes a space.
//
// Dropped: ranges that never end, which a report would show without an end; numbers,
// counters, arguments, flows, sorts, counts, and the header except for the program.
//
// # Clock
//
// Times are nanoseconds from the start of the session of the report to which the
// text is added (TimeBase = Relative). The other clocks of the format mean another
// machine: 2022.4 refuses ClockMonotonicRaw on x86, and counts Manual from the start
// of the analysis, which is later. A trace starts at Options.Offset of the session.
// By the wall clock, which Header.Start and TARGET_INFO_SESSION_START_TIME of the
// report give, the two agree within the time that an NVTX call takes.
package nvtxt

// Package nvtxt writes traces as NVTXT, the text that ImportNvtxt of Nsight
// Systems adds to a report (.nsys-rep), or makes one of.
//
// Format: "Nsight Systems User Guide", section "Import NVTXT", as ImportNvtxt of
// 2022.4 takes it. Lines that start with @ say which parameters the lines of
// that name have, and give the others a value.
//
// # What becomes what
//
// A range is a RangePush and a RangePop, an instant a Marker. Every track is a
// thread: the one that it is, or, for tracks of devices, for lanes and for
// numbers that do not fit into 24 bits, one that counts down from the largest.
// Processes likewise. The tracks of two ranks are never one.
//
// Names lose what the format has no way to write: " becomes ', \ becomes /, and
// what cannot be printed, such as control characters, becomes a space.
//
// Dropped: ranges that never end, which a report would show until the end of
// time; numbers, counters, arguments, flows, sorts, counts and the header but
// for the program.
//
// # Clock
//
// Times are nanoseconds from the start of the session of the report that the
// text is added to (TimeBase = Relative), since the other clocks of the format
// are those of another machine: 2022.4 refuses ClockMonotonicRaw on x86, and
// counts Manual from the start of the analysis, which is later. A trace starts
// at Options.Offset of the session: by the wall clock, which Header.Start and
// TARGET_INFO_SESSION_START_TIME of the report tell, the two agree within the
// time that an NVTX call takes.
package nvtxt

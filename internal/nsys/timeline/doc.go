// Package timeline makes traces of exports of Nsight Systems, so that whatever
// reads a trace reads those too.
//
// # What becomes what
//
// A thread is a track. Its NVTX push/pop ranges are ranges called domain:text,
// or text alone in the default domain and in the domain nrkit, whose phases are
// thus those of a capture. The payload of a range of nrkit, if an integer, is
// its Index; that of others is the argument payload. Marks are instants.
//
// Calls of the CUDA API are ranges of the sorts [trace.SortAPI] and, for those
// whose name says that they wait for a device, [trace.SortSync]; calls of the
// libraries of the operating system are of [trace.SortOS] and are left out
// unless asked for. The second row that an export has of a call with its call
// chain is no call.
//
// NVTX start/end ranges, which may overlap, are on tracks beside that of the
// thread where they start; those that end on another thread are on tracks of the
// process, with the thread 0. Events of the tracks of a thread come in order of
// time, so that a summary finds what is open on all of them.
//
// Kernels, copies, memory sets and runs of CUDA graphs are on a track for each
// stream of a context of a device of a process. A flow leads to each from the
// call with its process and correlation id; work of one call has one flow. The
// name of a copy says its direction and the memory of the host, as [trace.Copy]
// has it: "memcpy HtoD pageable". Its argument bytes is its size.
//
// # Nesting
//
// Ranges of a track nest. What does not goes to a track of the same identity
// but for its Lane: calls give way to ranges, ranges to those of nrkit, of
// equals the later one. Work on a device never nests: what overlaps is on
// another lane. Of ranges that begin and end together the one that the export
// has first is the outer one.
//
// A range without an end has no end in the trace either: it is reported as open. Ranges that
// end with the recording keep that end, and Notes.Open counts them. Rows that
// end before they begin are counted in Loss.Ranges, with a warning, and so is
// what would need more than 256 lanes.
//
// What Nsight Systems says of events that it lost, in DIAGNOSTIC_EVENT, is a
// warning: how many there were is not told, so that Loss does not count them.
//
// # Memory
//
// Rows are sorted by track and time in bounded memory, and so is what joins calls
// and work; package spill has what does not fit. Ranges lie on tracks in a
// second, sequential file, which Events reads anew each time. The result does not
// depend on the memory.
//
// # Clock
//
// Times are those of the export: ns from the start of the session, which is
// Header.Start. Where rows are earlier, the trace starts with them.
package timeline

// Package timeline makes traces of exports of Nsight Systems, so that every reader
// of traces can read exports.
//
// # What becomes what
//
// A thread is a track. Its NVTX push/pop ranges are ranges with the name
// domain:text. In the default domain and in the domain nrkit the name is the text
// alone, so phases have the same names as in a capture. In the domain nrkit, an
// integer payload is the Index of the range. In other domains the payload is the
// argument payload. Marks are instants.
//
// Calls of the CUDA API are ranges of the sorts [trace.SortAPI] or, if the name of
// the call says that it waits for a device, [trace.SortSync]. Calls of the libraries
// of the operating system have the sort [trace.SortOS] and are left out by default.
// If an export has a second row of a call, with its call chain, the second row is
// ignored.
//
// NVTX start/end ranges may overlap. They are on tracks beside the track of the
// thread where they start. If they end on another thread, they are on tracks of the
// process, with the thread 0. Events of the tracks of a thread come in order of
// time, so that a summary finds what is open on all of them.
//
// Kernels, copies, memory sets and runs of CUDA graphs are on one track per stream
// of a context of a device of a process. A flow leads to each of them from the call
// with the same process and correlation id. All work of one call has one flow. The
// name of a copy gives its direction and the memory of the host, as [trace.Copy]
// defines: "memcpy HtoD pageable". Its argument bytes is its size.
//
// # Nesting
//
// Ranges of a track nest. A range that does not nest goes to a track of the same
// identity with another Lane. Calls give way to ranges, other ranges give way to
// ranges of nrkit, and between equals the later range gives way. Work on a device
// never nests: work that overlaps is on another lane. If ranges begin and end
// together, the first range in the export is the outer range.
//
// A range without an end has no end in the trace either and is reported as open.
// Ranges that end with the recording keep that end, and Notes.Open counts them. Rows
// that end before they begin are counted in Loss.Ranges, with a warning, as are
// ranges that would need more than 256 lanes.
//
// If Nsight Systems reports lost events, in DIAGNOSTIC_EVENT, the message becomes a
// warning. The message has no number of events, so Loss does not count them.
//
// # Memory
//
// Rows are sorted by track and time in bounded memory, and calls are joined with
// work in bounded memory too. Package spill holds what does not fit. Ranges are
// placed on tracks in a second, sequential file, which Events reads anew each time.
// The result does not depend on the memory.
//
// # Clock
//
// Times are the times of the export: ns from the start of the session, which is
// Header.Start. If rows are earlier, the trace starts with them.
package timeline

// Package perfetto writes traces as Perfetto protobuf (TrackEvent), the format
// of ui.perfetto.dev and trace_processor.
//
// Format: google/perfetto protos/perfetto/trace/trace.proto as of v58.2, one
// Trace message, deflated in batches (TracePacket.compressed_packets).
//
// # What becomes what
//
// A track of the trace is a thread of its process where its numbers can be
// those of a thread, else a plain track below it, and one packet sequence with
// its own interned names. Ranges are slices; the number of a range is the
// annotation iteration, step or index, after the range's name; arguments are
// annotations of the slice, carried by its end. Counters are counter tracks
// below the track. A range that is still open has no end, which Perfetto shows
// as a slice that did not finish. Ranges that are no phases have their sort as
// category; flows lead from the slice of a call to those of its work. The identity of the run is the name, command
// line and labels of the process, with its rank where there are several.
//
// Dropped: the end of a range that never began, counts, and the loss.
//
// # Clock
//
// Times are nanoseconds of a clock of the sequence, as differences. A snapshot
// ties it to REALTIME and to BOOTTIME, the clock of Perfetto's time line, both
// set to Header.Start: files of several processes, concatenated, line up by wall
// clock. The true BOOTTIME of the machine is not known and not claimed.
//
// # Order
//
// Packets of one sequence are in the order of the track's events; sequences
// are interleaved as the events are.
package perfetto

// Package perfetto writes traces as Perfetto protobuf (TrackEvent), the format
// of ui.perfetto.dev and trace_processor.
//
// Format: google/perfetto protos/perfetto/trace/trace.proto as of v58.2, one
// Trace message, deflated in batches (TracePacket.compressed_packets). Readers
// keep the last occurrence of a singular field and merge nothing: no message has
// one twice. docs/formats-perfetto.md says what a file holds.
//
// # What becomes what
//
// Each track of the trace is one packet sequence with its own interned texts. It
// is a thread of its process where its numbers can be those of a thread, else a
// plain track below the process. Other lanes of a thread or stream are tracks
// below it. Ranges are slices; the number of a range is the annotation iteration,
// step or index, after the range's name; arguments are annotations of the slice.
// A range that is still open has no end, which Perfetto shows as a slice that did
// not finish. The category of a slice is phase, range for other ranges of a
// program, or the sort of a call or of work on a device; that of an instant is
// mark. Flows lead from the slice of a call to those of its work. Counters are
// counter tracks below the track, with the unit that their name tells; beside a
// residual there is a counter of its logarithm, without samples where the
// residual is not positive.
//
// With sampling, slices of the category untimed stand for the time steps that were
// not timed: between two timed steps of a range, before the first and, where the
// number of all steps is known and all are on one thread, after the last. Steps
// count from 1.
//
// The identity of the run is the name, command line and labels of each process.
// They come at the end of the file, with what the trace lacks. Where no process
// has a usable number they are attributes of the trace. A sequence begins anew,
// with previous_packet_dropped, where something is missing.
//
// Dropped: events of tracks or names that are not in the tables; the end of a range that never began; counts; where a program closed its
// trace within a range, the arguments that came after others began within it,
// which the labels count.
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
// Packets of one sequence are in the order of the track's events, but for begins
// of untimed slices, which have an absolute time and come when their end is known:
// readers sort by time, and by place in the file where times are equal. Sequences
// are interleaved as the events are.
package perfetto

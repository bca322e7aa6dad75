// Package perfetto writes traces as Perfetto protobuf (TrackEvent), the format of
// ui.perfetto.dev and trace_processor.
//
// Format: google/perfetto protos/perfetto/trace/trace.proto as of v58.2, one Trace
// message, deflated in batches (TracePacket.compressed_packets). Readers keep the
// last occurrence of a singular field and merge nothing, so no message has a
// singular field twice. docs/formats-perfetto.md says what a file holds.
//
// # What becomes what
//
// Each track of the trace is one packet sequence with its own interned texts. A
// track is a thread of its process if its numbers can be a thread's numbers, and
// otherwise a plain track below the process. Other lanes of a thread or stream are
// tracks below it. Ranges are slices. The number of a range is the annotation
// iteration, step or index, after the range's name. Arguments are annotations of the
// slice. A range that is still open has no end, and Perfetto shows it as a slice
// that did not finish. The category of a slice is phase, or range for other ranges
// of a program, or the sort of a call or of work on a device. The category of an
// instant is mark. Flows lead from the slice of a call to the slices of its work.
// Counters are counter tracks below the track, with the unit that their name gives.
// Beside a residual there is a counter of its logarithm, without samples where the
// residual is not positive.
//
// With sampling, slices of the category untimed stand for the time steps that were
// not timed. They are between two timed steps of a range and before the first timed
// step. They are also after the last timed step, if the number of all steps is known
// and all steps are on one thread. Steps count from 1.
//
// The identity of the run is the name, command line and labels of each process. They
// come at the end of the file, with a list of what the trace lacks. If no process
// has a usable number, they are attributes of the trace. A sequence begins anew,
// with previous_packet_dropped, where something is missing.
//
// Dropped: events of tracks or names that are not in the tables; the end of a range
// that never began; counts. If a program closed its trace within a range, the
// arguments that came after other ranges began inside it are dropped too, and the
// labels count them.
//
// # Clock
//
// Times are nanoseconds of a clock of the sequence, as differences. A snapshot ties
// this clock to REALTIME and to BOOTTIME, the clock of Perfetto's time line, both
// set to Header.Start. Concatenated files of several processes therefore line up by
// wall clock. The true BOOTTIME of the machine is not known and not claimed.
//
// # Order
//
// Packets of one sequence are in the order of the track's events. The exceptions are
// begins of untimed slices, which have an absolute time and come when their end is
// known: readers sort by time, and by place in the file if times are equal.
// Sequences are interleaved as the events are.
package perfetto

// Package perfettotest reads Perfetto traces as strictly as trace_processor does and
// compares them with the trace from which they were written.
//
// Format: google/perfetto protos/perfetto/trace/trace.proto as of v58.2. The rules
// come from four parts of Perfetto. In src/protozero the last occurrence of a
// singular field wins and nothing is merged. In ProtoTraceReader a packet has one
// interned_data, one set of defaults and one payload. A packet that needs
// incremental state is skipped without it, and a lost packet makes the state invalid
// until it is cleared. In TrackEventTracker a thread and a process have one
// descriptor each, and siblings of one name are merged by default. In SliceTracker
// events are sorted by time, and by their place in the file if times are equal.
//
// If trace_processor drops or changes data without a message, [Decode] reports a
// problem. Fields that the schema of this package does not have are problems too, so
// that the exporter writes nothing that no test reads.
package perfettotest

// Package perfettotest reads Perfetto traces as strictly as trace_processor does
// and compares them with the trace that they were written from.
//
// Format: google/perfetto protos/perfetto/trace/trace.proto as of v58.2. The rules
// are those of src/protozero (the last occurrence of a singular field wins and
// nothing is merged), of ProtoTraceReader (one interned_data, one set of defaults
// and one payload per packet; a packet that needs incremental state is skipped
// without it; a lost packet makes the state invalid until it is cleared), of
// TrackEventTracker (one descriptor per thread and process, siblings of one name
// are merged unless told otherwise) and of SliceTracker (events are sorted by time,
// and by their place in the file where times are equal).
//
// Where trace_processor drops or changes data without a word, [Decode] reports a
// problem. Fields that the schema of this package does not have are problems too,
// so that nothing is written that no test reads.
package perfettotest

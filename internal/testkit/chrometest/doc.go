// Package chrometest reads Trace Event JSON as Perfetto and speedscope read it, for
// tests: data that these programs drop or nest wrongly is dropped or nested wrongly
// here. Each part follows the source of its program, and shares no code with package
// chrome.
//
// [Check] compares what the programs show with a trace. [Perfetto] follows
// trace_processor v58.2 (src/trace_processor/importers/json, sorter/trace_sorter.h,
// importers/common/slice_tracker.cc, flow_tracker.cc), [Speedscope] version 1.25.0
// (src/import/trace-event.ts).
package chrometest

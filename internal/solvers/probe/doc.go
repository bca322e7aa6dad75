// Package probe times functions of programs that no library can be put in front of:
// static programs, hidden symbols, calls within one library.
//
// The kernel stops the program at the entry of a function and at its return (uprobes,
// opened with perf_event_open) and writes thread and time into a ring. A [Session]
// reads the rings while the program runs, and writes ranges as raw files of package
// trace/nvtx/inject into the folder of the recording. So what was read stays whatever
// happens to nrprof, and a probed call arrives in the capture as a watched call does.
//
// Linux alone has uprobes, and asks for CAP_PERFMON. A call costs two traps into the
// kernel: some microseconds, which [Cost] measures.
package probe

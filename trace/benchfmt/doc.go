// Package benchfmt writes traces in the Go benchmark format, so that
//
//	benchstat before.bench.txt after.bench.txt
//
// compares the phases of two runs with statistics.
//
// Format: golang.org/x/perf/benchfmt, with the configuration before the results. The
// configuration comes from the header (program, host, clock, all labels) and from
// the identity of the run (goos, goarch and cpu). What a trace does not say is left
// out, because goos, goarch and cpu of the machine that converts it would be wrong.
// A trace of Chrome JSON has none of these unless nrprof wrote it, and may have
// results alone. benchstat compares results of equal configuration. If a label of
// the runs differs on purpose, name the label: benchstat -col ordering
// before.bench.txt after.bench.txt. Values that differ in every run, such as the
// start, are left out.
//
// # Samples
//
// One run is many samples. The first tenth of the time steps of a track, and at
// least the first step, is cold or warming up and is left out. The other steps are
// cut into [Segments] parts of equal size, or into single steps if there are fewer.
// For each part and each phase in it there is one line,
//
//	BenchmarkPhase/circuit=c6288/phase=factor 300 91234.5 ns/op 91234.5 self-ns/op
//
// The count is the calls of the phase in that part. ns/op is the mean time of a call
// from its begin to its end. self-ns/op is the same time without the phases inside
// the call. If the trace is sampled, counts are the timed calls, and steps in which
// the thread lost the processor are left out. The times and the calls of each step
// have the weights of trace.Estimate. ns/op therefore agrees with the table of
// phases, even if a phase is both in time steps and in an operating point. If the
// trace has work on devices, gpu-ns/op is the time of the work that a call of the
// phase launched on its own track. A phase that is in no time step is cut by its own
// calls, and no call is left out. Parts of one run are not independent, as runs are:
// a difference that benchstat calls significant can come from the state of the
// machine. To prove a difference, concatenate several runs of each side.
//
// Dropped: counters, arguments, instants, indices, ranges that do not end.
package benchfmt

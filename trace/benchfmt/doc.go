// Package benchfmt writes traces in the Go benchmark format, so that
//
//	benchstat before.bench.txt after.bench.txt
//
// compares the phases of two runs with statistics.
//
// Format: golang.org/x/perf/benchfmt, with the configuration of the header
// (program, host, clock, all labels, and of the identity of the run goos, goarch
// and cpu) before the results. What a trace does not say is left out, so that
// one of Chrome JSON, which has nothing of all this unless nrprof wrote it, may
// have results alone: goos, goarch and cpu of the machine that converts it would
// be wrong. benchstat compares
// results of equal configuration; for runs that differ in a label on purpose,
// name it: benchstat -col ordering before.bench.txt after.bench.txt. What
// differs from run to run by nature, such as the start, is left out.
//
// # Samples
//
// One run is many samples. The time steps of a track, without the first tenth
// and at least the first step, which are cold or warming up, are cut into
// [Segments] parts of equal size, or into single steps where there are fewer.
// For each part and each phase in it there is one line,
//
//	BenchmarkPhase/circuit=c6288/phase=factor 300 91234.5 ns/op 91234.5 self-ns/op
//
// whose count is the calls of the phase in that part, ns/op the mean time of a
// call from its begin to its end, and self-ns/op that without the phases inside
// it. If the trace is sampled, counts are of what was timed, and steps in which
// the thread lost the processor are left out. The times and the calls of each step
// have the weights of trace.Estimate, so that ns/op agrees with the table of phases,
// also where a phase is both in time steps and in an operating point.
// Where the trace has work on devices, gpu-ns/op is the time of the work that
// a call of the phase launched on its own track. Phases that are in no time step are cut by their own calls, and none is
// left out. Parts of one run are not independent, as runs are: a difference
// between two runs that benchstat calls significant can be the machine's mood.
// Concatenate several runs of each side for a claim.
//
// Dropped: counters, arguments, instants, indices, ranges that do not end.
package benchfmt

// Package compare says whether runs of a program differ in time, and in which
// phases.
//
// # Samples
//
// The sample is the run. A run gives one value for each [Quantity], such as the mean
// time of a call of the phase factor in the steady regime. The calls of a run are
// not samples: they share one machine, one memory layout and the same other
// programs. Calls of one run are therefore more alike than calls of two runs of the
// same program. Several runs per side are tested. One run per side is never tested.
//
// # Statistics
//
// The centre of a side is its median, with the confidence interval of order
// statistics. The rank test of Mann and Whitney compares two sides. Both methods
// come from golang.org/x/perf/benchmath and assume nothing about the distribution.
// Many quantities are tested at once, so their p-values are adjusted together, see
// [Correction]. If the runs of both sides are equal, at most the share alpha of all
// comparisons reports any difference. Counts have no distribution and are compared
// exactly.
//
// # Regimes
//
// Cold, warm-up and steady are each compared only with the same regime of the other
// side. If a trace has no iterations, the first call of each name on its thread or
// device is kept apart from the later calls.
//
// # Devices
//
// [Result.Work] lists the work of devices in whole runs side by side: spans, idle
// times, totals by name. These figures are sums of what was captured and are not
// tested.
//
// docs/compare.md has the definitions and the document compare/v1.
package compare

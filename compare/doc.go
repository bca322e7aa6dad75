// Package compare says whether runs of a program differ in time, and in what.
//
// # Samples
//
// The sample is the run. A run gives one value for each [Quantity], such as the
// mean time that a call of the phase factor took in the steady regime; the calls
// of a run are not samples of their own, since they share its machine, its
// memory layout and its neighbours: they are alike among themselves and differ
// from those of the next run, whatever the program. So several runs a side are
// tested, and one run a side never is.
//
// # Statistics
//
// The centre of a side is its median with the confidence interval of order
// statistics; two sides are compared by the rank test of Mann and Whitney. Both
// are of golang.org/x/perf/benchmath and assume nothing about the distribution.
// Many quantities are tested at once: their p-values are adjusted together, so
// that equal runs are called different in no more than the share alpha of the
// comparisons, see [Correction]. Counts have no distribution and are compared
// exactly.
//
// # Regimes
//
// Cold, warm-up and steady are compared with themselves alone. Where a trace has
// no iterations, the first call of each name on its thread or device is apart
// from the later ones.
//
// # Devices
//
// [Result.Work] puts what devices did in whole runs side by side: spans, idle
// times, totals by name. These are sums of what was captured and are not tested.
//
// docs/compare.md has the definitions and the document compare/v1.
package compare

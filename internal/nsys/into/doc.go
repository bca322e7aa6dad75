// Package into adds the ranges of a trace to a report of Nsight Systems, by its
// program ImportNvtxt: [Offset] says where the trace begins in the session of the
// report, and [Merge] makes the other report.
package into

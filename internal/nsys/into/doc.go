// Package into adds the ranges of a trace to a report of Nsight Systems, with
// ImportNvtxt, a program of Nsight Systems. [Offset] computes where the trace begins
// in the session of the report, and [Merge] makes the other report.
package into

// Package summary writes what goes with a report of Nsight Systems: a CSV file of
// each report of package nsys/stats that matters for a solver, the samples of GPUs,
// the keys of the run, and a summary as Markdown, for which it gathers [Content].
// It says, too, whether a program that crashed did so inside an NVTX range.
package summary

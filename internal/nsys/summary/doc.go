// Package summary writes the files that go with a report of Nsight Systems: a CSV
// file for each report of package nsys/stats that matters for a solver, the samples
// of GPUs, the keys of the run, and a summary as Markdown. [Content] is the content
// of the summary. It also says whether a program that crashed did so inside an NVTX
// range.
package summary

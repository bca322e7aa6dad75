// Package evidence makes the input of the rules of package diagnose from traces
// that were read: [Of] takes what the traces hold and lost, and [AddOverheads] what
// the export of a trace says of the profiler.
package evidence

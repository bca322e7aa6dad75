// Package evidence makes the input of the rules of package diagnose from traces
// that were read, and asks them: [Of] takes what the traces hold and lost,
// [AddOverheads] what the export of a trace says of the profiler, and [Ask] applies the
// rules to all of that.
package evidence

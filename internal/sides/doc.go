// Package sides reads the runs of one side of a comparison: [Files] lists the files
// that arguments name, and [Read] reads the runs in them, from traces, documents and
// results of benchmarks.
package sides

// Package atomicfile writes output files so that they appear whole or not at
// all: under a temporary name in the same directory, renamed when everything
// has been written. A [Batch] does the same for several files at once.
package atomicfile

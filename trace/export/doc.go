// Package export picks the format of an exported trace from the name of the file,
// and writes the trace in that format.
package export

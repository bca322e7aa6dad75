// Package export picks the format of an exported trace from the name of the
// file.
package export

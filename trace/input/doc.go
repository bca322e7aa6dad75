// Package input reads traces of every format that nrkit knows: [Open] one, and
// [OpenAll] several files that are the ranks of one run. [Sniff] says what a file
// is, by its first bytes and then by its name.
//
// A format has a row in the table of formats.go: what it is called, how its files
// begin and end, and what reads it. The reader itself is a package of its own that
// knows no file.
package input

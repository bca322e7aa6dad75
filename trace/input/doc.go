// Package input reads traces of every format that nrkit knows: [Open] reads one
// file, and [OpenAll] reads several files that are the ranks of one run. [Sniff]
// finds the format of a file by its first bytes and then by its name.
//
// A format has a row in the table of formats.go: its name, how its files begin and
// end, and its reader. The reader itself is a package of its own that opens no
// files.
package input

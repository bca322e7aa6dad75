// Package spill keeps long sequences of records in bounded memory: what has no
// room there goes to a temporary file.
//
// A Space has a limit of bytes and a file that nobody sees. A List is written
// from its begin to its end and read so as often as one likes. A Sorter takes
// records in any order and gives them in order; records that come in order, or
// nearly so, cost little more than those of a List. An Array has its records by
// number; it is fast where numbers that are used one after the other are near.
//
// While all records fit into the limit no file is made. The file is in
// os.TempDir, which $TMPDIR names, and lasts no longer than the program: where
// the system allows that, it has no name from the start.
//
// Records are values without pointers: they are written as they are in memory.
// A Space and what was made of it may be used by one goroutine at a time, but
// for several readers that take turns.
package spill

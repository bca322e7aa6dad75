// Package spill keeps long sequences of records in bounded memory: records that do
// not fit go to a temporary file.
//
// A Space has a limit of bytes and a file that no other program sees. A List is
// written from its beginning to its end and can be read in this order any number of
// times. A Sorter takes records in any order and gives them in order. If the records
// arrive in order, or nearly so, a Sorter costs little more than a List. An Array
// has its records by number; it is fast if numbers that are used one after the other
// are close.
//
// While all records fit into the limit, no file is made. The file is in os.TempDir,
// which $TMPDIR names, and lasts no longer than the program: if the system allows
// it, the file has no name from the start.
//
// Records are values without pointers: they are written as they are in memory. A
// Space and the lists, sorters and arrays made from it may be used by one goroutine
// at a time. The exception is several readers that take turns.
package spill

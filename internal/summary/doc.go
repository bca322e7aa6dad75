// Package summary adds up captures of many processes or runs: [Of] reads a capture,
// [Part.Merge] adds parts, and [Part.Document] makes the table of phases of all of them.
//
// A part has a row for each capture, with its own table of phases, and a pool of the
// ranges of all captures, see [trace.Pool]. Merging is exact, associative and
// commutative: the same captures give the same bytes, in whatever order and by however
// many processes they were added up. A capture must be in a part only once.
//
// docs/formats-nrs.md describes the file.
package summary

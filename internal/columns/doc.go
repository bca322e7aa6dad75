// Package columns writes tables as Apache Parquet files.
//
// A [Table] lists the columns of a table, each with its unit, its meaning, and the
// function that takes its value from a row. The names, units and meanings stand in
// every file as metadata, and [Table.Describe] returns them for documents, so that both
// say the same.
//
// Format: Parquet with data pages of version 2, Zstandard, and one row group for
// [GroupRows] rows. Text has a dictionary. Integers are stored as differences. Times
// and numbers that repeat therefore take few bytes. The metadata of a file has these
// keys:
//
//	nrkit.schema           program, table and version, such as nrprof.ranges/v1
//	nrkit.unit.COLUMN      unit of a column, such as ns; absent without unit
//	nrkit.meaning.COLUMN   meaning of a column
//
// Schema, metadata and encodings come from the library parquet-go. Pages are put
// together here, because the writer of the library takes each value by itself, and looks
// up each text. There is no index of pages: row groups have bounds.
//
// Cost: a row takes some 10 ns for each column. Memory: one row group, compressed,
// and a page for each column.
package columns

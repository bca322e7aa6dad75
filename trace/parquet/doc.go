// Package parquet writes a trace as tables in Apache Parquet files, for DuckDB, Spark,
// Dask and other engines.
//
// A trace becomes a folder with one file for each table of [Tables]. The tables of many
// traces can be read together: all rows have the columns capture and rank, and all times
// have the same zero in one capture, whose time of day is the column epoch_ns.
//
// What is in the tables: ranges, also ranges without an end, work on devices, counters,
// and the arguments cpu_ns and bytes. Dropped are other arguments, instants, and data
// that no reader understands. Figures are what was timed: in a sampled trace nothing is
// scaled, and the steps that were not timed have no rows.
//
// Order: the rows of a table follow the events of the trace. The ranges of one track
// are in the order of their ends, so a row group covers a short time of each track.
// Engines skip row groups by the least and the largest time in them.
//
// docs/formats-parquet.md describes each column; a test compares the page with [Tables].
package parquet

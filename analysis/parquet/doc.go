// Package parquet writes the figures of an analysis as tables in Apache Parquet files:
// a row for each matrix and ordering, and a row for each file of a series. The files of
// many analyses have the same columns and can be read together.
//
// docs/formats-parquet.md describes each column; a test compares the page with [Tables].
package parquet

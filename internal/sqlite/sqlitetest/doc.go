// Package sqlitetest writes SQLite 3 database files for tests and benchmarks: tables
// with a rowid only, in pages of 4096 bytes, in one pass. SQLite itself opens the
// files and finds them intact.
package sqlitetest

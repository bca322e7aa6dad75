// Package sqlitetest writes SQLite 3 database files for tests and benchmarks:
// tables with a rowid and nothing else, in pages of 4096 bytes, in one go. What
// it writes SQLite itself opens and finds intact.
package sqlitetest

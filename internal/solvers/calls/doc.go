// Package calls lists the calls of solver libraries in a trace one by one.
//
// [Of] keeps a few: the first, the slowest and the last calls. [WriteCSV] writes all of
// them.
package calls

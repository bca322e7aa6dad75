// Package tables lays out the tables of reports with tablewriter.
//
// It is apart from package reports, whose own grid gives the same text: the
// library allocates caches and compiles patterns when a program starts, which
// takes 0.7 ms.
package tables

// Package runpage writes one HTML page about a run: a report document, and beside it
// drawings that a reader can move in. These are a timeline of the ranges, the time by
// nested range names, and the iterations of each time step.
//
// A page is one file. It contains its scripts, its style and its data, and its content
// security policy forbids every request. [Collect] takes the data from a trace, in
// memory that has a bound: a page has at most [Limit] ranges, the longest ones, and says
// how many it leaves out. [Write] writes the page.
//
// The scripts are the files in the folder assets. The page has them as one script.
package runpage

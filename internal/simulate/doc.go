// Package simulate runs a circuit from its name to a report: it loads a
// built-in circuit or a netlist, sets an engine up as the netlist and the caller
// say, runs it under a recorder, and counts what it did.
//
// The report is the run/v1 document.
package simulate

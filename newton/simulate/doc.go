// Package simulate runs a circuit, from its name to a report. It loads a built-in
// circuit or a netlist, sets an engine up with the options of the netlist and of the
// caller, runs the engine under a recorder, and counts what the engine did.
//
// The report is the run/v1 document.
package simulate

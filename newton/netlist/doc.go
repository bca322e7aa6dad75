// Package netlist reads the subset of SPICE's circuit language that this
// module simulates, so that one file runs here and in ngspice.
//
// Parse expands subcircuits, evaluates parameters and returns a flat list of
// elements on numbered nodes. It knows the syntax of elements and models, not
// what they do.
package netlist

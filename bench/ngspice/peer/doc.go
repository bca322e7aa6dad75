// Package peer runs a netlist in ngspice and in nrkit and returns both runs in one
// form, so that counts, waveforms and times can be compared.
package peer

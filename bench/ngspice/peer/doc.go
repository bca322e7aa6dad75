// Package peer runs a netlist in ngspice and in nrkit and gives both runs one
// form, so that counts, waveforms and times can be compared.
package peer

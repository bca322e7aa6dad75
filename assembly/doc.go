// Package assembly says what happens when the devices of a circuit add their
// stamps to the Jacobian: how many of them write to the same position, in how
// many passes without conflicts they can be assembled, what the strategies of
// assembly move through memory, and how many specialised versions of the
// evaluation of a model there would be.
//
// [Devices] is the neutral form of the input, [ReadDevices] and [WriteDevices]
// its file format nr-devices version 1. [Analyze] computes a [Result].
//
// Words. A device writes slots, pairs of a row and a column; a slot whose row
// or column is -1 is tied to ground and writes nothing. A position is a
// distinct (row, column) of a slot that writes. The writers of a position are
// the distinct devices that write it, φ; its adds are the slots, σ ≥ φ, more
// where a device has terminals that are tied together. A rail is a node that a
// voltage source ties to ground: its voltage is known, so a solver may leave
// its row and column out. Figures are given with rails and without.
package assembly

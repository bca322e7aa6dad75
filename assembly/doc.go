// Package assembly analyses how the devices of a circuit add their stamps to the
// Jacobian. It counts how many devices write to the same position and how many
// passes without conflicts assembly takes. It counts the memory traffic of each
// assembly strategy, and the specialised versions that the code of the device models
// would need.
//
// [Devices] is the neutral form of the input. [ReadDevices] and [WriteDevices] read
// and write its file format, nr-devices version 1. [Analyze] computes a [Result].
//
// Words. A device writes slots, which are pairs of a row and a column. A slot whose
// row or column is -1 is tied to ground and writes nothing. A position is a distinct
// (row, column) of a slot that writes. The writers of a position, φ, are the
// distinct devices that write it. The adds of a position, σ, are its slots. σ is
// greater than φ where a device has terminals that are tied together. A rail is a
// node that a voltage source ties to ground. Its voltage is known, so a solver may
// leave its row and column out. Figures are given with rails and without rails.
package assembly

// Package circuit is the [newton.System] of an electrical circuit: modified nodal
// analysis of resistors, capacitors, coupled inductors, independent and controlled
// sources, switches, lossless lines, diodes, bipolar transistors, junction FETs and
// MOSFETs. Each type of device has a file of its own, and registry.go lists all types.
//
// # Unknowns and equations
//
// The unknowns are the node voltages in the order of the netlist, then the voltages
// of nodes inside devices ("d1#internal"), then the currents of voltage sources and
// inductors ("v1#branch"). The equation of a node is Kirchhoff's current law, with
// currents that leave the node counted positive. The equation of a branch is its
// voltage law.
//
// # Devices
//
// Devices have the equations of SPICE3f5 as ngspice implements them, so that results
// and counts of iterations can be compared. There are five departures. The junction
// limiter of diodes and MOSFETs has log(1+x) where ngspice jumps. Charges of linear
// capacitances are evaluated at the node voltages, not at limited voltages. A device
// that is off is held off in the first evaluation only. The derivatives of the channels
// of levels 2 and 3 are exact. A channel of level 2 with vmax, but without nfs, has no current
// below its threshold, as in SPICE3f5.
//
// Gates with an oxide thickness have Meyer's capacitances. Their Jacobian leaves out
// the derivatives of the capacitances, as in SPICE. Temperatures come from .temp,
// from .options temp and tnom, and from the tnom of a model. A model parameter that
// would change a result, but has no equations here, is an error.
//
// Two things are decided once: to which position of the Jacobian each derivative is
// added, and which part of the Jacobian is linear. The linear part is the same in
// every evaluation with one step size.
package circuit

// docs/netlists.md lists the devices and their parameters.
//
//go:generate go test . -run ^TestDocumentation$ -update

// Package circuit is the [newton.System] of an electrical circuit: modified
// nodal analysis of resistors, capacitors, inductors, independent sources,
// diodes and level-1 MOSFETs.
//
// # Unknowns and equations
//
// The unknowns are the node voltages in the order of the netlist, then the
// voltages of nodes inside devices ("d1#internal"), then the currents of
// voltage sources and inductors ("v1#branch"). The equation of a node is
// Kirchhoff's current law, currents that leave it counted positive; that of a
// branch is its voltage law.
//
// # Devices
//
// Equations are those of SPICE3f5 as ngspice has them, so that results and
// counts of iterations can be compared. Departures: the junction limiter has
// log(1+x) where ngspice jumps, charges of linear capacitances are taken at the
// node voltages, not at limited ones, and a device that is off is held so in
// the first evaluation only.
//
// Gates with an oxide thickness have Meyer's capacitances; their Jacobian leaves
// out the derivatives of the capacitances, as in SPICE. Temperatures are those
// of .temp, .options temp and tnom, and of a model's tnom. Model parameters that
// would change a result and have no equations here are errors.
//
// Everything that has no effect on the equations is decided once: which
// position of the Jacobian each derivative is added to, and which part of the
// Jacobian is linear and so is the same in every evaluation with one step size.
package circuit

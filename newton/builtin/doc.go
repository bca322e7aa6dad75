// Package builtin has the circuits that come with the module, as netlists that run
// unchanged in ngspice.
//
//	rc       RC low pass driven by a pulse train: 3 unknowns, a million steps
//	graetz   full-wave rectifier: 9 unknowns, a million steps
//	mul      diode voltage multiplier: 10 unknowns, half a million steps
//	ring     ring oscillator of nine CMOS inverters: 11 unknowns
//	c6288    16×16 array multiplier, gate for gate as in ISCAS-85: 5156 unknowns
//	mulN     N×N array multiplier of the same kind, N from 2 to 128: mul8, mul64
//
// The circuits come from the benchmark on which VACASK, ngspice and Xyce report
// (https://codeberg.org/arpadbuermen/VACASK, benchmark), with level-1 MOSFETs in
// place of PSP103. Unknowns count node voltages, internal nodes of diodes and branch
// currents.
package builtin

// Package steps lists the time steps and the Newton-Raphson iterations of a
// trace one by one: how long each took, how much of that was device evaluation
// and linear solver, the residual, and which unknown kept it from being the last.
//
// [Each] goes through all of them in memory that does not grow with their number.
// [Of] keeps a few: those that are asked for, or the first, the slowest and the
// last ones. [WriteCSV] writes all.
package steps

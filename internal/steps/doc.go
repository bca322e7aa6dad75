// Package steps lists the time steps and the Newton-Raphson iterations of a trace
// one by one: how long each took, how much of that time was device evaluation and
// linear solver, the residual, and which unknown kept the iteration from being the
// last.
//
// [Each] goes through all of them in memory that does not grow with their number.
// [Of] keeps a few: the steps that the caller asks for, or the first, the slowest
// and the last steps. [WriteCSV] writes all of them.
package steps

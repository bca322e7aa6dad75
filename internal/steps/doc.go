// Package steps lists the time steps and the Newton-Raphson iterations of a trace
// one by one. It gives the time of each, the time of device evaluation and linear
// solver in it, the residual, and the unknown that kept the iteration from being the
// last.
//
// [Each] goes through all of them in memory that does not grow with their number.
// [Of] keeps a few: the steps that the caller asks for, or the first, the slowest
// and the last steps. [WriteCSV] writes all of them.
package steps

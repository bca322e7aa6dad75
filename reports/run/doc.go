// Package run words what a Newton-Raphson solver did: [Run] is the report of a
// simulation, [Phases] that of the phases of a trace, as documents of package
// reports. It links no orderings, no readers of matrices and no fonts.
package run

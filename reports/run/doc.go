// Package run words what a Newton-Raphson solver did, as documents of package
// reports: [Report] makes the report of a simulation, [Phases] the report of a table
// of phases. The package links neither fonts nor plots.
package run

// Package planttest makes runs of a solver with the noise of real runs, and plants
// changes into runs, for tests of what compares runs.
package planttest

// Package overhead reads from an export of Nsight Systems what the profiler took for
// itself while the program ran, and the driver to load code, as package diagnose
// takes it.
package overhead

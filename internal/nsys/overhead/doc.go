// Package overhead reads two times from an export of Nsight Systems, in the form
// that package diagnose uses: the time of the profiler itself while the program ran,
// and the time of the driver to load code.
package overhead

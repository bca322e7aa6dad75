// Package walktest makes traces, for tests and benchmarks of packages that read
// traces.
package walktest

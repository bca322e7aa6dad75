// Package sweep words the results of sweeps: [Report] makes a document of package
// reports.
package sweep

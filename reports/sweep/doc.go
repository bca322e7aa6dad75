// Package sweep words the results of sweeps.
package sweep

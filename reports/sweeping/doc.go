// Package sweeping words the results of sweeps.
package sweeping

// Package identity takes the key of a run on this machine at its start and at its
// end, and says what changed in between: [New] for a run of this program, [Of] for
// a run of another one. It adds to package runkey the GPUs of the machine, which
// package internal/telemetry/nvml asks the driver for, and what a run writes: such a file
// is an output, and no part of the key.
package identity

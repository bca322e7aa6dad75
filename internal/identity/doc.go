// Package identity takes the key of a run on this machine at its start and at its
// end, and says what changed between the two: [New] for a run of this program, [Of]
// for a run of another program. To the parts of package runkey it adds the GPUs of
// the machine, which package internal/telemetry/nvml reads from the driver. A file
// that the run writes is an output and no part of the key.
package identity

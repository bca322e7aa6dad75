// Package profile solves a circuit with its phases timed. [Run] goes from the name
// of a circuit to the document run/v1. On request it also writes a capture, a
// waveform, Jacobians, NVTX ranges, samples of GPUs and the key of the run.
package profile

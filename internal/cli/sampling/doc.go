// Package sampling has the flag --gpu-telemetry of the commands that sample GPUs while
// a program runs.
package sampling

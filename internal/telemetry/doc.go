// Package telemetry samples what GPUs do while a program runs: utilisation, clocks,
// power, temperature, memory, and the reasons for lower clocks.
//
// A [Source] lists devices; internal/telemetry/nvml is a source. [Start] reads the
// devices at a fixed rate, writes each figure as a counter into a capture, one track
// per device, and keeps the latest samples in memory. [Sampler.Stop] returns the
// samples with a summary.
//
// # Figures
//
// The name of a counter ends in its unit. gpu_util_pct is the share of time in which
// a kernel ran, and mem_util_pct the share of time in which memory was read or
// written, over a window of the driver of 1/6 s to 1 s. power_w is the value of the
// driver, which on some devices is an average over a second. throttle_reasons is a
// set of bits. Each reason that occurs also has a counter of its own, 0 or 1.
//
// # Identity
//
// A device is identified by its UUID and PCI address. The driver numbers devices as
// nvidia-smi does. A CUDA program may number them differently, see [Visible].
package telemetry

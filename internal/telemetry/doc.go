// Package telemetry samples what GPUs do while a program runs: utilisation,
// clocks, power, temperature, memory and what holds the clocks down.
//
// A [Source] lists devices; internal/telemetry/nvml is one. [Start] reads them at a
// fixed rate, writes each figure as a counter into a capture, one track per
// device, and keeps the latest samples in memory; [Sampler.Stop] returns them
// with a summary.
//
// # Figures
//
// The name of a counter ends in its unit: gpu_util_pct and mem_util_pct are
// shares of time in which a kernel ran and in which memory was read or written,
// over a window of the driver of 1/6 s to 1 s; power_w is what the driver gives,
// on some devices an average over a second. throttle_reasons is a set of bits,
// and each reason that occurs is a counter of its own beside it, 0 or 1.
//
// # Identity
//
// A device is known by its UUID and PCI address. The index of the driver is
// that of nvidia-smi; that of a CUDA program may be another one, see [Visible].
package telemetry

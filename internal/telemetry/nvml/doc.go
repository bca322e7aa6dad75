// Package nvml reads GPUs through NVML, the library of NVIDIA's driver.
//
// It needs cgo and Linux; a program built without has an [Open] that says so.
// The library is looked for when Open is called, not when the program starts:
// without a driver the program runs as ever.
//
// The functions of NVML are bound when they are first called. Where the linker
// is told to bind all at the start, as that of Ubuntu is for some programs, build
// with -ldflags '-extldflags=-Wl,-z,lazy'.
package nvml

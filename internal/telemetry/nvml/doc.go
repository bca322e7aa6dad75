// Package nvml reads GPUs through NVML, the library of NVIDIA's driver.
//
// It needs cgo and Linux. In a program built without them, [Open] returns an error
// that says so. The library is looked for when Open is called, not when the program
// starts, so the program also runs without a driver.
//
// The functions of NVML are bound when they are first called. Some linkers, such as
// the linker of Ubuntu for some programs, are configured to bind all functions at
// the start. In that case build with -ldflags '-extldflags=-Wl,-z,lazy'.
package nvml

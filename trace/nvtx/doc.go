// Package nvtx shows ranges to the NVTX tool that watches this process, such as
// Nsight Systems: a client of NVTX version 3 in Go, without cgo.
//
// A tool announces itself in the environment variable NVTX_INJECTION64_PATH.
// [Open] loads what it names. Without it Open returns nil, and every method of
// what then comes from the nil [Client] does nothing, for about a nanosecond.
//
//	c, err := nvtx.Open()               // err: a tool was named but cannot be used
//	t := c.Domain("").Thread()          // pins the goroutine to its OS thread
//	defer t.Close()
//	step := t.Domain().Register("timestep")
//	…
//	t.Push(step)
//	t.Pop()
//	…
//	nvtx.Exit(0)                        // at the very end of main
//
// # Threads
//
// A tool pairs pushes and pops by OS thread and domain, and goroutines move
// between threads. So they are methods of a [Thread], which pins its goroutine.
// A [Range] of [Domain.Start] belongs to no thread and may end on any.
//
// # Names
//
// Texts are registered once and then known by a handle, which costs less and is
// what nsys wants: --capture-range=nvtx looks at registered texts alone.
//
// # Exit
//
// Tools write what they hold back when libc's exit calls them. The runtime of Go
// on Linux ends the process without it, and what nsys loses is a third to two
// thirds of the last events. A program ends with [Exit] instead of os.Exit.
//
// # ABI
//
// Layouts and numbers are those of nvToolsExt.h, nvtxTypes.h, nvtxInit.h and
// nvtxImpl.h of NVTX 3 for 64-bit systems: https://github.com/NVIDIA/NVTX. The
// tool gets the same two export tables as from a C program. Slots it leaves
// empty do nothing. The client exists once in a process, since tools do: this,
// and the callbacks they are given, is the only state of the package.
//
// Linux, macOS and Windows on amd64 and arm64 have it; elsewhere, and with the
// build tag nonvtx, Open returns nil. On Linux the tag also leaves a program
// without cgo statically linked, which functions of shared libraries rule out.
package nvtx

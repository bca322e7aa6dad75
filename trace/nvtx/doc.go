// Package nvtx shows ranges to the NVTX tool that watches this process, such as
// Nsight Systems: a client of NVTX version 3 in Go, without cgo.
//
// A tool announces itself in the environment variable NVTX_INJECTION64_PATH. [Open]
// loads the library that the variable names. Without the variable Open returns nil.
// Every method of the nil [Client], and of the objects that it returns, does
// nothing, for about a nanosecond.
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
// A tool pairs pushes and pops by OS thread and domain, and goroutines move between
// threads. Push and Pop are therefore methods of a [Thread], which pins its
// goroutine. A [Range] of [Domain.Start] belongs to no thread and may end on any
// thread.
//
// # Names
//
// Texts are registered once and are then known by a handle. A handle costs less, and
// nsys --capture-range=nvtx looks at registered texts alone.
//
// # Exit
//
// Tools write the data that they hold back when libc's exit calls them. The runtime
// of Go on Linux ends the process without libc's exit, and nsys then loses a third
// to two thirds of the last events. End a program with [Exit] instead of os.Exit.
//
// # ABI
//
// Layouts and numbers follow nvToolsExt.h, nvtxTypes.h, nvtxInit.h and nvtxImpl.h of
// NVTX 3 for 64-bit systems: https://github.com/NVIDIA/NVTX. The tool gets the same
// two export tables as from a C program. Slots that the tool leaves empty do
// nothing. The client exists once in a process, since tools do. The client and its
// callbacks are the only state of the package.
//
// Linux, macOS and Windows on amd64 and arm64 have the client. On other systems, and
// with the build tag nonvtx, Open returns nil. On Linux the tag also leaves a
// program without cgo statically linked, which is impossible with functions of
// shared libraries.
package nvtx

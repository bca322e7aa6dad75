//go:build amd64 && (linux || darwin) && !android && !nonvtx

package nvtx

import "unsafe"

// cgocall switches to the system's stack, tells the scheduler, and calls the C
// function fn with arg. It is what purego calls through, too.
//
//go:linkname cgocall runtime.cgocall
func cgocall(fn uintptr, arg unsafe.Pointer) int32

// trampoline is the address of the C function that makes a call.
var trampoline uintptr

// run makes the call. purego.SyscallN does the same for up to 32 arguments and
// eight floats, whose copies cost twice as much as the call itself.
func (c *call) run() { cgocall(trampoline, unsafe.Pointer(c)) }

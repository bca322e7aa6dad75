//go:build (amd64 || arm64) && !nonvtx

package nvtx

import (
	"fmt"
	"syscall"
)

// newCallback returns a C function that calls fn. It is never freed.
func newCallback(fn any) uintptr { return syscall.NewCallback(fn) }

// invoke calls a C function.
func invoke(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := syscall.SyscallN(fn, args...)
	return r
}

// load loads the library of a tool and returns its InitializeInjectionNvtx2.
func load(library string) (initialize uintptr, unload func(), err error) {
	handle, err := syscall.LoadLibrary(library)
	if err != nil {
		return 0, nil, fmt.Errorf("cannot load the tool: %s: %w", library, err)
	}
	unload = func() { _ = syscall.FreeLibrary(handle) } // a library that stays harms nobody
	if initialize, err = syscall.GetProcAddress(handle, "InitializeInjectionNvtx2"); err != nil {
		unload()
		return 0, nil, fmt.Errorf("%s is not an NVTX tool: %w", library, err)
	}
	return initialize, unload, nil
}

// threadID returns the number of the OS thread.
func threadID() uint32 {
	id, _, _ := syscall.NewLazyDLL("kernel32.dll").NewProc("GetCurrentThreadId").Call()
	return uint32(id)
}

// exit leaves it to os.Exit, whose ExitProcess tells libraries.
func exit(int) {}

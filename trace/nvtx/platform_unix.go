//go:build ((linux && !android) || darwin) && (amd64 || arm64) && !nonvtx

package nvtx

import (
	"fmt"
	"runtime"

	"github.com/ebitengine/purego"
)

// newCallback returns a C function that calls fn. It is never freed.
func newCallback(fn any) uintptr { return purego.NewCallback(fn) }

// invoke calls a C function.
func invoke(fn uintptr, args ...uintptr) uintptr {
	r, _, _ := purego.SyscallN(fn, args...)
	return r
}

// load loads the library of a tool and returns its InitializeInjectionNvtx2.
func load(library string) (initialize uintptr, unload func(), err error) {
	runtime.LockOSThread() // dlerror is of the thread
	defer runtime.UnlockOSThread()
	handle, err := purego.Dlopen(library, purego.RTLD_LAZY)
	if err != nil {
		return 0, nil, fmt.Errorf("cannot load the tool: %w", err)
	}
	unload = func() { _ = purego.Dlclose(handle) } // a library that stays harms nobody
	if initialize, err = purego.Dlsym(handle, "InitializeInjectionNvtx2"); err != nil {
		unload()
		return 0, nil, fmt.Errorf("%s is not an NVTX tool: %w", library, err)
	}
	return initialize, unload, nil
}

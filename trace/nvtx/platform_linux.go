//go:build !android && (amd64 || arm64) && !nonvtx

package nvtx

import (
	"syscall"

	"github.com/ebitengine/purego"
)

// threadID returns the number of the OS thread.
func threadID() uint32 { return uint32(syscall.Gettid()) }

// exit ends the process by libc's exit, where the libc has one.
func exit(code int) {
	if fn, err := purego.Dlsym(purego.RTLD_DEFAULT, "exit"); err == nil {
		invoke(fn, uintptr(code))
	}
}

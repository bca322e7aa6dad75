//go:build !linux

package launch

import (
	"errors"
	"syscall"
)

// errSystem is why there are no runs here.
var errSystem = errors.New("nsys profiles programs only on Linux")

// Supported says why nsys cannot run on this system. It is nil if nsys can run.
func Supported() error { return errSystem }

func ownGroup() *syscall.SysProcAttr          { return nil }
func killTargets(string, int, syscall.Signal) {}
func hasTargets(string, int) bool             { return true }
func killAll(string, int)                     {}
func sweep(string, int, bool)                 {}
func full(error, string) bool                 { return false }

// FreeBytes returns the room for an unprivileged user in the file system of a
// directory.
func FreeBytes(string) (int64, error) { return 0, errSystem }

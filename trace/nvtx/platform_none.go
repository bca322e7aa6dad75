//go:build nonvtx || !(((linux && !android) || darwin || windows) && (amd64 || arm64))

package nvtx

import "errors"

// errPlatform says that a tool cannot be loaded.
var errPlatform = errors.New("this build of the program does not support NVTX")

// load fails, so that no client exists and nothing else here is called.
func load(string) (initialize uintptr, unload func(), err error) { return 0, nil, errPlatform }

func newCallback(any) uintptr { panic(errPlatform) }

func invoke(uintptr, ...uintptr) uintptr { panic(errPlatform) }

func (c *call) run() { panic(errPlatform) }

func threadID() uint32 { panic(errPlatform) }

func exit(int) {}

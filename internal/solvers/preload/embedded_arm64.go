//go:build linux && arm64

package preload

import _ "embed"

// The libraries, which gen.go makes of the source in shim.
var (
	//go:embed library/watch_linux_arm64.so
	watch string
	//go:embed library/route_linux_arm64.so
	route string
)

//go:build linux && amd64

package preload

import _ "embed"

// The libraries, which gen.go makes of the source in shim.
var (
	//go:embed library/watch_linux_amd64.so
	watch string
	//go:embed library/route_linux_amd64.so
	route string
)

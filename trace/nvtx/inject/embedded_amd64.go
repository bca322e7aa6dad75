//go:build linux && amd64 && !nvtxcompile

package inject

import _ "embed"

// embedded is the library, which gen.go makes of the source in shim.
//
//go:embed library/linux_amd64.so
var embedded string

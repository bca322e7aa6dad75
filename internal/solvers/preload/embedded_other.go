//go:build !(linux && (amd64 || arm64))

package preload

// There are no libraries for this system.
const watch, route = "", ""

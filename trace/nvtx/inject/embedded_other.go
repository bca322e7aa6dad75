//go:build nvtxcompile || !(linux && (amd64 || arm64))

package inject

// embedded is the library: here a compiler makes it, as it does everywhere with
// the build tag nvtxcompile.
const embedded = ""

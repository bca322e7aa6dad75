//go:build !cgo || !unix

package stdfd

// Known says that this build cannot tell.
const Known = false

// StdoutClosed reports whether standard output was closed at the start.
func StdoutClosed() bool { return false }

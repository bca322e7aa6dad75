//go:build cgo && unix

package stdfd

// extern int nrkit_stdout_closed;
import "C"

// Known says that this build can tell.
const Known = true

// StdoutClosed reports whether standard output was closed at the start.
func StdoutClosed() bool { return C.nrkit_stdout_closed != 0 }

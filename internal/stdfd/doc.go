// Package stdfd says whether standard output was closed when the process started, as
// after >&- in a shell.
//
// The Go runtime opens the null device in place of a closed standard stream, before
// any package is initialised. What is written then is lost, and nothing
// distinguishes that device from a null device that the user chose: Python's DEVNULL
// is opened in the same way. A C function that runs before the runtime can see the
// difference. Without cgo the answer is always no.
package stdfd

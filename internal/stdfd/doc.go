// Package stdfd says whether standard output was closed when the process started,
// as after >&- in a shell.
//
// The Go runtime opens the null device in place of a standard stream that is
// closed, before any package is initialised. What is written then vanishes, and
// nothing tells that device from one that the user asked for: Python's DEVNULL
// is opened in the same way. A C function that runs before the runtime knows.
// Without cgo the answer is always no.
package stdfd

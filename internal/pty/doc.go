// Package pty opens pseudo-terminals, for tests of what programs do on a
// terminal. It has nothing on systems other than Linux.
package pty

// Package clitest has checks that the tests of both programs share: programs must
// report a standard output that accepts no data, and sentences of help texts must be
// short.
package clitest

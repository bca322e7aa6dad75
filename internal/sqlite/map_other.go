//go:build !unix

package sqlite

import "os"

// openFile is os.Open.
func openFile(path string) (*os.File, error) { return os.Open(path) }

// mapFile returns nil: files are read.
func mapFile(*os.File, int64) []byte { return nil }

// unmap is not called.
func unmap([]byte) error { return nil }
